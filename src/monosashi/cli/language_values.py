"""Values of options of `monosashi language` that cannot be: wrong usage, exit 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet

NO_REPAIRS, UNKNOWN = "none", "language.errors.unknown_way"


def check_repairs(given: str | None) -> None:
    """Every repair is one that there is; all that are not are named together."""
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.embeddings.errors import Faults
    from monosashi.language.named_repairs import parse

    names, faults = listed_names(given), Faults()
    for name in names if names != [NO_REPAIRS] else ():
        faults.attempt(parse, name)
    try:
        faults.raise_any()
    except DataError as error:
        raise FaultyUsageError(error) from None


def check_directions(
    documents: EmbeddingSet, language: str, given: Mapping[str, str | None]
) -> None:
    """``--source`` and ``--target`` are languages that documents are in."""
    from monosashi.cli.wrong_usage import WrongUsageError

    known = sorted({str(one) for one in documents.column(language, "language")})
    for option, name in given.items():
        if name is not None and name not in known:
            raise WrongUsageError("cli.errors.language_unknown", option=option, given=name,
                                  known=", ".join(known))  # fmt: skip


@contextmanager
def known_names() -> Iterator[None]:
    """Ways that nobody knows are a bad value of ``--methods``; other faults stay what they are."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError

    try:
        yield
    except DataError as error:
        if {one.code for one in error.faults} != {UNKNOWN}:
            raise
        raise FaultyUsageError(error) from None

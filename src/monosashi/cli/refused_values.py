"""Values of options that no data could make right: wrong usage, exit 2."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

# what follows the colon of a repair's name is judged where the repair is fitted
OF_METHODS = frozenset({
    "language.errors.bad_strength", "language.errors.bad_shrinkage",
})  # fmt: skip


@contextmanager
def option_values(codes: Collection[str] | None = None) -> Iterator[None]:
    """What is refused inside is a bad value of an option; with ``codes`` only these are."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError

    try:
        yield
    except DataError as error:
        if codes is not None and not {one.code for one in error.faults} <= set(codes):
            raise
        raise FaultyUsageError(error) from None

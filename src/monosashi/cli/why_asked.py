"""What was asked of `monosashi why`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from monosashi.cli.query_options import QueryOptions


@dataclass(frozen=True)
class Wanted:
    """One query or all, and how they are explained."""

    query: str | None
    expected: str | None
    k: int
    draws: int
    seed: int
    language: str | None
    options: QueryOptions


def what_was_given(given: Sequence[str]) -> tuple[str | None, Path]:
    """``QUERY DOCUMENTS``, or the documents alone."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if not 0 < len(given) < 3:
        raise WrongUsageError("cli.errors.why_needs")
    query, documents = (None, given[0]) if len(given) == 1 else (given[0], given[1])
    if query is not None and not _is_there(documents) and _is_there(query):
        query, documents = documents, query  # the other way round is plain, too
    if not _is_there(documents):
        raise WrongUsageError("cli.errors.why_documents", given=documents)
    return query, Path(documents)


def _is_there(given: str) -> bool:
    """Whether it is a file, a folder or a vector store."""
    from monosashi.stores import is_store

    return is_store(given) or Path(given).exists()

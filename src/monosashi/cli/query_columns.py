"""Whether queries have the columns that join them to pages, or answers of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet


def check_query_columns(
    queries: EmbeddingSet, path: Path | str, *, key: str | None, language: str
) -> None:
    """Name the file, the column that was meant, and the other ways to give answers.

    Parameters
    ----------
    queries : EmbeddingSet
    path : path
        Where they were read.
    key : str or None
        Column of the answers' keys; None where answers come from elsewhere.
    language : str

    Raises
    ------
    DataError
        All columns that are missing.
    """
    from monosashi.cli.meant import meant_command
    from monosashi.embeddings import DataError, fault

    wanted = {"query_key": key, "query_language": language}
    found = []
    for code, name in wanted.items():
        if name is None or name in queries.columns:
            continue
        near = meant_command(name, list(queries.columns))
        found.append(fault(f"cli.errors.{code}" + ("_near" if near else ""), path=path, name=name,
                           near=near, known=", ".join(queries.columns)))  # fmt: skip
    if found:
        raise DataError(*found)

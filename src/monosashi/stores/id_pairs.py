"""Pairs of ids in a table: what somebody knows to be duplicates."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.checks import is_missing
from monosashi.stores.formats import local_path
from monosashi.stores.text_tables import load_table

SIDES = ("a", "b")


def read_id_pairs(path: str | Path, *, encoding: str | None = None) -> list[tuple[str, str]]:
    r"""The ids in the columns ``a`` and ``b`` of a jsonl, csv, tsv or parquet file.

    Raises
    ------
    DataError
        There are no such columns, or gaps in them: all rows are named.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "known.csv")
    ...     _ = file.write_text("a,b\nold/en,new/en\n", encoding="utf-8")
    ...     read_id_pairs(file)
    [('old/en', 'new/en')]
    """
    place = local_path(path)
    table = load_table(place, encoding)
    if not set(SIDES) <= set(table.columns):
        raise DataError(fault("stores.errors.pairs_columns", path=place.name))
    left, right = (table.columns[side] for side in SIDES)
    gaps = [row for row, pair in enumerate(zip(left, right, strict=True))
            if any(is_missing(one) for one in pair)]  # fmt: skip
    if gaps:
        raise DataError(fault("embeddings.errors.missing_text", gaps, what=" / ".join(SIDES)))
    return [(str(a), str(b)) for a, b in zip(left, right, strict=True)]

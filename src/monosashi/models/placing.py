"""Faults of one call name rows and ids of the whole input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from monosashi.embeddings import DataError, Fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import name_ids, name_rows


@contextmanager
def placed_in_input(rows: Sequence[int], ids: TextArray) -> Iterator[None]:
    """Let an error inside, whatever its type, name ``rows`` of the input, not of the call."""
    try:
        yield
    except DataError as error:
        DataError.__init__(error, *(_placed(one, rows, ids) for one in error.faults))
        raise


def _placed(one: Fault, rows: Sequence[int], ids: TextArray) -> Fault:
    placed = [rows[row] for row in one.rows if row < len(rows)]
    if not placed:
        return one
    named = {"rows": name_rows(placed), "ids": name_ids(list(ids[placed]))}
    return Fault(one.code, {**one.values, **named}, tuple(placed))

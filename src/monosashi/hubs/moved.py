"""Which lists the worst hubs left, stayed in and entered when distances were corrected."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault
from monosashi.hubs.busiest import busiest_rows, named_row
from monosashi.hubs.occurrence import Counts, count_occurrences
from monosashi.neighbors import Neighbors
from monosashi.results import Row

NAMED = 5


def follow_hubs(
    before: Neighbors | Counts,
    after: Neighbors | Counts,
    data: EmbeddingSet | Any,
    *,
    queries: EmbeddingSet | Any = None,
    shown: int = 10,
) -> list[Row]:
    """The items in the most lists before, and in whose lists they stand after.

    Parameters
    ----------
    before, after : Neighbors or (m, k) arrays of row numbers
        Lists of the same queries, of one length.
    data : EmbeddingSet or (n, d) array
        The items listed.
    queries : EmbeddingSet or (m, d) array, optional
        Whose lists they are; default the items' own.
    shown : int
        How many hubs.

    Returns
    -------
    list of rows ``index, id, text, before, after, kept, lost, gained, lost_by, gained_by``
        Counts of lists; ``lost_by`` and ``gained_by`` name the first few queries.

    Raises
    ------
    DataError
        Lists of different queries or lengths.

    Examples
    --------
    >>> rows = follow_hubs(np.array([[1], [2], [1]]), np.array([[1], [0], [0]]), np.eye(3), shown=1)
    >>> [(row["id"], row["before"], row["kept"], row["lost_by"]) for row in rows]
    [('1', 2, 1, ['2'])]
    """
    old, new = (one.indices if isinstance(one, Neighbors) else np.asarray(one)
                for one in (before, after))  # fmt: skip
    if old.shape != new.shape:
        raise DataError(fault("hubs.errors.other_lists", before=old.shape, after=new.shape))
    held = as_set(data)
    names = (held if queries is None else as_set(queries)).ids
    counts = count_occurrences(old, held.n)
    found: list[Row] = []
    for row in busiest_rows(counts, shown):
        was, now = (old == row).any(axis=1), (new == row).any(axis=1)
        lost, gained = np.flatnonzero(was & ~now), np.flatnonzero(now & ~was)
        found.append({
            **named_row(row, held), "before": int(was.sum()), "after": int(now.sum()),
            "kept": int((was & now).sum()), "lost": len(lost), "gained": len(gained),
            "lost_by": names[lost[:NAMED]].tolist(), "gained_by": names[gained[:NAMED]].tolist(),
        })  # fmt: skip
    return found


def kept_share(before: Counts, after: Counts) -> float:
    """Share of all list places that hold an item they held before."""
    both = sum(len(np.intersect1d(a, b)) for a, b in zip(before, after, strict=True))
    return both / before.size

"""How crowded it is around a row: its mean cosine with the k nearest probes."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.layout import IntArray
from monosashi.language.scored.space import Float64Array, Space
from monosashi.neighbors import nearest
from monosashi.ranking import Directions

BLOCK = 8_192


def mean_cosines(
    rows: Directions, owners: IntArray, probes: Directions, probe_owners: IntArray, k: int
) -> Float64Array:
    """(rows,) mean cosine with the k nearest probes that have another owner.

    Owners are documents: a document (with all its chunks) never counts itself. Enough neighbours
    are listed for k of them to be left when its own are taken out.
    """
    known, sizes = np.unique(probe_owners, return_counts=True)
    own = np.where(np.isin(known, owners), sizes, 0)
    listed = k + int(own.max(initial=0))
    base = probes.unit(slice(0, len(probes)))
    out = np.empty(len(rows))
    for start in range(0, len(rows), BLOCK):
        block = slice(start, min(start + BLOCK, len(rows)))
        found = nearest(rows.unit(block), base, k=min(listed, len(base)), metric="cosine")
        other = probe_owners[found.indices] != owners[block, None]
        counted = other & (np.cumsum(other, axis=1) <= k)
        out[block] = 1.0 - np.where(counted, found.distances, 0.0).sum(axis=1) / k
    return out


def crowding(space: Space, probes: Space, k: int) -> dict[int, Float64Array]:
    """For every language that is spoken in ``space``: (rows,) mean cosines with its documents.

    Parameters
    ----------
    space : Space
        Whose documents are looked at.
    probes : Space
        Whose documents, language by language, are the probes.
    k : int
    """
    asked = np.unique(space.spoken)
    too_few(space, probes, k)
    held, tables = probes.candidates.rows, {}
    for code in asked:
        rows = np.arange(probes.row_pools[code], probes.row_pools[code + 1])
        tables[int(code)] = mean_cosines(space.candidates.rows, space.document_of_row,
                                         held.take(rows), probes.document_of_row[rows],
                                         k)  # fmt: skip
    return tables


def too_few(space: Space, probes: Space, k: int) -> None:
    """Refuse languages in which some document would have fewer than k probes beside itself."""
    held, faults = probes.candidates, []
    own = np.where(np.isin(probes.numbers, space.numbers), held.lengths, 0)
    for code in np.unique(space.spoken):
        pool = held.pool(int(code))
        left = int(held.lengths[pool].sum() - own[pool].max(initial=0))
        if left < k:
            name = probes.languages[code]
            kind = "few_probes" if name else "few_probe_rows"
            faults.append(fault(f"language.errors.{kind}", language=name, n=left, k=k))
    if faults:
        raise DataError(*faults)

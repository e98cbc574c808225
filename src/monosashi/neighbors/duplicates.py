"""Exact copies: only the first few of them can stand in anybody's list."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Rows


def first_copies(rows: FloatArray, most: int) -> Rows:
    """Positions of all rows except the copies of a row beyond the first ``most``.

    Copies are equally far from everything and ties go by row number, so a list of
    ``most - 1`` never reaches the others. Sets of nothing but copies cost no more than others.
    """
    flat = np.ascontiguousarray(rows)
    whole = flat.view(f"V{flat.shape[1] * flat.dtype.itemsize}").ravel()
    order = np.argsort(whole, kind="stable")
    copy = np.zeros(len(flat), dtype=bool)
    for part in row_blocks(len(flat) - 1, 1_024):
        here, after = order[part], order[part.start + 1 : part.stop + 1]
        copy[part.start + 1 : part.stop + 1] = whole[here] == whole[after]
    starts = np.flatnonzero(~copy)
    rank = np.arange(len(flat)) - np.repeat(starts, np.diff(np.append(starts, len(flat))))
    kept: Rows = np.sort(order[rank < most]).astype(np.int64)
    return kept

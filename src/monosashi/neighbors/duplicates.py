"""Exact copies: only the first few of them can stand in anybody's list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Distances, Rows


def first_copies(rows: FloatArray, most: int, beside: Sequence[Distances | None] = ()) -> Rows:
    """Positions of all rows except the copies of a row beyond the first ``most``.

    Copies are equally far from everything and ties go by row number, so a list of
    ``most - 1`` never reaches the others. Sets of nothing but copies cost no more than others.
    Copies must agree in what stands ``beside`` too.
    """
    whole = row_bytes(rows, beside)
    order = np.argsort(whole, kind="stable")
    copy = np.zeros(len(whole), dtype=bool)
    for part in row_blocks(len(whole) - 1, 1_024):
        here, after = order[part], order[part.start + 1 : part.stop + 1]
        copy[part.start + 1 : part.stop + 1] = whole[here] == whole[after]
    starts = np.flatnonzero(~copy)
    rank = np.arange(len(whole)) - np.repeat(starts, np.diff(np.append(starts, len(whole))))
    kept: Rows = np.sort(order[rank < most]).astype(np.int64)
    return kept


def row_bytes(rows: FloatArray, beside: Sequence[Distances | None] = ()) -> npt.NDArray[np.void]:
    """Every row as one sortable value: its bytes, and those of numbers that belong to it."""
    flat = np.ascontiguousarray(rows)
    parts = [np.ascontiguousarray(one, np.float64) for one in beside if one is not None]
    wide = flat.shape[1] * flat.dtype.itemsize
    if not parts:
        return flat.view(f"V{wide}").ravel()
    room = np.empty((len(flat), wide + 8 * len(parts)), np.uint8)
    room[:, :wide] = flat.view(np.uint8)
    for place, part in enumerate(parts):
        start = wide + 8 * place
        room[:, start : start + 8] = part[:, None].view(np.uint8)
    return room.view(f"V{room.shape[1]}").ravel()

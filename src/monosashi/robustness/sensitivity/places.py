"""Where in its text a change stands, and whether the model reads that far."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from monosashi.results import Row
from monosashi.robustness.sensitivity.changes import Change

FloatArray = npt.NDArray[np.float64]
EDGES = (0, 16, 32, 64, 128, 256, 512)
UNMOVED, FEWEST, HALF = 1e-9, 5, 0.5


def places(made: Sequence[Change], moved: FloatArray, wide: float | None) -> list[Row]:
    """Movement by place; swapped names are left out, since words alone may not show them."""
    kept = [i for i, one in enumerate(made) if one.kind != "names" and not np.isnan(moved[i])]
    rows: list[Row] = []
    for first, beyond in zip(EDGES, (*EDGES[1:], None), strict=True):
        held = moved[[i for i in kept if first <= made[i].place
                      and (beyond is None or made[i].place < beyond)]]  # fmt: skip
        if len(held):
            rows.append({"first": first, "last": None if beyond is None else beyond - 1,
                         "n": len(held), "movement": float(held.mean()) / wide if wide else None,
                         "share_unmoved": float((held < UNMOVED).mean())})  # fmt: skip
    return rows


def cut_place(made: Sequence[Change], moved: FloatArray) -> int | None:
    """The first place behind every change that moves something, if the rest is long enough.

    Five changes or more must stand behind it, none of which moves anything, and at least half of
    those before it must.
    """
    kept = [(one.place, float(moved[i]) >= UNMOVED) for i, one in enumerate(made)
            if one.kind != "names" and not np.isnan(moved[i])]  # fmt: skip
    seen = [place for place, moves in kept if moves]
    if not seen:
        return None
    last = max(seen)
    before = [moves for place, moves in kept if place <= last]
    behind = len(kept) - len(before)
    return last + 1 if behind >= FEWEST and np.mean(before) >= HALF else None

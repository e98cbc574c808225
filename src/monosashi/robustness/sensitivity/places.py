"""How far changes move the vectors, by where in their text they stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from monosashi.results import Row
from monosashi.robustness.sensitivity.changes import Change
from monosashi.robustness.sensitivity.unmoved import unmoved_share

FloatArray = npt.NDArray[np.float64]
EDGES = (0, 16, 32, 64, 128, 256, 512)


def places(made: Sequence[Change], moved: FloatArray, wide: float | None,
           confidence: float) -> list[Row]:  # fmt: skip
    """Movement by place; swapped names are left out, since words alone may not show them."""
    kept = [i for i, one in enumerate(made) if one.kind != "names" and not np.isnan(moved[i])]
    rows: list[Row] = []
    for first, beyond in zip(EDGES, (*EDGES[1:], None), strict=True):
        held = moved[[i for i in kept if first <= made[i].place
                      and (beyond is None or made[i].place < beyond)]]  # fmt: skip
        if len(held):
            rows.append({"first": first, "last": None if beyond is None else beyond - 1,
                         "n": len(held), "movement": float(held.mean()) / wide if wide else None,
                         **unmoved_share(held, confidence)})  # fmt: skip
    return rows

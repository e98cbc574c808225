"""How R² changes without each group: what the jackknife knows anyway."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Row
from monosashi.shape.decomposition import Numbers
from monosashi.shape.grouping import Grouping
from monosashi.shape.leave_out import leave_one_out
from monosashi.shape.sample import Sample


def group_influence(sample: Sample) -> tuple[tuple[Row, ...], dict[str, Fault]]:
    """Rows ``group, n, r_squared_without, r_squared_change``, and reasons for what is None.

    ``r_squared_change`` is R² without the group minus R² of all: positive for a group that lies
    near the middle of all or is spread widely, negative for one that stands apart. From the sums
    of the groups, O(G d) for all of them.
    """
    total = sample.configuration.ss_total
    whole = 1.0 - float(sample.sums.within.sum()) / total
    left = leave_one_out("r_squared", sample.sums, total)
    return influence_rows(sample.grouping, whole, left)


def influence_rows(
    grouping: Grouping, whole: float, left: Numbers
) -> tuple[tuple[Row, ...], dict[str, Fault]]:
    """The same from R² and its (G,) values without each group, NaN where there is none."""
    names, sizes = grouping.names, grouping.sizes
    if len(names) < 3:
        left = np.full(len(names), np.nan)
        reasons = {"influence": fault("shape.reasons.two_groups")}
    else:
        lost = [name for name, value in zip(names, left, strict=True) if np.isnan(value)]
        reasons = {f"influence.{name}": fault("shape.reasons.all_others_single") for name in lost}
    rows = []
    for name, n, value in zip(names, sizes.tolist(), left.tolist(), strict=True):
        known = not np.isnan(value)
        rows.append({"group": name, "n": n, "r_squared_without": value if known else None,
                     "r_squared_change": value - whole if known else None})  # fmt: skip
    return tuple(rows), reasons


def strongest_first(rows: tuple[Row, ...]) -> list[Row]:
    """By how far R² moves without the group; groups without a value come last."""
    return sorted(rows, key=lambda row: -abs(row["r_squared_change"] or 0.0)
                  if row["r_squared_change"] is not None else np.inf)  # fmt: skip

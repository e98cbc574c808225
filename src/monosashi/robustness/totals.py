"""What each model loses over the three axes of HTEB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.axes import HTEB_AXES
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import comparable, mean_of, mean_of_units
from monosashi.robustness.profiles import used_datasets, why_not

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Lost:
    """Of one model, dataset by dataset: mean loss and original score of the axes, and flat loss."""

    loss: FloatArray
    original: FloatArray
    flat: FloatArray

    def row(self, confidence: float) -> Row:
        """Means over datasets, with intervals."""
        gap = mean_of_units(self.loss, confidence)
        flat = mean_of_units(self.flat, confidence)
        before = mean_of(self.original, confidence).value
        after = None if gap.value is None or before is None else before - gap.value
        row: Row = {"original": before, "transformed": after,
                    "gap": gap.value, "low": gap.low, "high": gap.high,
                    "flat": flat.value, "flat_low": flat.low, "flat_high": flat.high,
                    "n_datasets": gap.n}  # fmt: skip
        why = why_not(gap)
        return row if why is None else {**row, "reason": why}


def totals(grid: Grid, confidence: float, hteb: Sequence[str] = ()) -> list[Row]:
    """The three axes with equal weight, dataset by dataset, for every generator that has them all.

    A mean over seeds, then over the transformations of an axis, then over the axes, then over
    datasets. ``flat`` is the mean over transformations, in which Language weighs less, with an
    interval (``flat_low``, ``flat_high``) over datasets as that of the loss. ``hteb`` says whether
    the rewriter was declared to be HTEB's own: no other number may stand beside HTEB's.
    """
    rows: list[Row] = []
    for group in grid.groups:
        for generator in dict.fromkeys(one.generator for one in grid.rewritings):
            rows += [{**row, "hteb": generator in hteb}
                     for row in _totals_of(grid, group, generator, confidence)]  # fmt: skip
    return rows


def _totals_of(grid: Grid, group: str, generator: str, confidence: float) -> list[Row]:
    names = [one.transformation for one in grid.rewritings if one.generator == generator]
    missing = [name for axis in HTEB_AXES.values() for name in axis if name not in names]
    about = {"dataset_group": group, "generator": generator}
    if missing:
        if not any(name in names for axis in HTEB_AXES.values() for name in axis):
            return []  # an axis of its own kind, which no total is made of
        lacking = fault("robustness.reasons.missing_transformations", names=", ".join(missing))
        return [{**about, "model": model, "gap": None, "low": None, "high": None,
                 "flat": None, "flat_low": None, "flat_high": None, "original": None,
                 "transformed": None, "n_datasets": 0, "reason": lacking}
                for model in grid.models]  # fmt: skip
    loss = np.mean([grid.axis_loss(axis, generator) for axis in HTEB_AXES], axis=0)
    before = np.mean([grid.axis_original(axis, generator) for axis in HTEB_AXES], axis=0)
    eight = [r for axis in HTEB_AXES for r in grid.on_axis(axis, generator)]
    flat = grid.loss[:, :, eight].mean(axis=2)
    same = comparable(loss, grid.in_group(group))
    rows: list[Row] = []
    for m, model in enumerate(grid.models):
        used = used_datasets(same, m, loss, grid.in_group(group))
        lost = _Lost(*(values[m, used] for values in (loss, before, flat)))
        rows.append({**about, "model": model, **lost.row(confidence),
                     "comparable": m in same.models})  # fmt: skip
    return rows

"""Which rewritings cost something, beyond chance: Wilcoxon, Hodges-Lehmann, Holm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import comparable
from monosashi.statistics.hodges_lehmann import hodges_lehmann
from monosashi.statistics.holm_family import holm
from monosashi.statistics.signed_rank import Zeros, wilcoxon_signed_rank

FloatArray = npt.NDArray[np.float64]
Unit = Literal["dataset", "model", "cell"]
LEVEL = 0.05


@dataclass(frozen=True)
class How:
    """How each test is made."""

    unit: Unit
    zeros: Zeros
    confidence: float


def transformation_tests(
    grid: Grid, *, unit: Unit = "dataset", zeros: Zeros = "drop", confidence: float = 0.95
) -> list[Row]:
    """One test a group, generator and transformation; a family is a group and a generator.

    Unit ``dataset``: the mean over models of the loss on each dataset. Unit ``model``: the mean of
    each model over the datasets in common. Unit ``cell``: every model on every dataset, which are
    not independent, so that p is too small.
    """
    if unit not in get_args(Unit):
        raise DataError(fault("robustness.errors.unit", given=repr(unit),
                              known=", ".join(get_args(Unit))))  # fmt: skip
    rows: list[Row] = []
    for group in grid.groups:
        for generator in dict.fromkeys(one.generator for one in grid.rewritings):
            family = [_test(grid, group, r, How(unit, zeros, confidence))
                      for r, one in enumerate(grid.rewritings)
                      if one.generator == generator]  # fmt: skip
            rows += _adjusted(family)
    return rows


def _adjusted(family: list[Row]) -> list[Row]:
    """Holm inside the family; what was not tested does not count."""
    adjusted = holm([row["p_value"] for row in family])
    size = sum(p is not None for p in adjusted)
    return [
        {**row, "p_adjusted": p, "family_size": size,
         "can_be_significant": None if row["smallest_p"] is None
         else bool(row["smallest_p"] * size <= LEVEL)}
        for row, p in zip(family, adjusted, strict=True)
    ]  # fmt: skip


def _test(grid: Grid, group: str, r: int, how: How) -> Row:
    one = grid.rewritings[r]
    x = units_of(grid.loss[:, :, r], grid.in_group(group), how.unit)
    about: Row = {"dataset_group": group, "transformation": one.transformation, "axis": one.axis,
                  "generator": one.generator, "unit": how.unit, "n": len(x)}  # fmt: skip
    if not len(x):
        gaps = dict.fromkeys(("mean", "hl", "low", "high", "level", "p_value", "smallest_p",
                              "rank_biserial"))  # fmt: skip
        return {**about, **gaps, "reason": fault("robustness.reasons.no_units")}
    tested = wilcoxon_signed_rank(x, zeros=how.zeros)
    centre = hodges_lehmann(x, confidence=how.confidence)
    row: Row = {
        **about, "n_zeros": tested.n_zeros, "mean": float(x.mean()), "hl": centre.value,
        "low": centre.low, "high": centre.high, "level": centre.level, "reached": centre.reached,
        "statistic": tested.statistic, "rank_biserial": tested.rank_biserial,
        "p_value": tested.p_value, "smallest_p": tested.smallest_p,
    }  # fmt: skip
    if tested.rank_biserial is None:
        row["reason"] = fault("robustness.reasons.all_zero")
    elif centre.low is None:
        row["reason"] = fault("robustness.reasons.one_unit")
    return row


def units_of(loss: FloatArray, places: list[int], unit: Unit) -> FloatArray:
    """Losses as the test takes them, holes left out.

    >>> units_of(np.array([[1.0, 3.0], [2.0, np.nan]]), [0, 1], "dataset").tolist()
    [1.5, 3.0]
    """
    held = loss[:, places]
    if unit == "cell":
        cells: FloatArray = held[~np.isnan(held)]
        return cells
    if unit == "dataset":
        known = ~np.isnan(held)
        some = known.any(axis=0)
        sums = np.where(known, held, 0.0).sum(axis=0)[some]
        each: FloatArray = sums / known.sum(axis=0)[some]
        return each
    same = comparable(loss, places)
    if not same.datasets:
        return np.zeros(0)
    means: FloatArray = loss[np.ix_(same.models, same.datasets)].mean(axis=1)
    return means

"""Which rewritings cost something, beyond chance: Wilcoxon, Hodges-Lehmann, Holm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import comparable, mean_of
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

    Unit ``dataset``: the mean over models of the loss on each dataset that the models have in
    common. Unit ``model``: the mean of each model over these. Unit ``cell``: every model on every
    dataset, which are not independent, so that p is too small.
    """
    if unit not in get_args(Unit):
        raise DataError(fault("robustness.errors.unit", given=repr(unit),
                              known=", ".join(get_args(Unit))))  # fmt: skip
    rows: list[Row] = []
    for group in grid.groups:
        for generator in dict.fromkeys(one.generator for one in grid.rewritings):
            places = [r for r, one in enumerate(grid.rewritings) if one.generator == generator]
            held = [units_of(grid.loss[:, :, r], grid.in_group(group), unit) for r in places]
            how = How(unit, zeros, confidence)
            family = [_test(grid, group, r, x, how) for r, x in zip(places, held, strict=True)]
            rows += [{**row, "joint_high": None if unit == "cell"  # which are not independent
                      else joint_high(x, confidence, len(held))}
                     for row, x in zip(_adjusted(family), held, strict=True)]  # fmt: skip
    return rows


def joint_high(x: FloatArray, confidence: float, family: int) -> float | None:
    """Upper end of a loss that holds for all of a family at once (Bonferroni).

    The larger of the ends for the centre (Hodges-Lehmann) and for the mean (t): where a few units
    lose far more than the others the two part. None where so few units can give no such end.

    >>> joint_high(np.array([1.0, 2.0, 1.5, 1.2, 2.1, 1.8]), 0.95, 8) is None
    True
    """
    if len(x) < 2:
        return None
    level = 1 - (1 - confidence) / family
    centre, mean = hodges_lehmann(x, confidence=level), mean_of(x, level)
    if not centre.reached or centre.high is None or mean.value is None:
        return None
    return max(centre.high, mean.value if mean.high is None else mean.high)


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


def _test(grid: Grid, group: str, r: int, x: FloatArray, how: How) -> Row:
    one = grid.rewritings[r]
    about: Row = {"dataset_group": group, "transformation": one.transformation, "axis": one.axis,
                  "generator": one.generator, "unit": how.unit, "n": len(x)}  # fmt: skip
    if not len(x):
        gaps = dict.fromkeys(("mean", "hl", "low", "high", "level", "p_value", "smallest_p",
                              "rank_biserial"))  # fmt: skip
        code = "no_units" if np.isnan(grid.loss[:, grid.in_group(group), r]).all() else "apart"
        return {**about, **gaps, "reason": fault(f"robustness.reasons.{code}")}
    tested = wilcoxon_signed_rank(x, zeros=how.zeros)
    centre = hodges_lehmann(x, confidence=how.confidence)
    row: Row = {
        **about, "n_zeros": tested.n_zeros, "mean": float(x.mean()), "hl": centre.value,
        "low": centre.low, "high": centre.high, "level": centre.level, "reached": centre.reached,
        "statistic": tested.statistic, "rank_biserial": tested.rank_biserial,
        "p_value": tested.p_value, "smallest_p": tested.smallest_p,
    }  # fmt: skip
    if tested.rank_biserial is None:
        # an interval of no width would claim that other units lose nothing, beyond doubt
        row |= {"low": None, "high": None, "level": None, "reached": False,
                "reason": fault("robustness.reasons.all_zero")}  # fmt: skip
    elif centre.low is None:
        row["reason"] = fault("robustness.reasons.one_unit")
    return row


def units_of(loss: FloatArray, places: list[int], unit: Unit) -> FloatArray:
    """Losses as the test takes them: of the models and datasets in common; cells as they are.

    A mean over whichever models a dataset has would set different models beside each other.

    >>> units_of(np.array([[1.0, 3.0, 5.0], [2.0, np.nan, 4.0]]), [0, 1, 2], "dataset").tolist()
    [1.5, 4.5]
    """
    held = loss[:, places]
    if unit == "cell":
        cells: FloatArray = held[~np.isnan(held)]
        return cells
    same = comparable(loss, places)
    if not same.datasets:
        return np.zeros(0)
    means: FloatArray = loss[np.ix_(same.models, same.datasets)].mean(
        axis=0 if unit == "dataset" else 1
    )
    return means

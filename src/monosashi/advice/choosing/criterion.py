"""One criterion: what each model has, and how each unit moves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from monosashi.advice.choosing.scales import FloatArray, Scale
from monosashi.embeddings import Fault
from monosashi.results import Estimate, Row
from monosashi.statistics.multiplicity import adjust_some, holm

NO_SPREAD = 1e-12
SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Criterion:
    """A column of the table.

    Attributes
    ----------
    name : str
        ``"ndcg@10"``; of robustness ``"robustness.length"``.
    weight : str
        The name that a weight calls it by: several may share one.
    scale : Scale
    unit : str
        What is resampled: queries, keys, items, groups, datasets; empty where it is counted.
    levels : mapping of model to Estimate
    influence : mapping of model to (n,) array
        How much each unit moves the value, the same units for all models: the mean is the value
        that is compared. Empty where it is counted.
    differences : rows ``model_a, model_b, difference, low, high, p_value, p_adjusted, identical,
        exact, method``
        a minus b, in the units of the criterion.
    holes : mapping of model to Fault
        Why a model has no value.
    sample : tuple
        Names of the units, where two criteria of one unit may rest on different ones.
    """

    name: str
    weight: str
    scale: Scale
    unit: str
    levels: Mapping[str, Estimate]
    influence: Mapping[str, FloatArray]
    differences: Sequence[Row]
    holes: Mapping[str, Fault] = field(default_factory=dict)
    sample: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether nothing is sampled, so that every difference is exact."""
        return not self.unit

    @property
    def uncertain(self) -> bool:
        """Whether its error is known: two units at least."""
        return self.counted or all(len(held) > 1 for held in self.influence.values())

    def value(self, model: str) -> float:
        """What is compared: the mean of the influence, else what was counted."""
        held = self.influence.get(model)
        return self.levels[model].value if held is None else float(held.mean())


def exact_rows(values: Mapping[str, float]) -> list[Row]:
    """Differences of what was counted: nothing to test."""
    return [
        {"model_a": a, "model_b": b, "difference": values[a] - values[b], "low": None, "high": None,
         "p_value": None, "p_adjusted": None, "identical": values[a] == values[b], "exact": True,
         "method": "counted"}
        for a, b in combinations(values, 2)
    ]  # fmt: skip


def paired_rows(influence: Mapping[str, FloatArray], confidence: float, method: str) -> list[Row]:
    """Paired differences by t over units, p adjusted over the pairs (Holm)."""
    rows = [{"model_a": a, "model_b": b, **paired(influence[a] - influence[b], confidence, method)}
            for a, b in combinations(influence, 2)]  # fmt: skip
    adjusted = adjust_some([row["p_value"] for row in rows], holm)
    return [{**row, "p_adjusted": p} for row, p in zip(rows, adjusted, strict=True)]


def paired(moved: FloatArray, confidence: float, method: str) -> Row:
    """A mean over units with its t interval; None where fewer than two units give an error."""
    from scipy.special import stdtr, stdtrit

    n, difference = len(moved), float(moved.mean())
    error = float(moved.std(ddof=1) / np.sqrt(n)) if n > 1 else None
    identical = bool(np.abs(moved).max() <= NO_SPREAD)
    known = {"difference": 0.0 if identical else difference, "identical": identical, "exact": False}
    if error is None or error <= NO_SPREAD:
        low = high = 0.0 if identical and n > 1 else None
        return {**known, "low": low, "high": high, "p_value": None,
                "method": method if n > 1 else "no interval: one unit"}  # fmt: skip
    reach = float(stdtrit(n - 1, 0.5 + confidence / 2)) * error
    return {**known, "low": difference - reach, "high": difference + reach,
            "p_value": float(2 * stdtr(n - 1, -abs(difference) / error)),
            "method": f"{method}, t({n - 1})"}  # fmt: skip


def told_apart(row: Row, confidence: float) -> bool:
    """Whether a difference is sure: exact and not 0, or below the level after adjusting."""
    if row["exact"]:
        return bool(row["difference"] != 0)
    return row["p_adjusted"] is not None and row["p_adjusted"] < 1 - confidence - SAME

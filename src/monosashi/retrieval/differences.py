"""Paired differences of every pair of systems and every metric."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from monosashi.results import Row
from monosashi.retrieval.estimating import estimate_means, unit_sums
from monosashi.retrieval.pairing import Paired
from monosashi.statistics.multiplicity import ADJUSTMENTS, adjust_some
from monosashi.statistics.sign_flips import sign_flips

SAME = 1e-12


@dataclass(frozen=True)
class Testing:
    """How differences are tested; every pair sees the same resamples and sign flips."""

    confidence: float
    adjust: str
    permutations: int
    seed: int


def all_rows(paired: Paired, metrics: tuple[str, ...], testing: Testing) -> tuple[Row, ...]:
    """Rows of all pairs, metric by metric, p adjusted over the pairs of a metric."""
    raw = [row for a, b in combinations(paired.names, 2)
           for row in _pair_rows(paired, (a, b), metrics, testing)]  # fmt: skip
    rows: list[Row] = []
    for name in metrics:
        family = [row for row in raw if row["metric"] == name]
        adjusted = adjust_some([row["p_value"] for row in family], ADJUSTMENTS[testing.adjust])
        rows += [{**row, "p_adjusted": p} for row, p in zip(family, adjusted, strict=True)]
    return tuple(rows)


def told_apart(p: float, confidence: float) -> bool:
    """Whether p lies below 1 - confidence, of which floats miss a little: 0.05 is not below 5 %."""
    return p < 1 - confidence - SAME


def _pair_rows(
    paired: Paired, pair: tuple[str, str], metrics: tuple[str, ...], testing: Testing
) -> list[Row]:
    """Rows of one pair, the first minus the second."""
    a, b, units = *pair, paired.units
    gaps = {name: paired.scores(a, name) - paired.scores(b, name) for name in metrics}
    means = estimate_means(gaps, units, confidence=testing.confidence, rng=testing.seed,
                           bounds=dict.fromkeys(metrics, (-1.0, 1.0)))  # fmt: skip
    sums, _ = unit_sums(np.stack([gaps[name] for name in metrics], axis=1), units)
    tests = sign_flips(sums, permutations=testing.permutations, rng=testing.seed)
    return [
        {
            "model_a": a,
            "model_b": b,
            "metric": name,
            "difference": means[name].value,
            "low": means[name].low,
            "high": means[name].high,
            "p_value": test.p_value,
            "smallest_p": test.smallest_p,
            "exact": test.exact,
            "wins": int((gaps[name] > SAME).sum()),
            "losses": int((gaps[name] < -SAME).sum()),
            "equal": int((np.abs(gaps[name]) <= SAME).sum()),
            "method": means[name].method,
        }
        for name, test in zip(metrics, tests, strict=True)
    ]

"""Correlation of two numbers a group, plain and with group size held fixed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate, PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.power import SPEARMAN
from monosashi.statistics.jackknife import jackknife, refusal
from monosashi.statistics.permutation import TIE

FLAT = 1e-12


def residuals(values: Array, others: Array | None) -> Array:
    """Centred, and freed of a straight line in ``others``."""
    centred: Array = values - values.mean()
    if others is None:
        return centred
    line = others - others.mean()
    square = float(line @ line)
    return centred if not square else centred - line * (float(line @ centred) / square)


def pearson(a: Array, b: Array, others: Array | None = None) -> float:
    """Correlation of the residuals; NaN where a side does not vary (beyond rounding)."""
    x, y = residuals(a, others), residuals(b, others)
    xx, yy = float(x @ x), float(y @ y)
    if xx <= FLAT * float(a @ a) or yy <= FLAT * float(b @ b):
        return math.nan
    return min(1.0, max(-1.0, float(x @ y) / math.sqrt(xx * yy)))


def ranks(values: Array) -> Array:
    """Mid-ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Correlation:
    """One correlation over G groups.

    Attributes
    ----------
    a, b : (G,) numbers of each group
    others : (G,) what is held fixed, or None
    ranked : bool
        Spearman rather than Pearson.
    """

    a: Array
    b: Array
    others: Array | None
    ranked: bool

    def of(self, kept: Any = slice(None)) -> float:
        """The correlation over some groups."""
        parts = [None if held is None else held[kept] for held in (self.a, self.b, self.others)]
        if self.ranked:
            parts = [None if held is None else ranks(held) for held in parts]
        a, b, others = parts
        assert a is not None and b is not None  # noqa: S101, PT018 - narrows the types
        return pearson(a, b, others)

    @cached_property
    def value(self) -> float:
        """Over all groups; NaN where undefined."""
        return self.of()

    @property
    def freedom(self) -> float:
        """What divides the variance of z: G - 3, and one less with a number held fixed."""
        return len(self.a) - 3 - (self.others is not None)

    def estimate(self, interval: str, confidence: float) -> Estimate | None:
        """With the interval of Fisher's z or that of the jackknife over groups (of z as well)."""
        if math.isnan(self.value):
            return None
        n = len(self.a)
        if abs(self.value) == 1 or self.freedom <= 0:
            return Estimate(self.value, None, None, None, self.why_no_interval.say("en"), n)
        return self._fisher(confidence) if interval == "fisher" else self._jackknife(confidence)

    @property
    def why_no_interval(self) -> Fault:
        """Too few groups, or all on a line."""
        key = "line" if self.freedom > 0 else "few_for_z"
        return fault(f"shape.reasons.{key}", n=len(self.a))

    def _fisher(self, confidence: float) -> Estimate:
        error = math.sqrt((SPEARMAN if self.ranked else 1.0) / self.freedom)
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
        z = math.atanh(self.value)
        method = f"Fisher z, {len(self.a)} groups" + (", variance × 1.06" if self.ranked else "")
        return Estimate(self.value, math.tanh(z - half), math.tanh(z + half),
                        error * (1 - self.value**2), method, len(self.a))  # fmt: skip

    def _jackknife(self, confidence: float) -> Estimate:
        n = len(self.a)
        left = np.array([self.of(np.arange(n) != i) for i in range(n)])
        with np.errstate(divide="ignore"):
            without = np.arctanh(left)
        if refusal(without):
            why = fault("shape.reasons.line", n=n)
            return Estimate(self.value, None, None, None, why.say("en"), n)
        found = jackknife(math.atanh(self.value), without)
        half, middle = found.half_width(confidence), found.corrected
        return Estimate(self.value, math.tanh(middle - half), math.tanh(middle + half),
                        found.standard_error * (1 - self.value**2),
                        f"group jackknife of z, t({n - 1})", n, math.tanh(middle))  # fmt: skip

    def test(self, permutations: int, rng: np.random.Generator) -> PermutationTest | None:
        """Two-sided: outcomes (their residuals, with a number held fixed) dealt anew to groups."""
        if math.isnan(self.value):
            return None
        a, b = (ranks(held) if self.ranked else held for held in (self.a, self.b))
        others = ranks(self.others) if self.ranked and self.others is not None else self.others
        x, y = residuals(a, others), residuals(b, others)
        scale = math.sqrt(float(x @ x) * float(y @ y))
        dealt = rng.permuted(np.broadcast_to(y, (permutations, len(y))), axis=1)
        hits = int((np.abs(dealt @ x) / scale >= abs(self.value) * (1 - TIE)).sum())
        smallest = 1 / (permutations + 1)
        return PermutationTest(statistic=self.value, p_value=(hits + 1) * smallest,
                               exceedances=hits, permutations=permutations, smallest_p=smallest,
                               exact=False, scheme="free")  # fmt: skip

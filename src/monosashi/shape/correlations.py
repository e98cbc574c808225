"""Correlation of two numbers a group, plain and with group size held fixed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.neighbors.blocks import row_blocks
from monosashi.results import Estimate, PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.power import SPEARMAN
from monosashi.statistics.jackknife import NO_SPREAD_KEY, jackknife, refusal
from monosashi.statistics.permutation import TIE

FLAT = 1e-12
NUMBERS = 2**22


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


def _lengths(dealt: Array, values: Array, others: Array | None) -> Array:
    """(p,) lengths of dealt values, freed of the line again; endless where nothing is left."""
    square = float(values @ values)
    if others is None:
        return np.full(len(dealt), math.sqrt(square))
    line = others - others.mean()
    left = square - (dealt @ line) ** 2 / float(line @ line)
    lengths: Array = np.where(left > FLAT * square, np.sqrt(np.maximum(left, 0.0)), np.inf)
    return lengths


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
        if why := self.refused(interval):
            return Estimate(self.value, None, None, None, why.say("en"), len(self.a))
        return self._fisher(confidence) if interval == "fisher" else self._jackknife(confidence)

    def refused(self, interval: str) -> Fault | None:
        """Why there is no interval: too few groups, all on a line, or no group that matters."""
        n = len(self.a)
        if self.freedom <= 0:
            return fault("shape.reasons.few_for_z", n=n)
        if abs(self.value) == 1:
            return fault("shape.reasons.line", n=n)
        key = refusal(self.without) if interval == "jackknife" else None
        if key is None:
            return None
        return fault(key if key == NO_SPREAD_KEY else "shape.reasons.line", n=n)

    @cached_property
    def without(self) -> Array:
        """(G,) z without each group; NaN where it is undefined or endless."""
        n = len(self.a)
        left = np.array([self.of(np.arange(n) != i) for i in range(n)])
        with np.errstate(divide="ignore"):
            return np.asarray(np.arctanh(left), dtype=np.float64)

    def _fisher(self, confidence: float) -> Estimate:
        error = math.sqrt((SPEARMAN if self.ranked else 1.0) / self.freedom)
        half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
        z = math.atanh(self.value)
        method = f"Fisher z, {len(self.a)} groups" + (", variance × 1.06" if self.ranked else "")
        return Estimate(self.value, math.tanh(z - half), math.tanh(z + half),
                        error * (1 - self.value**2), method, len(self.a))  # fmt: skip

    def _jackknife(self, confidence: float) -> Estimate:
        n = len(self.a)
        found = jackknife(math.atanh(self.value), self.without)
        half, middle = found.half_width(confidence), found.corrected
        return Estimate(self.value, math.tanh(middle - half), math.tanh(middle + half),
                        found.standard_error * (1 - self.value**2),
                        f"group jackknife of z, t({n - 1})", n, math.tanh(middle))  # fmt: skip

    def test(self, permutations: int, rng: np.random.Generator) -> PermutationTest | None:
        """Two-sided: outcomes dealt anew to groups.

        With a number held fixed it is their residuals that are dealt, and each deal is freed of
        the line anew (Freedman and Lane 1983): dealt residuals lean on the line by chance, and
        left so they would look too weak.
        """
        if math.isnan(self.value):
            return None
        a, b = (ranks(held) if self.ranked else held for held in (self.a, self.b))
        others = ranks(self.others) if self.ranked and self.others is not None else self.others
        x, y = residuals(a, others), residuals(b, others)
        hits = 0
        for block in row_blocks(permutations, max(1, NUMBERS // len(y))):
            dealt = rng.permuted(np.broadcast_to(y, (block.stop - block.start, len(y))), axis=1)
            found = np.abs(dealt @ x) / _lengths(dealt, y, others) / math.sqrt(float(x @ x))
            hits += int((found >= abs(self.value) * (1 - TIE)).sum())
        smallest = 1 / (permutations + 1)
        return PermutationTest(statistic=self.value, p_value=(hits + 1) * smallest,
                               exceedances=hits, permutations=permutations, smallest_p=smallest,
                               exact=False, scheme="free")  # fmt: skip

"""A threshold for one direction that keeps a stated precision, or the reason why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.language.gate.pages import Float64Array

Why = Literal["too_few", "not_separable", "not_confirmed", "no_known", "no_road"]


@dataclass(frozen=True)
class Expected:
    """What a threshold does on drafts whose answer is known.

    Attributes
    ----------
    n : int
        Pages that asked without a duplicate in the index.
    n_known : int
        Pages that asked with their known duplicate in it.
    recall, precision : (value, low, high) or None
        Of duplicates, those flagged; of flagged drafts, those flagged for a duplicate, when
        ``duplicate_share`` of all drafts are duplicates. None where no duplicate is known.
    false_alarms : (value, low, high)
        Share of drafts without a duplicate that are flagged.
    """

    n: int
    n_known: int
    recall: tuple[float, float, float] | None
    precision: tuple[float, float, float] | None
    false_alarms: tuple[float, float, float]


@dataclass(frozen=True)
class Threshold:
    """The lowest score that counts as a duplicate in one direction.

    Attributes
    ----------
    value : float or None
        None: the gate abstains in this direction.
    basis : "precision", "false_alarms" or "given"
    why : str or None
        Why it abstains: ``too_few`` pairs, ``not_separable`` (known duplicates and other pages
        score alike), ``not_confirmed`` (cross-validation found no known duplicate), ``no_known``
        pairs, ``no_road`` (no translator).
    needed : int or None
        Known pages that a flawless calibration would take, where there are too few; where no
        duplicate is known, pages without one.
    fitted, held_out : Expected or None
        On the pages it was calibrated on, and by cross-validation: each page judged by a
        threshold that was calibrated without it.
    """

    value: float | None
    basis: Literal["precision", "false_alarms", "given"]
    why: Why | None = None
    needed: int | None = None
    fitted: Expected | None = None
    held_out: Expected | None = None

    @property
    def duplicates_known(self) -> bool:
        """Whether known duplicates say what a page above it is worth, and what is missed."""
        told = self.held_out or self.fitted
        return told is not None and told.n_known > 0


@dataclass(frozen=True)
class Aim:
    """What is asked of a threshold.

    Attributes
    ----------
    precision : float
        Of the drafts that are flagged, so many are to be duplicates.
    duplicate_share : float
        Share of drafts that are duplicates, at most one half.
    confidence : float
        With which the precision is to be at least that.
    """

    precision: float = 0.95
    duplicate_share: float = 0.5
    confidence: float = 0.95

    def least_precision(self, right: npt.ArrayLike, known: int, wrong: npt.ArrayLike,
                        n: int) -> Float64Array:  # fmt: skip
        """Lower limit of the precision from counts; ``wrong`` are alarms of both kinds.

        Two exact one-sided limits (Clopper and Pearson), of recall from below and of alarms from
        above, each at half of the risk: it holds however the two depend on each other.
        """
        risk = (1 - self.confidence) / 2
        found = lower_limit(right, known, risk) * self.duplicate_share
        alarms = upper_limit(wrong, n, risk) * (1 - self.duplicate_share)
        out: Float64Array = np.where(found > 0, found / np.maximum(found + alarms, 1e-300), 0.0)
        return out

    def pairs_needed(self) -> int:
        """Fewest known pairs with which a calibration without any error reaches the aim."""
        n = 1
        while n < 1 << 30 and self.least_precision(n, n, 0, n) < self.precision:
            n *= 2
        low, high = n // 2, n
        while high - low > 1:
            middle = (low + high) // 2
            enough = self.least_precision(middle, middle, 0, middle) >= self.precision
            low, high = (low, middle) if enough else (middle, high)
        return high

    def pages_needed(self) -> int:
        """Fewest pages without any false alarm that limit false alarms as the aim does."""
        n = max(1, math.ceil(math.log(1 - self.confidence) / math.log(self.precision)))
        while upper_limit(0, n, 1 - self.confidence) > 1 - self.precision:
            n += 1
        return n


def lower_limit(count: npt.ArrayLike, n: int, risk: float) -> Float64Array:
    """One-sided exact limit of a share from below."""
    from scipy.special import betaincinv

    hits = np.asarray(count, dtype=np.float64)
    some = np.maximum(hits, 1e-9)
    out: Float64Array = np.where(hits > 0, betaincinv(some, n - hits + 1, risk), 0.0)
    return out


def upper_limit(count: npt.ArrayLike, n: int, risk: float) -> Float64Array:
    """One-sided exact limit of a share from above; more counts than n are a share of 1."""
    from scipy.special import betaincinv

    hits = np.asarray(count, dtype=np.float64)
    left = np.maximum(n - hits, 1e-9)
    out: Float64Array = np.where(hits < n, betaincinv(hits + 1, left, 1 - risk), 1.0)
    return out

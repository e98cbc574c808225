"""Whether queries lie beside their answers in one common direction."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from monosashi.advice.answer_pairs import AnswerPairs, Array
from monosashi.results import Estimate
from monosashi.statistics.jackknife import jackknife_estimate

NOTHING = 1e-12  # mean squares of unit vectors below this are rounding
NO_SHIFT = 1e-24  # the same for the square of a mean, where errors cancel


@dataclass(frozen=True)
class Displacement:
    """How far queries are shifted, as one body, from their answers.

    Attributes
    ----------
    offset : Estimate or None
        Length of the mean of q - d+ (unit vectors) in units of the spread of the answers, the
        root mean squared distance of the d+ from their mean. None where the answers do not vary.
    share : Estimate or None
        Part of the mean squared distance of q and d+ that this one shift is,
        ``|mean(q - d+)|² / mean |q - d+|²``, from 0 to 1. None where every query equals its answer.
    """

    offset: Estimate | None
    share: Estimate | None


@dataclass(frozen=True, eq=False)
class _Moments:
    """Mean squares of everything, or of everything but one unit at a time."""

    shift: Array  # |mean(q - d+)|²
    apart: Array  # mean |q - d+|²
    spread: Array  # mean |d+ - mean d+|²


def displacement(pairs: AnswerPairs, *, confidence: float = 0.95) -> Displacement:
    """Mean shift between queries and answers, with a jackknife over the independent units.

    The square of a mean over few queries is too large on average (noise has a length, too); the
    jackknife takes that away, so the interval may exclude the value.
    """
    whole, without = _moments(pairs.query - pairs.answer, pairs.answer, pairs.units.codes)
    squared = _ratio((whole.shift, without.shift), (whole.spread, without.spread), np.inf,
                     confidence)  # fmt: skip
    share = _ratio((whole.shift, without.shift), (whole.apart, without.apart), 1.0, confidence)
    return Displacement(None if squared is None else _root(squared), share)


def _moments(shift: Array, answer: Array, units: npt.NDArray[np.intp]) -> tuple[_Moments, _Moments]:
    """Of all pairs, and without each unit, from sums alone."""
    sizes = np.bincount(units).astype(np.float64)
    squares = np.bincount(units, weights=np.einsum("ij,ij->i", shift, shift))
    shifts, answers = (_sums(values, units, len(sizes)) for values in (shift, answer))
    n = float(sizes.sum())
    whole = _of(np.array([n]), shifts.sum(axis=0)[None], squares.sum(keepdims=True),
                answers.sum(axis=0)[None])  # fmt: skip
    if len(sizes) < 2:
        nothing = np.empty(0)
        return whole, _Moments(nothing, nothing, nothing)
    without = _of(n - sizes, shifts.sum(axis=0) - shifts, squares.sum() - squares,
                  answers.sum(axis=0) - answers)  # fmt: skip
    return whole, without


def _sums(values: Array, units: npt.NDArray[np.intp], count: int) -> Array:
    order = np.argsort(units, kind="stable")
    starts = np.searchsorted(units[order], np.arange(count))
    sums: Array = np.add.reduceat(values[order], starts, axis=0)
    return sums


def _of(n: Array, shift: Array, squares: Array, answer: Array) -> _Moments:
    def length(sums: Array) -> Array:
        squared: Array = np.einsum("ij,ij->i", sums, sums) / n**2
        return squared

    moved = length(shift)
    return _Moments(np.where(moved > NO_SHIFT, moved, 0.0), squares / n, 1 - length(answer))


def _ratio(
    top: tuple[Array, Array], bottom: tuple[Array, Array], highest: float, confidence: float
) -> Estimate | None:
    """Top over bottom, each of all pairs and without each unit."""
    if bottom[0][0] <= NOTHING:
        return None
    undefined = np.full(len(top[1]), np.nan)
    without = np.divide(top[1], bottom[1], out=undefined, where=bottom[1] > NOTHING)
    return jackknife_estimate(float(top[0][0] / bottom[0][0]), without, confidence=confidence,
                              possible=(0.0, highest), unit="query")  # fmt: skip


def _root(squared: Estimate) -> Estimate:
    """The length whose square was estimated; the ends of its interval stay in their order."""
    corrected = squared.bias_corrected
    return replace(
        squared,
        value=float(np.sqrt(squared.value)),
        low=None if squared.low is None else float(np.sqrt(squared.low)),
        high=None if squared.high is None else float(np.sqrt(squared.high)),
        standard_error=None,
        bias_corrected=None if corrected is None else float(np.sqrt(max(corrected, 0.0))),
    )

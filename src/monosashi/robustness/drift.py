"""How far rewriting moves vectors, beside how far different texts are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.sets import as_set
from monosashi.results import Estimate, Finding, Provenance, Result, Tables, hidden
from monosashi.statistics.gwet import t_interval
from monosashi.statistics.options import check_confidence

FloatArray = npt.NDArray[np.float64]
WORST = 10
METHOD = "jackknife over texts"


@dataclass(frozen=True, kw_only=True, repr=False)
class Drift(Result):
    """Cosine distance between each text and its rewriting.

    Attributes
    ----------
    mean : Estimate or None
    median, p95 : float or None
    random_distance : float or None
        Mean cosine distance of two different original texts.
    normalised : Estimate or None
        ``mean / random_distance``: of 1, a rewriting is as far as another text. Only this may be
        compared between models, which differ in how wide they spread.
    n, n_undefined : int
        Pairs with a distance; pairs of which one vector is zero.
    n_unmoved : int
        Pairs of equal vectors: a text that did not change, or a change the model did not read.
    worst : rows ``row, id, drift``
        The ten that move furthest.
    per_text : (N,) array
        NaN where undefined; not in ``to_dict``.
    """

    kind: ClassVar[str] = "drift"
    mean: Estimate | None
    median: float | None
    p95: float | None
    random_distance: float | None
    normalised: Estimate | None
    n: int
    n_undefined: int
    n_unmoved: int
    worst: tuple[dict[str, Any], ...]
    confidence: float
    per_text: FloatArray = hidden()

    def __repr__(self) -> str:
        told = "–" if self.mean is None else f"{self.mean:.3f}"
        relative = "–" if self.normalised is None else f"{self.normalised:.3f}"
        return f"Drift({told}; over random pairs {relative}; n={self.n})"

    def tables(self) -> Tables:
        """``drift`` and ``drift_worst``."""
        held = {"mean": self.mean, "normalised": self.normalised}
        rows = [
            {
                "quantity": name,
                "value": None if one is None else one.value,
                "low": None if one is None else one.low,
                "high": None if one is None else one.high,
            }
            for name, one in held.items()
        ]
        rows += [
            {"quantity": name, "value": getattr(self, name)}
            for name in ("median", "p95", "random_distance", "n", "n_undefined", "n_unmoved")
        ]
        return {"drift": rows, "drift_worst": list(self.worst)}

    def findings(self) -> list[Finding]:
        """Pairs of equal vectors, which are no merit; the rest is told beside losses."""
        if not self.n_unmoved:
            return []
        numbers = {"count": self.n_unmoved, "n": self.n, "share": self.n_unmoved / self.n}
        return [Finding("robustness.unmoved", "warning", numbers)]


def measure_drift(original: Any, transformed: Any, *, confidence: float = 0.95) -> Drift:
    """Measure 1 - cos between each text and its rewriting, row by row.

    Distances are never below 0. A zero vector has no direction: its pair is undefined and counted,
    never replaced. The distance of random pairs is exact, over all pairs of different rows of
    ``original``: (1 - (|sum of unit vectors|² - n)/(n(n - 1))). Intervals are jackknifes over
    texts, which are taken as independent.

    Parameters
    ----------
    original, transformed : EmbeddingSet or (n, d) array
        Row i of both is one text. Where both are sets with ids, these must agree.
    confidence : float

    Raises
    ------
    DataError
        Different numbers of rows or dimensions, ids that differ, NaN or infinity.

    Examples
    --------
    >>> before = [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [3.0, 4.0]]
    >>> after = [[0.0, 1.0], [2.0, 2.0], [1.0, 0.0], [4.0, 3.0]]
    >>> found = measure_drift(before, after)
    >>> [None if np.isnan(x) else round(float(x), 12) for x in found.per_text]
    [1.0, 0.0, None, 0.04]
    >>> round(found.mean.value, 12), found.n_undefined
    (0.346666666667, 1)
    """
    check_confidence(confidence)
    before, after = as_set(original), as_set(transformed)
    _check(before, after)
    drift = cosine_distances(before.vectors, after.vectors)
    known = ~np.isnan(drift)
    held, unit = drift[known], unit_rows(before.vectors[known])
    wide, without = random_pair_distances(unit)
    normalised, reasons = _normalised(held, wide, without, confidence)
    mean = _mean(held, confidence)
    if mean is None:
        nothing = fault("robustness.reasons.no_direction")
        reasons |= dict.fromkeys(("mean", "median", "p95"), nothing)
    if wide is None:
        reasons["random_distance"] = fault("robustness.reasons.few_texts")
    order = np.argsort(-np.where(known, drift, -1.0), kind="stable")[: min(WORST, len(held))]
    return Drift(
        provenance=Provenance.of(before, confidence=confidence),
        reasons=reasons,
        mean=mean,
        median=float(np.median(held)) if len(held) else None,
        p95=float(np.quantile(held, 0.95)) if len(held) else None,
        random_distance=wide,
        normalised=normalised,
        n=len(held),
        n_undefined=int((~known).sum()),
        n_unmoved=int((before.vectors[known] == after.vectors[known]).all(axis=1).sum()),
        worst=tuple({"row": int(i), "id": str(before.ids[i]), "drift": float(drift[i])}
                    for i in order),
        confidence=confidence,
        per_text=drift,
    )  # fmt: skip


def cosine_distances(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> FloatArray:
    """1 - cos of each pair of rows, at least 0; NaN where one row is zero.

    It is half the squared distance of the unit vectors, which keeps its digits near 0.
    """
    x, y = unit_rows(a), unit_rows(b)
    distances: FloatArray = 0.5 * ((x - y) ** 2).sum(axis=1)
    return distances


def unit_rows(vectors: npt.NDArray[Any]) -> FloatArray:
    """Rows of length 1 in float64; NaN for a row of zeros."""
    wide = np.asarray(vectors, dtype=np.float64)
    scale = np.abs(wide).max(axis=1, keepdims=True)
    out = np.full_like(wide, np.nan)
    np.divide(wide, scale, out=out, where=scale > 0)
    unit: FloatArray = out / np.sqrt((out * out).sum(axis=1, keepdims=True))
    return unit


def random_pair_distances(unit: FloatArray) -> tuple[float | None, FloatArray]:
    """Mean distance of two different rows, and the same without each row in turn."""
    n = len(unit)
    if n < 2:
        return None, np.zeros(0)
    total = unit.sum(axis=0)
    square = float((total**2).sum())
    whole = 1 - (square - n) / (n * (n - 1))
    if n < 3:
        return max(whole, 0.0), np.zeros(0)
    left = square - 2 * unit @ total + 1
    without: FloatArray = 1 - (left - (n - 1)) / ((n - 1) * (n - 2))
    return max(whole, 0.0), without


def _mean(held: FloatArray, confidence: float) -> Estimate | None:
    if not len(held):
        return None
    value, n = float(held.mean()), len(held)
    if n < 2:
        return Estimate(value, None, None, None, "no interval: one text", n)
    error = float(held.std(ddof=1)) / n**0.5
    low, high = t_interval(value, error, n, confidence)
    return Estimate(value, max(low, 0.0), min(high, 2.0), error, f"t({n - 1})", n)


SAME = 1e-9  # distances of unit vectors below this are rounding


def _normalised(
    held: FloatArray, wide: float | None, without: FloatArray, confidence: float
) -> tuple[Estimate | None, dict[str, Fault]]:
    if wide is None or not len(held):
        return None, {"normalised": fault("robustness.reasons.few_texts")}
    if wide < SAME:
        return None, {"normalised": fault("robustness.reasons.all_alike")}
    value, n = float(held.mean()) / wide, len(held)
    if n < 3 or (without < SAME).any():
        return Estimate(value, None, None, None, "no interval: too few texts", n), {}
    left = (held.sum() - held) / (n - 1) / without
    error = float(np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum()))
    low, high = t_interval(value, error, n, confidence)
    return Estimate(value, max(low, 0.0), high, error, METHOD, n), {}


def _check(before: EmbeddingSet, after: EmbeddingSet) -> None:
    faults = []
    if (before.n, before.dimension) != (after.n, after.dimension):
        faults.append(fault("robustness.errors.drift_shape", before=before.vectors.shape,
                            after=after.vectors.shape))  # fmt: skip
    elif list(before.ids) != list(after.ids):
        rows = [i for i, (a, b) in enumerate(zip(before.ids, after.ids, strict=True)) if a != b]
        faults.append(fault("robustness.errors.drift_ids", rows))
    if faults:
        raise DataError(*faults)

"""Whether scores of generators go with the error rates of people who looked at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.fidelity.points import Floats
from monosashi.results import Row
from monosashi.shape.correlations import pearson, ranks
from monosashi.statistics.jackknife import jackknife_estimate

if TYPE_CHECKING:
    from monosashi.fidelity.result import Fidelity

FEWEST, NO_DOUBT = 4, 1e-9
FORMS = ("plain", "filtered", "corrected")
Correlate = Callable[[Floats, Floats], float]


def rates_of(
    human: Mapping[str, float] | Sequence[float] | None, called: Sequence[str]
) -> Floats | None:
    """One rate for each generator, in their order."""
    if human is None:
        return None
    given = human if isinstance(human, Mapping) else dict(zip(called, human, strict=False))
    missing = [name for name in called if name not in given]
    if missing:
        raise DataError(fault("fidelity.errors.human", names=", ".join(missing),
                              known=", ".join(map(str, given)) or "-"))  # fmt: skip
    outside = [name for name in called if not 0 <= float(given[name]) <= 1]
    if outside:
        raise DataError(fault("fidelity.errors.human_range", names=", ".join(outside)))
    return np.array([float(given[name]) for name in called])


def human_rows(
    rates: Floats | None, results: Sequence[Fidelity], called: Sequence[str], confidence: float
) -> tuple[list[Row], dict[str, Fault]]:
    """Pearson and Spearman for each metric and form, and the difference that correction makes.

    Generators are the units. Intervals of a correlation are Fisher's (for ranks with the error of
    Bonett & Wright 2000); those of the difference corrected - plain leave one generator out at a
    time, t(generators - 1).
    """
    if rates is None:
        return [], {}
    if len(called) < FEWEST or np.ptp(rates) == 0:
        return [], {"human": fault("fidelity.reasons.few_generators", n=len(called))}
    rows: list[Row] = []
    for name in results[0].metrics:
        held = {form: _values(name, form, results) for form in FORMS}
        for kind, correlate in (("pearson", pearson), ("spearman", _spearman)):
            rows += [{"metric": name, "form": form, "correlation": kind,
                      **_value(correlate(values, rates), len(called), confidence, kind)}
                     for form, values in held.items()
                     if values is not None and np.ptp(values) > 0]  # fmt: skip
            rows += [{"metric": name, "form": "corrected_minus_plain", "correlation": kind, **gain}
                     for gain in _gain(correlate, held, rates, confidence)]  # fmt: skip
    return rows, {}


def interval(
    value: float, n: int, confidence: float, *, ranked: bool
) -> tuple[float, float] | tuple[None, None]:
    """Fisher's interval of a correlation over n units; none where it is 1 or -1.

    >>> [round(end, 3) for end in interval(0.5, 10, 0.95, ranked=False)]
    [-0.189, 0.859]
    """
    if abs(value) > 1 - NO_DOUBT:
        return None, None
    spread = sqrt((1 + value * value / 2 if ranked else 1) / (n - 3))
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * spread
    middle = atanh(value)
    return tanh(middle - reach), tanh(middle + reach)


def smallest_correlation(n: int, confidence: float = 0.95) -> float:
    """The correlation whose interval just reaches 0."""
    return tanh(NormalDist().inv_cdf(0.5 + confidence / 2) / sqrt(n - 3))


def _value(value: float, n: int, confidence: float, kind: str) -> Row:
    low, high = interval(value, n, confidence, ranked=kind == "spearman")
    return {"value": value, "low": low, "high": high, "n": n}


def _gain(
    correlate: Correlate, held: Mapping[str, Floats | None], rates: Floats, confidence: float
) -> list[Row]:
    """Corrected minus plain, leaving one generator out at a time."""
    plain, corrected = held["plain"], held["corrected"]
    if plain is None or corrected is None or min(np.ptp(plain), np.ptp(corrected)) == 0:
        return []

    def gain(kept: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
        return correlate(corrected[kept], rates[kept]) - correlate(plain[kept], rates[kept])

    everyone = np.arange(len(rates))
    without = np.array([gain(np.delete(everyone, one)) for one in everyone])
    found = jackknife_estimate(gain(everyone), without, confidence=confidence,
                               possible=(-2.0, 2.0), unit="generator")  # fmt: skip
    return [{"value": found.value, "low": found.low, "high": found.high, "n": len(rates)}]


def _values(name: str, form: str, results: Sequence[Fidelity]) -> Floats | None:
    if form == "plain":
        found = [None if one.scores[name] is None else float(one.scores[name] or 0)
                 for one in results]  # fmt: skip
    else:
        found = [(one.filtered if form == "filtered" else one.corrected).get(name)
                 for one in results]  # fmt: skip
    return None if any(value is None for value in found) else np.array(found, np.float64)


def _spearman(values: Floats, rates: Floats) -> float:
    return pearson(ranks(values), ranks(rates))

"""``compare_generators``: several generated sets on one fitted real side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, as_set, fault
from monosashi.fidelity.asking import Asked
from monosashi.fidelity.comparison import GeneratorComparison
from monosashi.fidelity.correction import Correction
from monosashi.fidelity.differences import corrected_difference_rows, difference_rows
from monosashi.fidelity.finished import Finished
from monosashi.fidelity.human import human_rows, rates_of
from monosashi.fidelity.measure import Correct
from monosashi.fidelity.names import DEFAULT_METRICS, check_metrics
from monosashi.fidelity.result import Fidelity
from monosashi.fidelity.sides import Sides
from monosashi.fidelity.trends import trend_rows
from monosashi.neighbors import Metric
from monosashi.results import Row

MOST_KNOB, LEAST_KNOB = 1e100, 1e-100  # their squares can be counted


def compare_generators(
    real: Any,
    *generated: Any,
    names: Sequence[str] | None = None,
    knob: Sequence[float] | None = None,
    human: Mapping[str, float] | Sequence[float] | None = None,
    k: int = 5,
    metrics: Sequence[str] = DEFAULT_METRICS,
    correct: Correct | None = "gicdm",
    metric: Metric = "euclidean",
    control: bool = True,
    correction_intervals: bool | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    n_jobs: int | None = None,
    store: str | Path | None = None,
) -> GeneratorComparison:
    """Compare generated sets on the same reals, which are fitted once.

    Differences are paired: leaving a group of reals out changes both scores, and what they share
    cancels. Their intervals hold one by one, not all together. Metrics that are cut at 1 are
    compared after the cut.

    Along a ``knob`` (a guidance strength, a temperature) every metric gets its slope and its rank
    correlation. With ``human`` error rates the scores, plain, filtered and corrected, are
    correlated with them over generators; so few generators decide little, and the intervals show
    it.

    Parameters
    ----------
    real : EmbeddingSet or array
    *generated : EmbeddingSet or array
        At least one.
    names : names of the generators; by default their models, or 1, 2, …
    knob : one number for each generator
    human : mapping of name to error rate, or one for each generator
        The share of answers in which people took generated points for real: higher is better.
    k, metrics, correct, metric, control, correction_intervals, confidence, rng, n_jobs, store
        As in ``measure_fidelity``.

    Returns
    -------
    GeneratorComparison

    Raises
    ------
    DataError
        As ``measure_fidelity``; names that repeat, a knob of another length, rates that are
        missing.

    Examples
    --------
    >>> draw = np.random.default_rng(0).normal
    >>> real = draw(size=(200, 4))
    >>> found = compare_generators(real, draw(size=(200, 4)), draw(size=(200, 4)) + 1,
    ...                            names=["same", "moved"], correct=None)
    >>> row = next(row for row in found.differences if row["metric"] == "clipped_density")
    >>> row["low"] > 0
    True
    """
    asked_names = check_metrics(metrics)
    if not generated:
        raise DataError(fault("fidelity.errors.no_generators"))
    called = _names(generated, names)
    _check_knob(knob, called)
    rates = rates_of(human, called)
    sides = [Sides.of(real, one, k=k, metric=metric) for one in generated]
    asked = Asked.of(sides[0], asked_names, k, (), None, control=control, peer_compat=False,
                     confidence=confidence, rng=rng, n_jobs=n_jobs,
                     finished=Finished.open(store))  # fmt: skip
    correction = Correction.of(correct, sides[0], asked, intervals=correction_intervals)
    results = _measured(sides, asked, correction)
    rows = _score_rows(called, results, knob)
    trends = [] if knob is None else trend_rows(knob, results, asked)
    agreements, reasons = human_rows(rates, results, called, confidence)
    return GeneratorComparison(
        provenance=results[0].provenance, reasons={**_reasons(called, results), **reasons},
        names=called, n_real=sides[0].real.n, k=k, metric=metric, metrics=asked_names,
        knob=None if knob is None else [float(one) for one in knob], generators=rows,
        differences=difference_rows(called, results, confidence),
        corrected_differences=corrected_difference_rows(called, results, confidence), trends=trends,
        human=agreements,
        results=dict(zip(called, results, strict=True)),
    )  # fmt: skip


def _names(generated: Sequence[Any], names: Sequence[str] | None) -> tuple[str, ...]:
    given = [as_set(one).model.name for one in generated] if names is None else list(names)
    known = len(set(given)) == len(given) and all(given)
    called = given if known or names is not None else [str(i + 1) for i in range(len(given))]
    if len(set(called)) != len(called) or len(called) != len(generated):
        raise DataError(fault("fidelity.errors.same_names", names=", ".join(map(str, called))))
    return tuple(str(one) for one in called)


def _check_knob(knob: Sequence[float] | None, called: Sequence[str]) -> None:
    if knob is not None and len(knob) != len(called):
        raise DataError(fault("fidelity.errors.knob", given=len(knob), n=len(called)))
    odd = [str(one) for one in knob or () if one != 0 and not LEAST_KNOB <= abs(one) <= MOST_KNOB]
    if odd:
        raise DataError(fault("fidelity.errors.knob_value", values=", ".join(odd)))


def _measured(
    sides: Sequence[Sides], asked: Asked, correction: Correction | None
) -> list[Fidelity]:
    """One by one; reals, their halves and the correction are fitted once."""
    fitted = asked.fit(sides[0])
    found: list[Fidelity] = []
    for one in sides:
        same = bool(found) and one.generated.n == sides[0].generated.n
        mine = replace(asked, control=asked.control and not same)
        corrected = None if correction is None else correction.scores(one)
        done = mine.measure(one, fitted, corrected)
        found.append(replace(done, control=found[0].control) if same else done)
    return found


def _score_rows(
    called: Sequence[str], results: Sequence[Fidelity], knob: Sequence[float] | None
) -> list[Row]:
    rows: list[Row] = []
    for place, (name, one) in enumerate(zip(called, results, strict=True)):
        beside = {} if knob is None else {"knob": float(knob[place])}
        rows += [{"generator": name, **beside, "n_generated": one.n_generated, **row}
                 for row in one.tables()["fidelity_scores"]]  # fmt: skip
    return rows


def _reasons(called: Sequence[str], results: Sequence[Fidelity]) -> dict[str, Fault]:
    return {f"{name}.{field}": why for name, one in zip(called, results, strict=True)
            for field, why in one.reasons.items()}  # fmt: skip

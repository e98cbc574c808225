"""Trends over stages: shares, tau, Page."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.shape.configuration import Array
from monosashi.statistics.jackknife import NO_SPREAD_KEY, alike
from monosashi.statistics.proportions import clopper_pearson
from monosashi.words import say


def trend(table: Array, confidence: float) -> tuple[dict[str, Any], dict[str, Fault]]:
    """Fields of ``Dose`` that a (questions, stages) table of W~ gives, and reasons."""
    n = len(table)
    rising = int((np.diff(table, axis=1) > 0).all(axis=1).sum())
    low, high = clopper_pearson(rising, n, confidence)
    share = Estimate(rising / n, low, high, None, "Clopper-Pearson", n)
    taus = np.array([kendall(values) for values in table])
    facts: dict[str, Any] = {"strictly_increasing": share, "kendall_tau": None,
                             "page_l": None, "page_p_value": None, "page_method": None}  # fmt: skip
    reasons: dict[str, Fault] = {}
    known = taus[~np.isnan(taus)]
    if len(known):
        tau = mean_over_questions(known, confidence, (-1.0, 1.0))
        facts["kendall_tau"] = tau
        if tau.low is None:
            key = "shape.reasons.one_question" if len(known) < 2 else NO_SPREAD_KEY
            reasons["kendall_tau.interval"] = fault(key, n=len(known))
    else:
        reasons["kendall_tau"] = fault("shape.reasons.flat_stages")
    if table.shape[1] < 3 or n < 2:
        why = fault("shape.reasons.no_page", n=n, stages=table.shape[1])
        return facts, reasons | dict.fromkeys(("page_l", "page_p_value", "page_method"), why)
    return facts | _page(table), reasons


def _page(table: Array) -> dict[str, Any]:
    """Page's test; with ties the exact distribution does not hold, so its limit is used."""
    from scipy.stats import page_trend_test

    tied = any(len(np.unique(values)) < len(values) for values in table)
    found = page_trend_test(table, method="asymptotic" if tied else "auto")
    return {"page_l": float(found.statistic), "page_p_value": float(found.pvalue),
            "page_method": str(found.method)}  # fmt: skip


def kendall(values: Array) -> float:
    """Tau-b of the values with their places; NaN when all are equal."""
    i, j = np.triu_indices(len(values), 1)
    signs = np.sign(values[j] - values[i])
    untied = int((signs != 0).sum())
    return float(signs.sum() / np.sqrt(untied * len(signs))) if untied else float("nan")


def mean_over_questions(
    values: Array, confidence: float, possible: tuple[float, float]
) -> Estimate:
    """Mean over questions with its t interval."""
    from scipy.special import stdtrit

    n, value = len(values), float(values.mean())
    if n < 2:
        return Estimate(value, None, None, None, say("shape.reasons.one_question", "en"), n)
    if alike(values):  # an interval of no width would claim to know it exactly
        return Estimate(value, None, None, None, say(NO_SPREAD_KEY, "en", n=n), n)
    error = float(values.std(ddof=1) / np.sqrt(n))
    half = float(stdtrit(n - 1, 0.5 + confidence / 2)) * error
    low, high = (min(max(end, possible[0]), possible[1]) for end in (value - half, value + half))
    clipped = (low, high) != (value - half, value + half)
    return Estimate(value, low, high, error, f"t({n - 1}) over questions", n, clipped=clipped)

"""``measure_dose``: whether stronger rewording moves queries further, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Provenance, Row
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Array, configure
from monosashi.shape.dose_result import Dose
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.sums import group_sums
from monosashi.statistics.proportions import clopper_pearson
from monosashi.words import say


def measure_dose(
    data: EmbeddingSet | Any,
    *,
    groups: Column,
    stage: Column,
    order: Sequence[Any] | None = None,
    normalise: bool = True,
    confidence: float = 0.95,
) -> Dose:
    """Test whether the wordings of a question spread more from stage to stage.

    Says whether a manipulation meant as a dose acts as one: W~ of every question at every stage,
    and whether it rises. Does not say that real users' wordings lie in that range.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        Wordings.
    groups : column name, (n,) labels, or a mapping of id to label
        The question behind each wording.
    stage : column name, (n,) labels, or a mapping of id to label
        The strength of rewording.
    order : labels of the stages, weakest first, optional
        By default whole numbers by size, then text in order of the alphabet.
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1

    Returns
    -------
    Dose

    Raises
    ------
    DataError
        Fewer than two stages, an ``order`` that is not that of the stages found, no question
        with two wordings at every stage, zero vectors, missing labels.

    Notes
    -----
    W~ = SSW/(n - 1) of each cell, comparable at unequal numbers of wordings. Only questions with
    two wordings at every stage count; the others are named. Page's L (1963), one-sided, exact for
    up to 12 questions and 8 stages without ties, else its normal limit.

    Examples
    --------
    >>> x = [[1, 0], [1, 0.1], [1, 0], [1, 1], [0, 1], [0.1, 1], [0, 1], [1, 1]]
    >>> dose = measure_dose(x, groups=list("aaaabbbb"), stage=[1, 1, 2, 2, 1, 1, 2, 2])
    >>> float(dose.strictly_increasing), dose.n_groups
    (1.0, 2)
    """
    refuse(confidence_faults(confidence))
    checked = as_set(data)
    questions = read_grouping(checked, groups)
    stages = read_grouping(checked, stage, "stage")
    names = _ordered(stages, order)
    table, left_out = _table(checked, questions, stages, names, normalise=normalise)
    facts, reasons = _trend(table, confidence)
    rows = tuple(_stage_row(name, table[:, i], confidence) for i, name in enumerate(names))
    labels = [questions.names[i] for i in np.setdiff1d(np.arange(questions.n_groups), left_out)]
    gone = tuple(questions.names[i] for i in left_out)
    return Dose(
        provenance=Provenance.of(checked, normalise=normalise, confidence=confidence,
                                 order=list(names), left_out=list(gone)),
        reasons=reasons, n=checked.n, n_groups=len(table), n_stages=len(names), left_out=gone,
        stages=rows, confidence=confidence,
        groups=tuple(_question_row(label, values, names)
                     for label, values in zip(labels, table, strict=True)), **facts)  # fmt: skip


def _ordered(stages: Grouping, order: Sequence[Any] | None) -> tuple[str, ...]:
    names = stages.names if order is None else tuple(str(name) for name in order)
    if sorted(names) != sorted(stages.names):
        raise DataError(fault("shape.errors.stage_order", given=", ".join(names),
                              found=", ".join(stages.names)))  # fmt: skip
    if len(names) < 2:
        raise DataError(fault("shape.errors.one_stage", name=names[0]))
    return names


def _table(
    data: EmbeddingSet, questions: Grouping, stages: Grouping, names: Sequence[str], *,
    normalise: bool,
) -> tuple[Array, npt.NDArray[np.intp]]:  # fmt: skip
    """(questions, stages) W~ of the complete questions, and the numbers of the others."""
    place = np.array([names.index(name) for name in stages.names])
    cells = questions.codes * len(names) + place[stages.codes]
    held, codes = np.unique(cells, return_inverse=True)
    sums = group_sums(configure(data, normalise=normalise),
                      Grouping(tuple(str(cell) for cell in held), codes))  # fmt: skip
    flat = np.full(questions.n_groups * len(names), np.nan)
    plural = sums.sizes > 1
    flat[held[plural]] = sums.within[plural] / (sums.sizes[plural] - 1)
    table = flat.reshape(questions.n_groups, len(names))
    whole = ~np.isnan(table).any(axis=1)
    if not whole.any():
        raise DataError(fault("shape.errors.no_whole_question", n=questions.n_groups,
                              stages=", ".join(names)))  # fmt: skip
    return table[whole], np.flatnonzero(~whole)


def _trend(table: Array, confidence: float) -> tuple[dict[str, Any], dict[str, Fault]]:
    n = len(table)
    rising = int((np.diff(table, axis=1) > 0).all(axis=1).sum())
    low, high = clopper_pearson(rising, n, confidence)
    share = Estimate(rising / n, low, high, None, "Clopper-Pearson", n)
    kendall = np.array([_kendall(values) for values in table])
    facts: dict[str, Any] = {"strictly_increasing": share, "kendall_tau": None,
                             "page_l": None, "page_p_value": None, "page_method": None}  # fmt: skip
    reasons: dict[str, Fault] = {}
    known = kendall[~np.isnan(kendall)]
    if len(known):
        facts["kendall_tau"] = _mean(known, confidence, (-1.0, 1.0))
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


def _kendall(values: Array) -> float:
    """Tau-b of the values with their places; NaN when all are equal."""
    i, j = np.triu_indices(len(values), 1)
    signs = np.sign(values[j] - values[i])
    untied = int((signs != 0).sum())
    return float(signs.sum() / np.sqrt(untied * len(signs))) if untied else float("nan")


def _mean(values: Array, confidence: float, possible: tuple[float, float]) -> Estimate:
    """Mean over questions with its t interval."""
    from scipy.special import stdtrit

    n, value = len(values), float(values.mean())
    if n < 2:
        return Estimate(value, None, None, None, say("shape.reasons.one_question", "en"), n)
    error = float(values.std(ddof=1) / np.sqrt(n))
    half = float(stdtrit(n - 1, 0.5 + confidence / 2)) * error
    low, high = (min(max(end, possible[0]), possible[1]) for end in (value - half, value + half))
    clipped = (low, high) != (value - half, value + half)
    return Estimate(value, low, high, error, f"t({n - 1}) over questions", n, clipped=clipped)


def _stage_row(name: str, values: Array, confidence: float) -> Row:
    found = _mean(values, confidence, (0.0, np.inf))
    return {"stage": name, "mean_w_tilde": found.value, "low": found.low, "high": found.high,
            "median_w_tilde": float(np.median(values)), "groups": len(values)}  # fmt: skip


def _question_row(name: str, values: Array, stages: Sequence[str]) -> Row:
    tau = _kendall(values)
    steps = dict(zip(stages, values.tolist(), strict=True))
    return {"group": name, "w_tilde": steps, "kendall_tau": None if np.isnan(tau) else tau,
            "strictly_increasing": bool((np.diff(values) > 0).all())}  # fmt: skip

"""Similarity against human scores: STS, and summaries."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import fault
from monosashi.robustness.drift import unit_rows
from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors, pair_cosines, settled

FEWEST = 3


def score_sts(task: Task, vectors: Vectors, keep: Keep) -> Scored:
    """Spearman correlation of cosine and score over pairs."""
    units = np.flatnonzero(keep["left"])
    gold = np.array(task.gold["scores"])[units]
    near = pair_cosines(vectors["left"][units], vectors["right"][units])
    return _correlated(near, gold, units)


def _correlated(near: FloatArray, gold: FloatArray, units: IntArray) -> Scored:
    value = rank_correlation(near, gold)
    if value is None:
        return Scored(None, units, reason=fault("robustness_run.reasons.no_order"))
    again = lambda rows: _or_nan(rank_correlation(near[rows], gold[rows]))  # noqa: E731
    return Scored(value, units, again=again)


def rank_correlation(a: FloatArray, b: FloatArray) -> float | None:
    """Spearman's rho with midranks, as scipy's; None where one side does not vary.

    >>> rank_correlation(np.array([1.0, 2.0, 3.0]), np.array([2.0, 1.0, 3.0]))
    0.5
    """
    from scipy.stats import rankdata

    if len(a) < FEWEST:
        return None
    x, y = rankdata(a), rankdata(b)
    x, y = x - x.mean(), y - y.mean()
    room = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float((x * y).sum()) / room if room else None


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


def score_summaries(task: Task, vectors: Vectors, keep: Keep, *, pooled: bool) -> Scored:
    """The largest cosine of a summary to the human ones of its text, against its human score.

    The mean of the correlations of each text (mteb), or one over all summaries (HTEB). Texts whose
    summaries do not differ in score or similarity are left out, as mteb does.
    """
    units, near = _nearest_human(task, vectors, keep)
    gold = np.array(task.gold["scores"])[units]
    if pooled:
        return _correlated(near, gold, units)
    parents = np.array(task.gold["parents"]["machine"], dtype=object)[units]
    names, codes = np.unique(parents.astype(str), return_inverse=True)
    per_text = np.array([_or_nan(_of_text(near[codes == i], gold[codes == i]))
                         for i in range(len(names))])  # fmt: skip
    if np.isnan(per_text).all():
        return Scored(None, units, reason=fault("robustness_run.reasons.no_order"))
    weight = 1 / np.bincount(codes)

    def again(rows: IntArray) -> float:
        """Mean over texts, each as often as its summaries were drawn."""
        times = np.bincount(codes[rows], minlength=len(names)) * weight
        known = ~np.isnan(per_text) & (times > 0)
        return float(np.average(per_text[known], weights=times[known])) if known.any() else np.nan

    return Scored(float(np.nanmean(per_text)), units, again=again)


def _of_text(near: FloatArray, gold: FloatArray) -> float | None:
    """Of two summaries, whether they are in order."""
    if len(near) == 2 and near[0] != near[1] and gold[0] != gold[1]:
        return float(np.sign((near[0] - near[1]) * (gold[0] - gold[1])))
    return rank_correlation(near, gold)


def _nearest_human(task: Task, vectors: Vectors, keep: Keep) -> tuple[IntArray, FloatArray]:
    """Kept machine summaries whose text has a kept human one, and their largest cosine."""
    human, machine = unit_rows(vectors["human"]), unit_rows(vectors["machine"])
    of_text: dict[str, list[int]] = {}
    for row, parent in enumerate(task.gold["parents"]["human"]):
        if keep["human"][row]:
            of_text.setdefault(parent, []).append(row)
    parents = task.gold["parents"]["machine"]
    units = [row for row in np.flatnonzero(keep["machine"]).tolist() if parents[row] in of_text]
    near = [float((human[of_text[parents[row]]] @ machine[row]).max()) for row in units]
    return np.array(units, dtype=np.intp), settled(np.array(near))

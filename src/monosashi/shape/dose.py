"""``measure_dose``: whether stronger rewording moves queries further, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.results import Provenance, Row
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Array, configure
from monosashi.shape.dose_result import Dose
from monosashi.shape.dose_trend import kendall, mean_over_questions, trend
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.sums import group_sums


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
    facts, reasons = trend(table, confidence)
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


def _stage_row(name: str, values: Array, confidence: float) -> Row:
    found = mean_over_questions(values, confidence, (0.0, np.inf))
    return {"stage": name, "mean_w_tilde": found.value, "low": found.low, "high": found.high,
            "median_w_tilde": float(np.median(values)), "groups": len(values)}  # fmt: skip


def _question_row(name: str, values: Array, stages: Sequence[str]) -> Row:
    tau = kendall(values)
    steps = dict(zip(stages, values.tolist(), strict=True))
    return {"group": name, "w_tilde": steps, "kendall_tau": None if np.isnan(tau) else tau,
            "strictly_increasing": bool((np.diff(values) > 0).all())}  # fmt: skip

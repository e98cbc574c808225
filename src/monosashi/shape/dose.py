"""``measure_dose``: whether stronger rewording moves queries further, stage by stage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Provenance, Row
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Array, configure
from monosashi.shape.dose_result import Dose
from monosashi.shape.dose_trend import kendall, mean_over_questions, trend
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.stages import Stages, read_stages
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
        Stages that it does not name are left out. By default numbers by size (0.5, 1, 1.5, 10,
        also where they are text); other text in order of the alphabet, with a warning.
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1

    Returns
    -------
    Dose

    Raises
    ------
    DataError
        Fewer than two stages, an ``order`` that names other stages than those found, no question
        with two wordings at every stage, zero vectors, missing labels.

    Notes
    -----
    W~ = SSW/(n - 1) of each cell, comparable at unequal numbers of wordings. Only questions with
    two wordings at every stage count; the others are named. Page's L (1963), one-sided, exact for
    up to 12 questions and 8 stages without ties, else its normal limit. A question whose stages
    are alike rises at every step with chance 1/k! (k stages).

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
    stages = read_stages(checked, stage, order)
    if len(names := stages.names) < 2:
        raise DataError(fault("shape.errors.one_stage", name=names[0] if names else "-"))
    table, left_out = _table(checked, questions, stages, normalise=normalise)
    facts, reasons = trend(table, confidence)
    rows = tuple(_stage_row(name, table[:, i], confidence) for i, name in enumerate(names))
    labels = [questions.names[i] for i in np.setdiff1d(np.arange(questions.n_groups), left_out)]
    gone = tuple(questions.names[i] for i in left_out)
    return Dose(
        provenance=Provenance.of(checked, normalise=normalise, confidence=confidence,
                                 order=list(names), left_out=list(gone)),
        reasons=reasons, n=int((stages.codes >= 0).sum()), n_groups=len(table),
        n_stages=len(names), left_out=gone, stages_left_out=stages.left_out,
        order_assumed=stages.assumed, chance_increasing=1 / math.factorial(len(names)),
        notices=_notices(stages, gone),
        stages=rows, confidence=confidence,
        groups=tuple(_question_row(label, values, names)
                     for label, values in zip(labels, table, strict=True)), **facts)  # fmt: skip


def _notices(stages: Stages, gone: Sequence[str]) -> tuple[Fault, ...]:
    """What was left out."""
    told = []
    if stages.left_out:
        told.append(fault("shape.notices.left_stages", ids=list(stages.left_out)))
    if gone:
        told.append(fault("shape.notices.left_questions", ids=list(gone)))
    return tuple(told)


def _table(
    data: EmbeddingSet, questions: Grouping, stages: Stages, *, normalise: bool
) -> tuple[Array, npt.NDArray[np.intp]]:
    """(questions, stages) W~ of the complete questions, and the numbers of the others."""
    names, cloud = stages.names, configure(data, normalise=normalise)
    rows = np.flatnonzero(stages.codes >= 0)
    cells = (questions.codes * len(names) + stages.codes)[rows]
    held, codes = np.unique(cells, return_inverse=True)
    sums = group_sums(cloud.take(rows), Grouping(tuple(str(cell) for cell in held), codes))
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

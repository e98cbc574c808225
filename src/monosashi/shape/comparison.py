"""``compare_shapes``: several models on the same objects and groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from monosashi.embeddings import Column, DataError, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Provenance
from monosashi.shape.agreement import neighbour_overlap
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.decomposition import STATISTICS
from monosashi.shape.grouping import check_grouping, read_grouping
from monosashi.shape.paired import levels_of, paired_differences, replicate, tied_models
from monosashi.statistics.generators import as_generator
from monosashi.statistics.multiplicity import ADJUSTMENTS, adjust_some

METHODS = ("jackknife", "bootstrap")


def compare_shapes(
    panel: Panel,
    groups: Column,
    *,
    statistics: Sequence[str] = ("r_squared",),
    method: Literal["jackknife", "bootstrap"] = "jackknife",
    adjust: Literal["holm", "bonferroni"] = "holm",
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> ShapeComparison:
    """Compare how clearly several models group the same objects.

    Says which models differ in a scale-free statistic, by paired intervals: the same group is
    left out of all models at once. Does not say which model searches better: R² is about groups,
    not about the right document inside a group.

    Parameters
    ----------
    panel : Panel
        Models on the same objects, aligned by id.
    groups : column name, (n,) labels, or a mapping of id to label
    statistics : names out of r_squared, icc, epsilon_squared, omega_squared, w_bar
        The first one decides who is best and who is tied. ``w_bar`` depends on the scale of a
        model: it is given, but never decides.
    method : "jackknife" or "bootstrap"
        Bias-corrected delete-one-group jackknife with t(G-1), or 2,000 draws of whole groups with
        the basic interval (a second opinion; from 5 groups on, better from 20).
    adjust : "holm" or "bonferroni"
        Over the pairs of models, for each statistic.
    rng : Generator, int or None (= 0)
        For the bootstrap.
    confidence : float
        Of each interval alone (intervals are not adjusted); 1 - confidence is the level for ties.

    Returns
    -------
    ShapeComparison

    Raises
    ------
    DataError
        Unknown names (the known ones are listed), fewer than 3 groups (5 for the bootstrap), a
        statistic that one deletion leaves undefined, and all that ``measure_shape`` refuses.

    Notes
    -----
    G d - (G-1) mean d(-g) with SE = sqrt((G-1)/G sum (d(-g) - mean)²), d the difference of two
    models and d(-g) the same without group g (Quenouille 1956, Tukey 1958). A percentile
    bootstrap over groups covers far less than it says for R².

    Examples
    --------
    >>> import numpy as np
    >>> from monosashi.embeddings import EmbeddingSet
    >>> a, b = np.random.default_rng(0).normal(size=(2, 12, 4))
    >>> panel = Panel.of(EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b))
    >>> compare_shapes(panel, list("aaabbbcccddd")).tied_with_best
    ('model 1', 'model 2')
    """
    names = tuple(statistics)
    _check_options(names, method, adjust, confidence)
    grouping = read_grouping(panel.sets[0], groups)
    check_grouping(grouping)
    found = replicate(panel, grouping, names, method, as_generator(rng))
    levels = levels_of(found, method, confidence)
    rows = []
    for name in names:
        pairs = paired_differences(found, name, method, confidence)
        adjusted = adjust_some([row["p_value"] for row in pairs], ADJUSTMENTS[adjust])
        rows += [row | {"p_adjusted": p} for row, p in zip(pairs, adjusted, strict=True)]
    best, tied = tied_models(names[0], levels, rows, 1 - confidence)
    agreement, why = neighbour_overlap(panel)
    if best is None:
        why["best"] = fault("shape.reasons.no_order", name=names[0])
    origin = Provenance.of(panel.sets[0], models=list(panel.names), method=method, adjust=adjust,
                           groups=groups if isinstance(groups, str) else "labels as given",
                           cards=[data.model for data in panel.sets])  # fmt: skip
    return ShapeComparison(
        provenance=origin, reasons=why, models=panel.names, n=panel.sets[0].n,
        n_groups=grouping.n_groups, statistics=names, levels=levels, differences=tuple(rows),
        best=best, tied_with_best=tied, agreement=agreement, adjust=adjust, method=method,
        confidence=confidence)  # fmt: skip


def _check_options(names: tuple[str, ...], method: str, adjust: str, confidence: float) -> None:
    known = ", ".join(STATISTICS)
    faults = []
    if unknown := [name for name in names if name not in STATISTICS]:
        faults.append(fault("shape.errors.unknown_statistic", ids=unknown, known=known))
    if not names:
        faults.append(fault("shape.errors.no_statistic", known=known))
    for name, given, choices in (("method", method, METHODS), ("adjust", adjust, ADJUSTMENTS)):
        if given not in choices:
            faults.append(fault("embeddings.errors.bad_choice", name=name, given=given,
                                choices=", ".join(choices)))  # fmt: skip
    if not 0 < confidence < 1:
        faults.append(fault("shape.errors.confidence", given=confidence))
    if faults:
        raise DataError(*faults)

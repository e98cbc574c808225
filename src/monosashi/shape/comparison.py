"""``compare_shapes``: several models on the same objects and groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from monosashi.embeddings import Column, DataError, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Provenance, Row
from monosashi.shape.agreement import neighbour_overlap
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.decomposition import STATISTICS
from monosashi.shape.equivalence import asked_for, judged, margin_faults
from monosashi.shape.grouping import check_grouping, read_grouping
from monosashi.shape.paired import (
    Replicated,
    levels_of,
    paired_differences,
    replicate,
    tied_models,
)
from monosashi.shape.ranks import rank_rows
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
    margin: float | None = None,
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
    margin : float, optional
        The largest difference that would not matter. Each pair is then also tested for
        equivalence: two one-sided tests at 1 - confidence, adjusted over the pairs.
    rng : Generator, int or None (= 0)
        For the bootstrap, and for the anchors of ``agreement`` above 20,000 objects.
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
    bootstrap over groups covers far less than it says for R². Rank intervals come from the adjusted
    tests of all pairs and hold together with ``confidence``. Equivalence: Schuirmann (1987).

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
    _check_options(names, method, adjust, confidence, margin)
    grouping = read_grouping(panel.sets[0], groups)
    check_grouping(grouping)
    generator = as_generator(rng)
    found = replicate(panel, grouping, names, method, generator)
    levels = levels_of(found, method, confidence)
    rows = _differences(found, names, method=method, adjust=adjust, confidence=confidence,
                        margin=margin)  # fmt: skip
    best, tied = tied_models(names[0], levels, rows, 1 - confidence)
    agreement, why = neighbour_overlap(panel, grouping, generator, confidence=confidence)
    if best is None:
        why["best"] = fault("shape.reasons.no_order", name=names[0])
    why |= _not_asked(method, margin)
    origin = Provenance.of(panel.sets[0], models=list(panel.names), method=method, adjust=adjust,
                           groups=groups if isinstance(groups, str) else "labels as given",
                           margin=margin, cards=[data.model for data in panel.sets])  # fmt: skip
    return ShapeComparison(
        provenance=origin, reasons=why, models=panel.names, n=panel.sets[0].n,
        n_groups=grouping.n_groups, n_singletons=len(grouping.singletons),
        expected_r_squared=(grouping.n_groups - 1) / (panel.n - 1), statistics=names,
        levels=levels, differences=tuple(rows),
        best=best, tied_with_best=tied, ranks=rank_rows(names, levels, rows, 1 - confidence),
        agreement=agreement, adjust=adjust, method=method, confidence=confidence, margin=margin,
        draws=None if method == "jackknife" else len(found[0].replicates),
        degenerate_draws=None if method == "jackknife" else found[0].degenerate)  # fmt: skip


def _not_asked(method: str, margin: float | None) -> dict[str, Fault]:
    """Reasons for what only other options fill."""
    why = {} if margin is not None else {"margin": fault("shape.reasons.no_margin")}
    if method == "jackknife":
        why |= dict.fromkeys(("draws", "degenerate_draws"), fault("shape.reasons.no_bootstrap"))
    return why


def _differences(
    found: list[Replicated], names: tuple[str, ...], *, method: str, adjust: str,
    confidence: float, margin: float | None,
) -> list[Row]:  # fmt: skip
    rows: list[Row] = []
    for name in names:
        pairs = paired_differences(found, name, method, confidence, asked_for(name, margin))
        adjusted = adjust_some([row["p_value"] for row in pairs], ADJUSTMENTS[adjust])
        pairs = [row | {"p_adjusted": p} for row, p in zip(pairs, adjusted, strict=True)]
        rows += judged(pairs, ADJUSTMENTS[adjust], 1 - confidence)
    return rows


def _check_options(
    names: tuple[str, ...], method: str, adjust: str, confidence: float, margin: float | None
) -> None:
    known = ", ".join(STATISTICS)
    faults = margin_faults(margin)
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

"""``partition_variance``: the one way in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import (
    choice_faults,
    confidence_faults,
    permutation_faults,
    refuse,
)
from monosashi.shape.grouping import read_grouping
from monosashi.shape.partition.effort import noticed
from monosashi.shape.partition.fit import fit_terms, shared_squares
from monosashi.shape.partition.naming import Columns
from monosashi.shape.partition.result import PartitionedVariance
from monosashi.shape.partition.rows import all_rows
from monosashi.shape.partition.taken import levels_taken
from monosashi.shape.partition.terms import read_terms
from monosashi.shape.partition.testing import run_term_tests
from monosashi.shape.partition.watched import Progress
from monosashi.shape.streamed_cloud import cloud_of
from monosashi.statistics.generators import as_generator

BYS, METHODS = ("terms", "margin"), ("freedman-lane", "raw")


def partition_variance(
    data: EmbeddingSet | Any,
    factors: Columns,
    *,
    by: Literal["terms", "margin"] = "terms",
    covariates: Columns | None = None,
    interactions: Sequence[str] = (),
    normalise: bool = True,
    permutations: int | None = None,
    method: Literal["freedman-lane", "raw"] = "freedman-lane",
    within: Column | None = None,
    whole: Column | None = None,
    clusters: Column | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    progress: Progress | None = None,
) -> PartitionedVariance:
    """Share out the spread of vectors among topic, language, and other factors.

    Says what part of the sum of squares goes with each term, and whether that is more than
    chance. Does not say that one factor causes the other's part: in an unbalanced design some of
    the spread belongs to several factors (``shared_r_squared``), and with ``by="terms"`` whoever
    comes first gets it.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    factors : mapping of name to column, or column names
        In order. Always labels, never numbers. A name ``"a:b"`` that is no column is an
        interaction.
    by : "terms" or "margin"
        Each term after those before it (sequential), or after all others (marginal; a factor
        inside an interaction that is asked for has no such part).
    covariates : mapping of name to column, or column names, optional
        Enter first and are not tested. Numbers enter as numbers, text as labels.
    interactions : sequence of "a:b"
        Products of factors that are among ``factors``; they enter last.
    normalise : bool
        Scale every vector to length 1 first (cosine); zero vectors are refused.
    permutations : int, optional
        Random rearrangements; all are listed instead when at most max(20,000, permutations) are
        distinct. Without a number 9,999, or fewer (with a notice) where these would take much
        longer than a minute; how many follows from the sizes alone, never from a clock.
    method : "freedman-lane" or "raw"
        Permute what the other terms leave (keeps the level when they have effects), or the
        vectors themselves, as some other programs do.
    within : column, optional
        Rows change places only inside these blocks. Terms that are constant in every block have
        no test. Differences between blocks stay in the residuals unless they are a covariate.
    whole : column, optional
        Units that move together, among units with the same labels of whatever varies inside them.
        Tests only terms that are constant in every unit.
    clusters : column, optional
        Independent units of the data: their jackknife gives the intervals. Without it there are
        none. Where a cluster takes whole labels of a factor with it, the interval of that factor
        is one for other labels drawn like these (a finding says so).
    confidence : float between 0 and 1
    rng : Generator, int or None (= 0)
    progress : function of (done, total), optional
        Told how many rearrangements are done.

    Returns
    -------
    PartitionedVariance

    Raises
    ------
    DataError
        Missing labels or numbers (named by id), factors with one label, unknown parts of an
        interaction, a saturated design, identical vectors, a scheme in which nothing can move.

    Notes
    -----
    Distances as in McArdle and Anderson (2001), in vector form: SS = ||P2 X||² - ||P1 X||² for
    nested projections; F has the residual mean square of the full model below it. Each test
    permutes the residuals of the model that lacks the term's own directions (Freedman and Lane
    1983; Anderson and ter Braak 2003); for ``by="terms"`` these are the directions that earlier
    terms leave it. The test is approximate: its level nears the nominal one as the residual
    degrees of freedom grow. More than 2^25 numbers are never held in float64: every arrangement is
    a walk over blocks of rows.

    Examples
    --------
    >>> rows = [[1, 0], [0.9, 0.1], [0.8, 0.4], [0.1, 1], [0, 1], [0.3, 0.9]]
    >>> found = partition_variance(rows, {"topic": list("aaabbb"), "language": list("xyxyxy")})
    >>> [(row["term"], row["df"], round(row["r_squared"], 3)) for row in found.rows]
    [('topic', 1, 0.921), ('language', 1, 0.013), ('residual', 3, 0.066), ('total', 5, 1.0)]
    """
    checked = as_set(data)
    refuse(choice_faults(by=(by, BYS), method=(method, METHODS)),
           [] if permutations is None else permutation_faults(permutations),
           confidence_faults(confidence))  # fmt: skip
    terms = read_terms(checked, factors, interactions, covariates)
    held = None if clusters is None else read_grouping(checked, clusters, "clusters")
    cloud = cloud_of(checked, normalise=normalise)
    if cloud.ss_total == 0:
        raise DataError(fault("shape.errors.no_variation", n=cloud.n))
    fit = fit_terms(cloud, terms, by)
    if fit.df_residual < 1:
        raise DataError(fault("shape.errors.saturated", n=cloud.n, rank=fit.design.rank,
                              terms=", ".join(term.name for term in terms)))  # fmt: skip
    tested = run_term_tests(fit, checked, within, whole, raw=method == "raw",
                            permutations=permutations, rng=as_generator(rng),
                            progress=progress)  # fmt: skip
    rows, model, why = all_rows(fit, held, tested.tests, tested.reasons, tested.chance,
                                confidence=confidence)  # fmt: skip
    settings = {"terms": [term.name for term in terms], "by": by, "method": method,
                "normalise": normalise, "permutations": tested.permutations,
                "confidence": confidence,
                **_named(within=within, whole=whole, clusters=clusters)}  # fmt: skip
    checked = noticed(checked, fit, tested.permutations) if permutations is None else checked
    rest = fit.ss_residual / fit.ss_total
    shared = shared_squares(fit)
    if shared is None:
        why["shared_r_squared"] = fault("shape.reasons.one_factor")
    return PartitionedVariance(
        provenance=Provenance.of(checked, **settings), reasons=tested.reasons | why, n=cloud.n,
        by=by, method=method, scheme=tested.chance.scheme, rows=rows, tests=tested.tests,
        expected_r_squared=(fit.design.rank - 1) / (cloud.n - 1),
        taken_by_clusters=() if held is None else levels_taken(terms, held),
        r_squared=model, adjusted_r_squared=1 - rest * (cloud.n - 1) / fit.df_residual,
        shared_r_squared=None if shared is None else shared / fit.ss_total,
        clusters=None if held is None else held.n_groups, confidence=confidence)  # fmt: skip


def _named(**columns: Column | None) -> dict[str, str]:
    return {key: value if isinstance(value, str) else "labels as given"
            for key, value in columns.items() if value is not None}  # fmt: skip

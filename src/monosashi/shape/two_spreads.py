"""``spread_ratio``: how far queries move, against the spread of the documents they search."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.results import Estimate, Provenance
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.median_ratio import ratio_of_medians
from monosashi.shape.spreads import Spreads
from monosashi.shape.two_spreads_result import SpreadRatio
from monosashi.statistics.jackknife import jackknife, refusal
from monosashi.words import say


def spread_ratio(
    queries: EmbeddingSet | Any,
    documents: EmbeddingSet | Any,
    *,
    query_groups: Column,
    document_groups: Column,
    normalise: bool = True,
    confidence: float = 0.95,
) -> SpreadRatio:
    """Compare how far wordings of one question lie apart with how wide groups of documents are.

    A rough description, comparable between models because both spreads come from one space. It is
    no measure of difficulty: a wide group may still hold one document right beside the gold one.
    For that see ``measure_margins``.

    Parameters
    ----------
    queries, documents : EmbeddingSet or (n, d) array
        Of one model.
    query_groups, document_groups : column name, (n,) labels, or a mapping of id to label
        The question behind each wording; the group of each document.
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1

    Raises
    ------
    DataError
        Other dimensions or models on the two sides, no group of two on one side, zero vectors,
        missing labels.

    Notes
    -----
    MS_W = SS_W/(n - G). The interval of ``ratio`` is that of the logarithm: each side's
    delete-one-group jackknife, the two variances added (the sides are taken as independent), t
    with Welch's degrees of freedom. That of ``median_ratio`` comes from order statistics (Price
    and Bonett 2002), from 5 groups a side on.

    Examples
    --------
    >>> q = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]
    >>> spread_ratio(q, q, query_groups=list("AABB"), document_groups=list("AABB")).ratio.value
    1.0
    """
    refuse(confidence_faults(confidence))
    asked, held = as_set(queries), as_set(documents)
    refuse(_space_faults(asked, held))
    first = Spreads.of(asked, query_groups, "query_groups", normalise=normalise)
    second = Spreads.of(held, document_groups, "document_groups", normalise=normalise)
    refuse([fault("shape.errors.no_plural", what=what) for side, what in (
        (first, "query_groups"), (second, "document_groups")) if not len(side.plural)])  # fmt: skip
    ratio, reasons = _ratio("ratio", _pooled(first), _pooled(second), confidence)
    median_ratio, why = ratio_of_medians(first.w_tilde[first.plural],
                                         second.w_tilde[second.plural], confidence)  # fmt: skip
    if why is not None:
        reasons["median_ratio" if median_ratio is None else "median_ratio.interval"] = why
    origin = Provenance.of(held, queries=fingerprint(asked), query_model=asked.model,
                           normalise=normalise, confidence=confidence)  # fmt: skip
    return SpreadRatio(
        provenance=origin, reasons=reasons, confidence=confidence, ratio=ratio,
        median_ratio=median_ratio, notices=_notices(first, second, same=_same(asked, held)),
        queries_ms_within=first.ms_within, documents_ms_within=second.ms_within,
        n_queries=asked.n, n_documents=held.n, n_query_groups=len(first.plural),
        n_document_groups=len(second.plural),
        n_query_singletons=len(first.grouping.singletons),
        n_document_singletons=len(second.grouping.singletons))  # fmt: skip


def _space_faults(queries: EmbeddingSet, documents: EmbeddingSet) -> list[Fault]:
    faults = []
    if queries.dimension != documents.dimension:
        faults.append(fault("shape.errors.two_dimensions", queries=queries.dimension,
                            documents=documents.dimension))  # fmt: skip
    names = queries.model.name, documents.model.name
    if all(names) and names[0] != names[1]:
        faults.append(fault("shape.errors.two_models", queries=names[0], documents=names[1]))
    return faults


def _pooled(side: Spreads) -> tuple[float, Array]:
    return side.ms_within, side.ms_within_without()


def _same(queries: EmbeddingSet, documents: EmbeddingSet) -> bool:
    """Whether both sides are the very same vectors."""
    a, b = queries.vectors, documents.vectors
    return a.shape == b.shape and bool(np.array_equal(a, b))


def _notices(first: Spreads, second: Spreads, *, same: bool) -> tuple[Fault, ...]:
    """Groups that count nowhere, and a set that is compared with itself."""
    told = [fault("shape.notices.same_sides")] if same else []
    for side, key in ((first, "left_single_questions"), (second, "left_single_groups")):
        names = [name for name, size in zip(side.grouping.names, side.sizes, strict=True)
                 if size == 1]  # fmt: skip
        if names:
            told.append(fault(f"shape.notices.{key}", ids=names))
    return tuple(told)


def _ratio(
    name: str, top: tuple[float, Array], bottom: tuple[float, Array], confidence: float
) -> tuple[Estimate | None, dict[str, Fault]]:
    if bottom[0] == 0:
        return None, {name: fault("shape.reasons.flat_documents")}
    value = top[0] / bottom[0]
    n = min(len(top[1]), len(bottom[1]))
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.log(left) for _, left in (top, bottom)]
    if top[0] == 0 or any(refusal(left) for left in logs):
        key = "flat_side" if top[0] == 0 or n >= 3 else "three_groups"
        why = fault(f"shape.reasons.{key}")
        return Estimate(value, None, None, None, why.say("en"), n), {f"{name}.interval": why}
    return _interval(value, [jackknife(math.log(whole), left) for (whole, _), left in zip(
        (top, bottom), logs, strict=True)], n, confidence), {}  # fmt: skip


def _interval(value: float, sides: list[Any], n: int, confidence: float) -> Estimate:
    """Around the bias-corrected logarithm; Welch-Satterthwaite degrees of freedom."""
    from scipy.special import stdtrit

    corrected = sides[0].corrected - sides[1].corrected
    variances = [side.standard_error**2 for side in sides]
    total = sum(variances)
    spread = sum(v**2 / (side.clusters - 1) for v, side in zip(variances, sides, strict=True))
    freedom = total**2 / spread if spread else float(n - 1)
    half = float(stdtrit(freedom, 0.5 + confidence / 2)) * math.sqrt(total)
    method = say("shape.methods.log_ratio", "en", freedom=freedom)
    return Estimate(value, math.exp(corrected - half), math.exp(corrected + half),
                    value * math.sqrt(total), method, n, math.exp(corrected))  # fmt: skip

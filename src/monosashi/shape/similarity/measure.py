"""``measure_agreement``: two spaces of the same objects, side by side."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.panel import Panel
from monosashi.neighbors import Metric
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, count_faults, k_faults, refuse
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.intervals import interval_reasons, over_groups
from monosashi.shape.similarity.kernel_estimates import cka_estimates
from monosashi.shape.similarity.result import Agreement
from monosashi.shape.similarity.task import Found, Task
from monosashi.shape.streamed_cloud import cloud_of
from monosashi.statistics.generators import as_generator

RANGES = {
    "knn_overlap": (0.0, 1.0), "knn_overlap_adjusted": (-math.inf, 1.0),
    "rowwise_spearman": (-1.0, 1.0), "distance_spearman": (-1.0, 1.0),
}  # fmt: skip


LISTS = ("knn_overlap", "knn_overlap_adjusted")


def measure_agreement(
    a: EmbeddingSet | Any,
    b: EmbeddingSet | Any,
    *,
    k: int = 10,
    metric: Metric = "euclidean",
    groups: Column | None = None,
    sample: int | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Agreement:
    """Compare two spaces of the same objects: neighbours, ranks of distances, kernels.

    Says how much of the order of near objects (overlap of lists), of each object's order of all
    others, of the order of all distances, and of the linear structure two spaces share. Does not
    say which space is better. Sets are joined by id: what only one of them holds is left out and
    named in the provenance.

    Parameters
    ----------
    a, b : EmbeddingSet or (n, d) array
        Any dimensions. Arrays are joined by row.
    k : int
        Neighbours a list; an object never lists itself, equal distances go by row number.
    metric : "euclidean" or "cosine"
    groups : column name, (n,) labels, or a mapping of id to label, optional
        What is left out, in both spaces at once, for the intervals. Without groups there are
        none: pairs share objects and cannot stand in for independent draws.
    sample : int, optional
        Anchors whose lists are compared; by default all up to 20,000 objects, else 5,000 at
        random. Distances are ranked among up to 3,000 objects whatever the sample (fewer with
        very many groups).
    confidence : float between 0 and 1
    rng : Generator, int or None (= 0)
        For the samples.

    Returns
    -------
    Agreement

    Raises
    ------
    DataError
        No id in common, fewer than 3 common objects, ``k`` above n - 2, zero vectors with cosine,
        all vectors of a space identical, labels that are missing.

    Notes
    -----
    Overlap: mean |N_k^A(i) ∩ N_k^B(i)|/k with chance c = k/(n - 1), adjusted (a - c)/(1 - c).
    Spearman with mid-ranks; squared distances within 1e-12 of the largest are tied. CKA:
    Kornblith et al. (2019); debiased with the unbiased HSIC of Song et al. (2012). Intervals:
    delete-one-group jackknife, t(G - 1), bias-corrected but for overlaps, whose aim depends on n.
    That of the debiased CKA, and its corrected value, come from pairs of different groups only
    (``between_groups``): members of a group are no independent draws, and make unrelated spaces
    look alike. It covers .92 to 1 from 5 groups on in simulations; the plain CKA has none.

    Examples
    --------
    >>> cloud = np.random.default_rng(0).normal(size=(30, 4))
    >>> float(measure_agreement(cloud, 2 * cloud + 1, k=3).knn_overlap)
    1.0
    """
    panel = Panel.of(as_set(a), as_set(b))
    n = panel.n
    refuse(
        choice_faults(metric=(metric, ("euclidean", "cosine"))),
        confidence_faults(confidence),
        _size_faults(k, n),
        [] if sample is None else count_faults("sample", sample, 2),
    )
    refuse(_identical(panel, metric))
    grouping = None if groups is None else _grouping(panel, groups)
    task = Task(panel, grouping, k, metric, as_generator(rng), sample)
    found, facts, aligned = task.measure()
    estimates, reasons = _estimates(found, n if grouping is None else grouping.n_groups, confidence)
    kernels, why = cka_estimates(aligned, n=n, grouped=grouping is not None, confidence=confidence)
    estimates, reasons = estimates | kernels, reasons | why
    settings = {"k": k, "metric": metric, "sample": sample, "confidence": confidence,
                "groups": groups if groups is None or isinstance(groups, str) else
                "labels as given", "notices": [note.say("en") for note in panel.notices],
                "other": panel.sets[1].model}  # fmt: skip
    return Agreement(
        provenance=Provenance.of(panel.sets[0], **settings), reasons=reasons,
        model_a=panel.names[0], model_b=panel.names[1], metric=metric, k=k, n=n,
        n_groups=0 if grouping is None else grouping.n_groups, chance=k / (n - 1),
        confidence=confidence, **facts, **estimates)  # fmt: skip


def _identical(panel: Panel, metric: str) -> list[Fault]:
    """Spaces without variation: their lists would be settled by row number, and seem to agree."""
    return [fault("shape.errors.flat_space", name=name, n=data.n)
            for name, data in zip(panel.names, panel.sets, strict=True)
            if cloud_of(data, normalise=metric == "cosine").ss_total == 0]  # fmt: skip


def _size_faults(k: int, n: int) -> list[Fault]:
    if n < 3:
        return [fault("shape.errors.too_few_shared", n=n)]
    return k_faults(k, n)


def _grouping(panel: Panel, groups: Column) -> Grouping:
    if isinstance(groups, str) and groups not in panel.sets[0].columns:
        return read_grouping(panel.sets[1], groups)
    return read_grouping(panel.sets[0], groups)


def _estimates(found: Found, n: int, confidence: float) -> tuple[dict[str, Any], dict[str, Fault]]:
    estimates: dict[str, Any] = {}
    reasons: dict[str, Fault] = {}
    for name, (value, without) in found.items():
        estimates[name] = over_groups(value, without, n=n, confidence=confidence,
                                      possible=RANGES[name],
                                      corrected=name not in LISTS)  # fmt: skip
        reasons |= interval_reasons(name, without) if estimates[name] else {
            name: fault("shape.reasons.flat_space")}  # fmt: skip
    return estimates, reasons

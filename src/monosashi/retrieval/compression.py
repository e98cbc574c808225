"""What shorter or coarser vectors lose: neighbours kept, order of distances, bytes saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.compression import (
    KINDS,
    Quantisation,
    bytes_of,
    compressed,
)
from monosashi.embeddings.door import check_choice
from monosashi.results import Provenance
from monosashi.retrieval.compression_result import CompressedVariant, Compression
from monosashi.retrieval.neighbours_kept import Anchors, Reference
from monosashi.statistics.generators import as_generator

ANCHORS, PAIRS = 1_000, 10_000


def measure_compression(
    data: EmbeddingSet | Any,
    *,
    dimension: int | Sequence[int] | None = None,
    quantise: Quantisation | Sequence[Quantisation] | None = None,
    alone: bool = True,
    k: int = 10,
    queries: EmbeddingSet | Any | None = None,
    groups: Column | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Compression:
    """Compare nearest neighbours by cosine before and after vectors are cut or quantised.

    It says how many of the k nearest items stay, not whether those that come instead are worse
    answers: only judged queries can say that.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        What the index holds, as the model gave it.
    dimension : whole numbers from 1 to d
        First numbers to keep (``EmbeddingSet.cut``).
    quantise : "int8", "binary" or both
        As ``EmbeddingSet.quantised``. Every dimension is combined with every kind. Without
        ``dimension`` and ``quantise``: half and a quarter of d, both kinds.
    alone : bool
        Whether each dimension and each kind is also measured by itself.
    k : int
        Length of the list.
    queries : EmbeddingSet or (m, d) array
        What is searched with (compressed in the same way, on the scale of the index). Default:
        ``query_vectors`` of the set, else its own vectors; an item never finds itself.
    groups : column name, labels, or a mapping of id to label, optional
        Of what searches: of ``queries``, else of ``data``. Equal labels mark wordings of one
        question; the intervals are over whole groups.
    confidence : float
    rng : int or Generator
        Chooses at most 1,000 anchors (queries) and 10,000 pairs.

    Returns
    -------
    Compression
        ``variants``, in the order of the options: ``overlap`` (mean share of the k nearest that
        stay in the list of k), ``rescored`` (mean share that stands in the list of 4 k, which an
        index that rescores with the full vectors would bring back), both with an interval
        over anchors or ``groups`` (which share neighbours, so that it is a little too narrow
        for small n); ``n`` of an interval counts them;
        ``distance_spearman`` of the distances of pairs; ``tied`` (share of lists that end in a
        tie, settled by row number: common with one bit); ``bytes_per_vector``.

    Raises
    ------
    DataError
        Vectors of length 0; rows without a group; k over the number of other items; a dimension
        that is not there; vectors that are compressed already.

    Examples
    --------
    >>> cloud = np.random.default_rng(0).normal(size=(200, 32))
    >>> found = measure_compression(cloud, quantise="int8", rng=1)
    >>> found.variants[0].bytes_per_vector, found.variants[0].overlap.value > 0.9
    (32, True)
    """
    held = as_set(data)
    plan = _plan(held.dimension, dimension, quantise, alone=alone)
    asked = None if queries is None else as_set(queries)
    generator = as_generator(rng)
    anchors = Anchors.of(held, asked, ANCHORS, PAIRS, generator, groups=groups)
    reference = Reference.of(anchors, k, confidence)
    item = held.vectors.dtype.itemsize
    variants: list[CompressedVariant] = []
    reasons: dict[str, Fault] = {}
    for place, (size, kind) in enumerate(plan):
        smaller = anchors.mapped(partial(compressed, dimension=size, kind=kind, index=held))
        row, why = _variant(reference, smaller, size, kind, item)
        variants.append(row)
        reasons |= {f"variants.{place}.{name}": reason for name, reason in why.items()}
    settings = {"k": k, "dimension": dimension, "quantise": quantise, "confidence": confidence,
                **({} if groups is None else {"grouped": True})}  # fmt: skip
    return Compression(
        provenance=Provenance.of(held, **settings), reasons=reasons, k=k, n_anchors=anchors.n,
        n_pairs=len(anchors.pairs), full_bytes=bytes_of(held.dimension, None, item),
        variants=tuple(variants),
    )  # fmt: skip


def _plan(
    most: int,
    dimension: int | Sequence[int] | None,
    quantise: Quantisation | Sequence[Quantisation] | None,
    *,
    alone: bool,
) -> list[tuple[int, Quantisation | None]]:
    """Every (dimension, kind) but the vectors as they are."""
    if dimension is None and quantise is None:
        dimension = [size for size in (most // 2, most // 4) if size]
        quantise = KINDS
    kinds: list[Any] = [quantise] if isinstance(quantise, str) else list(quantise or [])
    for kind in kinds:
        check_choice("quantise", kind, KINDS)
    sizes = _listed(dimension)
    sizes = [most, *sizes] if alone or not sizes else sizes
    kinds = [None, *kinds] if alone or not kinds else kinds
    plan = list(dict.fromkeys(product(sizes, kinds)))
    return [(size, kind) for size, kind in plan if (size, kind) != (most, None)]


def _listed(given: int | Sequence[int] | None) -> list[int]:
    if given is None:
        return []
    return [given] if isinstance(given, int | np.integer) else list(given)


def _variant(
    reference: Reference, smaller: Anchors, size: int, kind: Quantisation | None, item: int
) -> tuple[CompressedVariant, dict[str, Fault]]:
    full = reference.anchors.base.dimension
    kept = reference.kept_by(smaller)
    name = " ".join(part for part in (f"cut {size}" if size < full else "", kind or "") if part)
    reasons = {}
    if kept.spearman is None:
        reasons["distance_spearman"] = fault("retrieval.reasons.equal_distances", variant=name)
    row = CompressedVariant(
        name=name, dimension=size, quantise=kind, bytes_per_vector=bytes_of(size, kind, item),
        overlap=kept.overlap, rescored=kept.rescored, tied=kept.tied,
        distance_spearman=kept.spearman,
    )  # fmt: skip
    return row, reasons

"""The compressed space that an audit measures, and what was lost on the way there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from monosashi.advice.facts import without_zero_rows
from monosashi.advice.search_part import Asked
from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.compression import Quantisation, compressed
from monosashi.results import Finding
from monosashi.retrieval.compression import measure_compression
from monosashi.retrieval.compression_finding import compression_finding
from monosashi.retrieval.compression_result import Compression
from monosashi.retrieval.same_space import space_faults


@dataclass(frozen=True)
class Compressing:
    """What is done to every vector: numbers kept (None: all), and bits for each (None: all)."""

    cut: int | None = None
    quantise: Quantisation | None = None

    def changes(self, data: EmbeddingSet) -> bool:
        """Whether it does anything to these vectors."""
        return self.quantise is not None or self.cut not in (None, data.dimension)


@dataclass(frozen=True)
class CompressionPart:
    """The space as it is measured further, and what it lost; ``why_none`` if that is unknown.

    ``full`` and ``full_asked`` are both sides as they were before, where the loss is known.
    """

    whole: EmbeddingSet
    asked: Asked | None
    compression: Compression | None = None
    why_none: Fault | None = None
    findings: list[Finding] = field(default_factory=list)
    full: EmbeddingSet | None = None
    full_asked: Asked | None = None


def measure_compression_part(
    whole: EmbeddingSet,
    asked: Asked | None,
    how: Compressing,
    *,
    k: int,
    confidence: float,
    rng: int,
) -> CompressionPart:
    """Compress documents and queries in one way, and compare lists of k before and after.

    Rows without a direction stay as they are, and out of what is compared.

    Raises
    ------
    DataError
        More numbers than there are; vectors quantised already; queries of another space.
    """
    if not how.changes(whole):
        return CompressionPart(whole, asked)
    if asked is not None and (faults := space_faults(asked.queries, whole)):
        raise DataError(*faults)
    full = without_zero_rows(whole)
    part = CompressionPart(_rows(whole, how), _queries(asked, full, how))
    if (why := _why_none(whole, part.whole, asked, k)) is not None:
        return replace(part, why_none=why)
    found = measure_compression(
        full,
        dimension=how.cut,
        quantise=how.quantise,
        alone=False,
        k=k,
        queries=None if asked is None else asked.queries,
        groups=None if asked is None else asked.query_groups,
        confidence=confidence,
        rng=rng,
    )
    findings = [compression_finding(found, part.whole.model.compression, _others(full, asked))]
    return replace(part, compression=found, findings=findings, full=full, full_asked=asked)


def _rows(whole: EmbeddingSet, how: Compressing) -> EmbeddingSet:
    """All rows compressed; what has no direction has no signs either, and stays zero."""
    short = compressed(whole, how.cut)
    if how.quantise != "binary" or not short.zero_rows:
        return compressed(short, kind=how.quantise)
    signs = compressed(without_zero_rows(short), kind=how.quantise)
    rows = np.setdiff1d(np.arange(short.n), short.zero_rows)
    asked = signs.query_vectors
    return replace(
        short,
        vectors=_among_zeros(signs.vectors, rows, short.n),
        query_vectors=None if asked is None else _among_zeros(asked, rows, short.n),
        model=signs.model,
    )


def _among_zeros(vectors: FloatArray, rows: npt.NDArray[np.intp], n: int) -> FloatArray:
    out: FloatArray = np.zeros((n, vectors.shape[1]), dtype=vectors.dtype)
    out[rows] = vectors
    return out


def _queries(asked: Asked | None, index: EmbeddingSet, how: Compressing) -> Asked | None:
    if asked is None:
        return None
    return replace(asked, queries=compressed(asked.queries, how.cut, how.quantise, index=index))


def _others(full: EmbeddingSet, asked: Asked | None) -> int:
    """How many items a list could hold: an item is never its own neighbour."""
    return full.n if asked is not None else full.n - 1


def _why_none(
    whole: EmbeddingSet, small: EmbeddingSet, asked: Asked | None, k: int
) -> Fault | None:
    """Lists are too short, or vectors are gone: what is lost then is no share of lists."""
    n = whole.n - len(whole.zero_rows)
    if n - (asked is None) < k:
        return fault("advice.skipped.compression", n=n, k=k)
    lost = sorted(set(small.zero_rows) - set(whole.zero_rows))
    if not lost:
        return None
    return fault("advice.skipped.compression_lost", lost, list(small.ids[lost]))

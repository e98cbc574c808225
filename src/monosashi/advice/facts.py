"""Plain facts about one set of vectors: norms, directions that dominate, near-duplicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.copies import Copies, find_copies
from monosashi.embeddings import EmbeddingSet, as_set
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.lengths import row_lengths
from monosashi.neighbors import Neighbors, nearest
from monosashi.results import Finding, Provenance, Result, Row, Tables

BLOCK = 4_096
UNIT_TOLERANCE = 1e-3
DOMINANT_SHARE, DOMINANT_TIMES = 0.05, 10.0
NEAR_COSINE = 0.999


@dataclass(frozen=True, kw_only=True)
class Facts(Result):
    """What needs no groups, no languages and no queries.

    Attributes
    ----------
    n, dimension : int
    zero_vectors : int
        Rows without a direction; left out of everything below.
    norm_mean, norm_low, norm_high : float
        Mean and range of the lengths; ``unit_norm`` when all lie within 1e-3 of 1.
    mean_resultant_length : float
        r = length of the mean unit vector; about 1/sqrt(n) for directions without order.
    v, v_unbiased : float
        V = 1 - r², and n/(n-1) V. Never compare V between models: it changes with the scale of
        their angles.
    top_dimension_share : float
        Largest share of the mean squared unit vector in one coordinate (even: 1/d).
    dominant_dimensions : rows dimension, share, centred_share
        Coordinates above 5 % and above ten times the even share; ``centred_share`` is what remains
        once the mean vector is removed.
    near_duplicate_pairs : int
        Pairs with cosine of at least 0.999 among the k nearest of each (a lower bound).
    identical_vectors : int
        Rows whose vector another row has to the last bit.
    identical_with_other_text : rows ids, texts
        Groups of identical vectors whose texts differ: often texts cut at the model's limit.
    """

    kind: ClassVar[str] = "facts"
    n: int
    dimension: int
    zero_vectors: int
    norm_mean: float
    norm_low: float
    norm_high: float
    unit_norm: bool
    mean_resultant_length: float
    v: float
    v_unbiased: float | None
    top_dimension_share: float
    dominant_dimensions: list[Row]
    near_duplicate_pairs: int
    near_duplicates: list[Row]
    identical_vectors: int
    identical_with_other_text: list[Row]

    def tables(self) -> Tables:
        """Facts as name and value, dominant dimensions, near-duplicates."""
        names = ("n", "dimension", "zero_vectors", "norm_mean", "norm_low", "norm_high",
                 "mean_resultant_length", "v", "v_unbiased", "top_dimension_share",
                 "near_duplicate_pairs", "identical_vectors")  # fmt: skip
        rows = {
            "facts": [{"quantity": name, "value": getattr(self, name)} for name in names],
            "dominant_dimensions": self.dominant_dimensions,
            "near_duplicates": self.near_duplicates,
        }
        return {name: table for name, table in rows.items() if table}

    def findings(self) -> list[Finding]:
        """Zero vectors, cut texts, copies, lengths, dominant dimensions – where there are any."""
        from monosashi.advice.fact_findings import fact_findings

        return fact_findings(self)


def measure_facts(data: EmbeddingSet | Any, *, neighbours: Neighbors | None = None) -> Facts:
    """Norms, mean direction, dominant dimensions and copies of a set.

    Says what a space looks like, not whether it searches well. Zero vectors are counted and left
    out. Near-duplicates are looked for in the ``neighbours`` given (cosine, k nearest), else in the
    10 nearest of each row.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    neighbours : Neighbors, optional
        Self-search of the rows that are not zero, by cosine.

    Raises
    ------
    DataError
        Fewer than 2 rows that have a direction.

    Examples
    --------
    >>> facts = measure_facts([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    >>> round(facts.mean_resultant_length ** 2, 6), round(facts.v, 6)
    (0.45, 0.55)
    """
    whole = as_set(data)
    kept = without_zero_rows(whole)
    unit = kept.unit()
    lists = neighbours or nearest(unit, k=min(10, kept.n - 1), metric="cosine")
    copies = find_copies(unit, lists, NEAR_COSINE)
    zeros = len(whole.zero_rows)
    return _facts(kept, zeros, np.asarray(unit.vectors), copies)


def without_zero_rows(data: EmbeddingSet) -> EmbeddingSet:
    """The rows that have a direction."""
    if not data.zero_rows:
        return data
    return data.take(np.delete(np.arange(data.n), data.zero_rows))


def _facts(kept: EmbeddingSet, zeros: int, unit: FloatArray, copies: Copies) -> Facts:
    norms = row_lengths(kept.vectors)
    mean, square = _moments(unit)
    centred = square - mean**2
    v = float(centred.sum())
    return Facts(
        provenance=Provenance.of(kept, near_cosine=NEAR_COSINE),
        n=kept.n,
        dimension=kept.dimension,
        zero_vectors=zeros,
        norm_mean=_mean(norms),
        norm_low=float(norms.min()),
        norm_high=float(norms.max()),
        unit_norm=bool(np.abs(norms - 1).max() <= UNIT_TOLERANCE),
        mean_resultant_length=float(np.sqrt(mean @ mean)),
        v=v,
        v_unbiased=v * kept.n / (kept.n - 1),
        top_dimension_share=float(square.max() / square.sum()),
        dominant_dimensions=_dominant(square / square.sum(), centred),
        near_duplicate_pairs=copies.near_pairs,
        near_duplicates=copies.near_rows,
        identical_vectors=copies.identical,
        identical_with_other_text=copies.other_text,
    )


def _mean(values: FloatArray) -> float:
    """The mean; the largest is divided out first, so that the sum cannot overflow."""
    top = float(values.max())
    return float((values / top).mean()) * top


def _moments(unit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and mean square of every coordinate; two passes, so that V keeps its digits."""
    mean: FloatArray = np.asarray(np.mean(unit, axis=0, dtype=np.float64))
    spread = np.zeros_like(mean)
    for start in range(0, len(unit), BLOCK):
        off = unit[start : start + BLOCK] - mean
        spread += np.einsum("ij,ij->j", off, off)
    return mean, spread / len(unit) + mean**2


def _dominant(share: FloatArray, centred: FloatArray) -> list[Row]:
    limit = max(DOMINANT_SHARE, DOMINANT_TIMES / len(share))
    total = centred.sum()
    order = [int(j) for j in np.argsort(-share, kind="stable") if share[j] > limit]
    return [
        {"dimension": j, "share": float(share[j]),
         "centred_share": float(centred[j] / total) if total > 0 else None}
        for j in order
    ]  # fmt: skip

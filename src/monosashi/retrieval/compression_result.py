"""What compression keeps, as a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Result, Row, Tables


@dataclass(frozen=True)
class CompressedVariant:
    """One way to compress, and what stays.

    Attributes
    ----------
    name : str
        ``cut 128``, ``int8``, ``cut 128 binary``, …
    dimension : int
        Numbers kept.
    quantise : "int8", "binary" or None
    bytes_per_vector : int
        Without ids and overhead of the index.
    overlap : Estimate
        Mean share of the k nearest that stay among the k nearest.
    rescored : Estimate
        Mean share of the k nearest that stand among the 4 k nearest (all, if there are fewer).
    tied : float
        Share of lists of k whose last place was settled by row number.
    distance_spearman : float or None
        Rank correlation of the distances of pairs before and after.
    """

    name: str
    dimension: int
    quantise: str | None
    bytes_per_vector: int
    overlap: Estimate
    rescored: Estimate
    tied: float
    distance_spearman: float | None


@dataclass(frozen=True, kw_only=True)
class Compression(Result):
    """Result of ``measure_compression``.

    Attributes
    ----------
    k, n_anchors, n_pairs : int
        Length of the lists; lists compared; pairs whose distances are compared.
    full_bytes : int
        Bytes of a vector as it is held now.
    variants : tuple of CompressedVariant
    """

    kind: ClassVar[str] = "compression"
    k: int
    n_anchors: int
    n_pairs: int
    full_bytes: int
    variants: tuple[CompressedVariant, ...]

    def tables(self) -> Tables:
        """``compression``: one row a variant."""
        return {"compression": [self._row(one) for one in self.variants]}

    def _row(self, one: CompressedVariant) -> Row:
        return {
            "variant": one.name,
            "dimension": one.dimension,
            "quantise": one.quantise,
            "bytes_per_vector": one.bytes_per_vector,
            "times_smaller": self.full_bytes / one.bytes_per_vector,
            "overlap": one.overlap.value,
            "low": one.overlap.low,
            "high": one.overlap.high,
            "rescored": one.rescored.value,
            "rescored_low": one.rescored.low,
            "rescored_high": one.rescored.high,
            "tied": one.tied,
            "distance_spearman": one.distance_spearman,
        }

    def __repr__(self) -> str:
        rows = ", ".join(f"{one.name}: {one.overlap:.3f}" for one in self.variants)
        return f"Compression(overlap@{self.k}: {rows})"

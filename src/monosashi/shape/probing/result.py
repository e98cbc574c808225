"""What ``probe_invariance`` returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.results import Finding, Result, Row, Tables
from monosashi.results.coherent import belonging, interval_text
from monosashi.shape.probing.removal import HARMLESS, KEPT
from monosashi.shape.probing.transforms import REMOVALS

FEW_TIMES = 3.0


def span_text(values: Sequence[float]) -> str:
    """From the least to the largest, or the one that both are.

    >>> span_text([0.25, 0.5]), span_text([0.374])
    ('0.250–0.500', '0.374')
    """
    low, high = f"{min(values):.3f}", f"{max(values):.3f}"
    return low if low == high else f"{low}\N{EN DASH}{high}"


def removal_numbers(row: Mapping[str, Any], k: int, transform: str) -> Row:
    """R² before and after, its change, and the neighbours that stay, each with its interval."""
    after = row["r_squared_low"], row["r_squared_high"]
    change = row["change_low"], row["change_high"]
    return {
        "k": k, "transform": transform,
        "before": row["r_squared_before"], "after": row["r_squared"],
        "after_text": interval_text(
            belonging(row["r_squared"], *after, row["r_squared_corrected"]), *after, ".3f"),
        "change_text": interval_text(
            belonging(row["r_squared_change"], *change, row["change_corrected"]), *change,
            "+.3f"),
        "kept_text": interval_text(row["knn_overlap"], row["knn_low"], row["knn_high"], ".1%"),
    }  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class InvarianceProbe(Result):
    """What one change of a space does to the statistics of shape.

    Attributes
    ----------
    transform : str
    start : "unit" or "raw"
        Whether vectors had length 1 before the change.
    renormalise : bool
        Whether they were scaled to length 1 after it.
    direction : str or None
    n, n_groups, dimension, k : int
    share_along_direction : float or None
        Share of the deviations' squares that lies along the direction itself. The larger, the
        more is lost with it; scaling to length 1 afterwards moves neighbours at any share.
    share_along_mean : float or None
        The same along the mean of the vectors: what centring or removing the common direction of
        this model would touch.
    rows : rows ``value, v, v_ratio, r_squared, w_bar, knn_overlap, knn_overlap_adjusted,
        expected_v, expected_r_squared, expected_same_order, expected_is_exact, share_along``
        Neighbours are compared with those before the change; ``v_ratio`` is v over that before.
        Expected values are closed forms, or first order where ``expected_is_exact`` is false.
        ``share_along`` is the share along mean + c u, which scaling to length 1 takes away. For
        removals also ``r_squared_before, r_squared_low, r_squared_high, r_squared_corrected,
        r_squared_change, change_low, change_high, change_corrected, knn_low, knn_high,
        judgement`` (see ``judged``).
    """

    kind: ClassVar[str] = "invariance_probe"
    transform: str
    start: str
    renormalise: bool
    direction: str | None
    n: int
    n_groups: int
    dimension: int
    k: int
    share_along_direction: float | None
    share_along_mean: float | None
    rows: tuple[Row, ...]
    confidence: float

    def tables(self) -> Tables:
        """``probe_`` and the name of the transform."""
        return {f"probe_{self.transform}": list(self.rows)}

    def findings(self) -> list[Finding]:
        """How far V, R² and the neighbours moved at most; and whether removing is harmless."""
        if any(row["r_squared"] is None for row in self.rows):
            return []
        shares = [row["r_squared"] for row in self.rows]
        numbers = {
            "transform": self.transform, "k": self.k,
            "v_text": span_text([row["v"] for row in self.rows]), "r_text": span_text(shares),
            "v_low": min(row["v"] for row in self.rows),
            "v_high": max(row["v"] for row in self.rows),
            "r_low": min(shares), "r_high": max(shares),
            "overlap": min(row["knn_overlap"] for row in self.rows),
            "n": self.n, "n_groups": self.n_groups,
        }  # fmt: skip
        if self.transform in REMOVALS:
            return [self._removal(self.rows[-1])]
        found = [Finding("shape.probe", "note", numbers)]
        if self.share_along_mean is not None:
            times = self.share_along_mean * self.dimension
            code = "along_mean" if times <= FEW_TIMES else "along_mean_more"
            found.append(Finding(f"shape.{code}", "note", {
                "share": self.share_along_mean, "even": 1 / self.dimension, "n": self.n,
                "dimension": self.dimension, "times": times}))  # fmt: skip
        return found

    def _removal(self, row: Row) -> Finding:
        """What the strongest removal does, judged by its intervals."""
        numbers = removal_numbers(row, self.k, self.transform)
        return Finding(f"shape.removal_{row['judgement'] or 'untold'}", "note",
                       {**numbers, "n": self.n, "n_groups": self.n_groups,
                        "margin": HARMLESS, "kept": KEPT})  # fmt: skip

    def __repr__(self) -> str:
        return f"InvarianceProbe({self.transform}, n={self.n}, {len(self.rows)} values)"

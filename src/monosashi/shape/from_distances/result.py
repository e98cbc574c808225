"""What ``measure_shape_from_distances`` returns."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.results import Finding, Tables, level_of, worst_first
from monosashi.shape.result import Shape


@dataclass(frozen=True, kw_only=True, repr=False)
class ShapeOfDistances(Shape):
    """A shape without vectors: what the squared distances tell.

    V is SS_T/n, half the mean squared distance of two draws; for Euclidean distances that is the
    trace of the covariance, for others it has no such meaning. What needs vectors is None:
    ``mean_resultant_length``, ``welch`` (W*d), its test, ``dispersion`` (PERMDISP),
    ``width_permutation`` and ``location_dispersion``.

    Attributes
    ----------
    negative_share : float or None
        Share of negative eigenvalues, by size, in the centred Gram matrix: 0 for Euclidean
        distances. SS_B and R² may then be negative. None above 5,000 objects.
    lowest_ratio : float
        Lowest over highest eigenvalue, at most 0.
    """

    negative_share: float | None
    lowest_ratio: float

    def tables(self) -> Tables:
        """Those of a shape, with the two numbers on eigenvalues."""
        whole = super().tables()
        for name in ("negative_share", "lowest_ratio"):
            reason = self.reasons.get(name)
            row = {"quantity": name, "value": getattr(self, name), "low": None, "high": None,
                   "method": ""}  # fmt: skip
            whole["shape"].append(row | ({"reason": reason.say("en")} if reason else {}))
        return whole

    def findings(self) -> list[Finding]:
        """Those of a shape, with the nature of the distances instead of V and r."""
        kept = [found for found in super().findings() if found.code != "shape.spread"]
        return worst_first([*kept, self._nature(), *self._below_zero()])

    def _nature(self) -> Finding:
        share = self.negative_share
        size = -self.lowest_ratio if share is None else share
        numbers = {"negative_share": share, "lowest_ratio": self.lowest_ratio, "n": self.n,
                   "share_text": "–" if share is None else f"{share:.1%}",
                   "ratio_text": f"{self.lowest_ratio:.3g}"}  # fmt: skip
        return Finding("shape.distances", level_of("shape_negative_eigenvalues", size), numbers)

    def _below_zero(self) -> list[Finding]:
        if self.ss_between is None or self.ss_between >= 0 or self.r_squared is None:
            return []
        numbers = {"ss_between": self.ss_between, "r_squared": float(self.r_squared)}
        return [Finding("shape.negative_between", "warning", numbers)]

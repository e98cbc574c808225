"""What ``measure_shape_from_distances`` returns."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.results import Estimate, Finding, Tables, level_of, worst_first
from monosashi.results.finding import Level
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
    likely_squared : bool
        Whether these distances are far from Euclidean and their square roots are not: they are
        squared distances or 1 - cos then, and R² is far too high.
    r_squared_of_roots : float or None
        R² of the square roots, where they are measured (of 1 - cos: that of the vectors).
    dbicc, dbicc_by_group : Estimate or None
        1 - (mean d² within groups) / (mean d² between groups), with all pairs weighing alike, or
        all groups. With equal sizes both are ``icc``; else large groups rule the first one, and
        ``icc`` is to be preferred.
    """

    negative_share: float | None
    lowest_ratio: float
    likely_squared: bool = False
    r_squared_of_roots: float | None = None
    dbicc: Estimate | None = None
    dbicc_by_group: Estimate | None = None

    def tables(self) -> Tables:
        """Those of a shape, with the two numbers on eigenvalues, and dbICC."""
        from monosashi.shape.tables import quantity_row

        whole = super().tables()
        names = ["negative_share", "lowest_ratio"]
        names += [] if self.n_groups is None else ["dbicc", "dbicc_by_group"]
        whole["shape"] += [quantity_row(self, name) for name in names]
        return whole

    @property
    def far_from_euclidean(self) -> bool:
        """Whether negative eigenvalues are so many that R² is no share of the spread."""
        share = self.negative_share
        size = -self.lowest_ratio if share is None else share
        return level_of("shape_negative_eigenvalues", size) == "warning"

    @property
    def negative_text(self) -> str:
        """The share of negative eigenvalues, or the lowest over the highest where it is unknown."""
        share = self.negative_share
        return f"{self.lowest_ratio:.3g}" if share is None else f"{share:.1%}"

    def findings(self) -> list[Finding]:
        """Those of a shape, with the nature of the distances instead of V and r."""
        kept = [self._marked(one) for one in super().findings() if one.code != "shape.spread"]
        return worst_first([*self._cosines(), *kept, self._nature(), *self._below_zero()])

    def _marked(self, found: Finding) -> Finding:
        """R² that is no share of anything says so in its own sentence."""
        if not found.code.startswith("shape.grouping") or not self.far_from_euclidean:
            return found
        return Finding("shape.grouping_not_euclidean", "warning",
                       {**found.numbers, "negative_text": self.negative_text})  # fmt: skip

    def _cosines(self) -> list[Finding]:
        """Distances whose square roots are Euclidean are most likely 1 - cos, or squares."""
        if not self.likely_squared:
            return []
        other = self.r_squared_of_roots
        numbers = {"negative_text": self.negative_text,
                   "r_squared_text": "–" if self.r_squared is None else f"{self.r_squared:.3f}",
                   "roots_text": "–" if other is None else f"{other:.3f}"}  # fmt: skip
        return [Finding("shape.squared_distances", "warning", numbers)]

    def _nature(self) -> Finding:
        level: Level = "warning" if self.far_from_euclidean else "note"
        share = self.negative_share
        numbers = {"negative_share": share, "lowest_ratio": self.lowest_ratio, "n": self.n,
                   "share_text": "–" if share is None else f"{share:.1%}",
                   "ratio_text": f"{self.lowest_ratio:.3g}"}  # fmt: skip
        return Finding("shape.distances", level, numbers)

    def _below_zero(self) -> list[Finding]:
        if self.ss_between is None or self.ss_between >= 0 or self.r_squared is None:
            return []
        numbers = {"ss_between": self.ss_between, "r_squared": float(self.r_squared)}
        return [Finding("shape.negative_between", "warning", numbers)]

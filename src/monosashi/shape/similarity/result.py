"""What ``measure_agreement`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, worst_first
from monosashi.results.coherent import estimate_texts
from monosashi.shape.intervals import estimate_row

MANY_TIES, ENOUGH = 0.1, 30
ENOUGH_GROUPS = 12
ORDER = ("knn_overlap", "knn_overlap_adjusted", "rowwise_spearman", "distance_spearman",
         "linear_cka", "linear_cka_debiased")  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class Agreement(Result):
    """How far two spaces agree about the same objects.

    Attributes
    ----------
    model_a, model_b : str
    metric : str
    k, n, n_groups : int
        Length of the lists; objects in both spaces; groups behind the intervals (0: none given).
    n_anchors : int
        Objects whose lists of neighbours are compared (all, or a random sample).
    n_distance_objects : int
        Objects among which distances are ranked (all, or a random sample).
    chance : float
        Overlap that unrelated lists have, k/(n - 1).
    knn_overlap : Estimate
        Mean share of the k nearest neighbours that both spaces name.
    knn_overlap_adjusted : Estimate
        (overlap - chance)/(1 - chance): 0 for unrelated lists, 1 for equal ones.
    rowwise_spearman : Estimate
        Rank correlation of an anchor's distances to all others, averaged over anchors.
    distance_spearman : Estimate
        Rank correlation of the distances of all pairs: one monotone change for all is allowed.
    linear_cka, linear_cka_debiased : Estimate
        Centred alignment of the two linear kernels, as it is and from unbiased HSIC. The plain one
        is too high for few objects in many dimensions and has no interval. That of the debiased
        one, and its corrected value, are for groups like these: from pairs of different groups.
    ties_a, ties_b : int
        Lists whose place k was settled by row number, which can pass for agreement.
    least_alike : rows ``id, shared, overlap, nearest_a, nearest_b``
        The (at most 20) anchors that share the fewest neighbours, with the nearest in each space.
    undefined_rows : int
        Anchors with equal distances to all others, left out of ``rowwise_spearman``.
    """

    kind: ClassVar[str] = "agreement"
    model_a: str
    model_b: str
    metric: str
    k: int
    n: int
    n_groups: int
    n_anchors: int
    n_distance_objects: int
    chance: float
    knn_overlap: Estimate | None
    knn_overlap_adjusted: Estimate | None
    rowwise_spearman: Estimate | None
    distance_spearman: Estimate | None
    linear_cka: Estimate | None
    linear_cka_debiased: Estimate | None
    ties_a: int
    ties_b: int
    undefined_rows: int
    least_alike: tuple[Row, ...]
    confidence: float

    def tables(self) -> Tables:
        """``agreement`` (one row a quantity, from the freest invariance on), ``least_alike``."""
        rows = [estimate_row(name, getattr(self, name), self.reasons) for name in ORDER]
        return {"agreement": rows, "least_alike": list(self.least_alike)}

    def findings(self) -> list[Finding]:
        """How many neighbours two spaces share; a note, since no amount is right."""
        if self.knn_overlap is None:
            return []
        held = self.knn_overlap
        numbers = {
            "model_a": self.model_a, "model_b": self.model_b, "k": self.k, "n": self.n,
            "overlap": held.value, "overlap_low": held.low, "overlap_high": held.high,
            "chance": self.chance,
            **estimate_texts("overlap", held, why=self.reasons.get("knn_overlap.interval")),
            **estimate_texts("spearman", self.distance_spearman),
            **estimate_texts("cka", self.linear_cka_debiased),
        }  # fmt: skip
        found = [Finding("shape.agreement", "note", numbers), self._ties(), self._few(),
                 self._few_groups()]  # fmt: skip
        return worst_first([one for one in found if one is not None])

    def _ties(self) -> Finding | None:
        """Many lists whose end is a matter of row numbers."""
        worst = max(self.ties_a, self.ties_b) / self.n_anchors
        return None if worst <= MANY_TIES else Finding("shape.agreement_ties", "warning", {
            "ties_a": self.ties_a, "ties_b": self.ties_b, "n_anchors": self.n_anchors,
            "model_a": self.model_a, "model_b": self.model_b, "k": self.k})  # fmt: skip

    def _few(self) -> Finding | None:
        """A small sample of lists or of distances."""
        if min(self.n_anchors, self.n_distance_objects) >= ENOUGH:
            return None
        m = self.n_distance_objects
        return Finding("shape.agreement_few", "warning", {
            "n_anchors": self.n_anchors, "objects": m, "pairs": m * (m - 1) // 2,
            "enough": ENOUGH})  # fmt: skip

    def _few_groups(self) -> Finding | None:
        """Intervals of rank correlations cover less than they say with few groups."""
        held = self.distance_spearman
        if held is None or held.low is None or self.n_groups >= ENOUGH_GROUPS:
            return None
        return Finding("shape.agreement_groups", "warning", {
            "n_groups": self.n_groups, "enough": ENOUGH_GROUPS})  # fmt: skip

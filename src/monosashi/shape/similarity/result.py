"""What ``measure_agreement`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Tables
from monosashi.shape.intervals import estimate_row

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
        is too high for few objects in many dimensions, and its interval covers less than it says
        (85 % at 10 groups in simulations): go by the debiased one.
    ties_a, ties_b : int
        Lists whose place k was settled by row number.
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
    confidence: float

    def tables(self) -> Tables:
        """``agreement``: one row a quantity, from the freest invariance to the narrowest."""
        return {"agreement": [estimate_row(name, getattr(self, name), self.reasons)
                              for name in ORDER]}  # fmt: skip

    def findings(self) -> list[Finding]:
        """How many neighbours two spaces share; a note, since no amount is right."""
        if self.knn_overlap is None:
            return []
        held = self.knn_overlap
        numbers = {
            "model_a": self.model_a, "model_b": self.model_b, "k": self.k, "n": self.n,
            "overlap": held.value, "overlap_low": held.low, "overlap_high": held.high,
            "overlap_text": f"{held:.3f}", "chance": self.chance,
            "spearman_text": _text(self.distance_spearman),
            "cka_text": _text(self.linear_cka_debiased),
        }  # fmt: skip
        return [Finding("shape.agreement", "note", numbers)]

    def __repr__(self) -> str:
        return (f"Agreement({self.model_a} / {self.model_b}, n={self.n}, overlap@{self.k} "
                f"{_text(self.knn_overlap)}, CKA {_text(self.linear_cka)})")  # fmt: skip


def _text(held: Estimate | None) -> str:
    return "–" if held is None else f"{held:.3f}"

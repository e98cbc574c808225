"""What ``count_directions`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Tables
from monosashi.results.coherent import estimate_texts
from monosashi.shape.intervals import estimate_row

NAMES = ("participation_ratio", "participation_ratio_corrected", "effective_rank", "rank_me")


@dataclass(frozen=True, kw_only=True, repr=False)
class Directions(Result):
    """Along how many directions vectors vary, by three ways to count.

    Attributes
    ----------
    n, dimension : int
    n_per_dimension : float
        n/d. Below 1 all counts but the corrected one are held down by n: no more than n - 1
        directions can show.
    participation_ratio : float
        (tr S)²/tr S² of the sample covariance; too small for few objects.
    participation_ratio_corrected : Estimate
        (tr S)² over an unbiased estimate of tr Σ² (n >= 4): the one to compare across n; never
        above d. With groups from pairs of objects of different groups (4 or more), each group
        weighing alike; without them objects are taken as independent.
    n_groups : int or None
        Groups behind it.
    effective_rank : float
        exp of the entropy of the eigenvalues of S (Roy and Vetterli 2007 use singular values).
    rank_me : float
        exp of the entropy of the singular values of the vectors as they are, without centring
        (Garrido et al. 2023).
    """

    kind: ClassVar[str] = "directions"
    n: int
    dimension: int
    n_per_dimension: float
    participation_ratio: float
    participation_ratio_corrected: Estimate | None
    effective_rank: float
    rank_me: float
    n_groups: int | None
    confidence: float

    def tables(self) -> Tables:
        """``directions``: one row a count, each with n and n/d."""
        rows = [estimate_row(name, getattr(self, name), self.reasons) for name in NAMES]
        shown = {"n": self.n, "dimension": self.dimension, "n_per_dimension": self.n_per_dimension}
        return {"directions": [row | shown for row in rows]}

    def findings(self) -> list[Finding]:
        """The corrected count, as a note."""
        held = self.participation_ratio_corrected
        if held is None:
            return []
        numbers = {
            "directions": held.value, "low": held.low, "high": held.high,
            **estimate_texts("directions", held, ".1f",
                             why=self.reasons.get("participation_ratio_corrected.interval")),
            "plain": self.participation_ratio, "n": self.n,
            "dimension": self.dimension, "effective_rank": self.effective_rank,
            "ratio": self.n_per_dimension,
        }  # fmt: skip
        return [Finding("shape.directions", "note", numbers)]

    def __repr__(self) -> str:
        held = self.participation_ratio_corrected
        shown = "–" if held is None else f"{held:.1f}"
        return f"Directions(n={self.n}, d={self.dimension}, corrected {shown})"

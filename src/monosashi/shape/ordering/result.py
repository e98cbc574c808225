"""What ``group_auc`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, PermutationTest, Result, Row, Tables
from monosashi.results.coherent import estimate_texts
from monosashi.shape.findings import p_text
from monosashi.shape.intervals import estimate_row


@dataclass(frozen=True, kw_only=True, repr=False)
class GroupAuc(Result):
    """How often two members of a group are nearer than two objects of different groups.

    Attributes
    ----------
    n, n_groups, n_singletons : int
    pairs_within, pairs_between : int
        Pairs of the data, not of a sample.
    auc : Estimate
        P(distance within < distance between), ties by half: 0.5 by chance, 1 for groups apart.
    anosim_r : Estimate
        2 AUC - 1, Clarke's R of ANOSIM (difference of the mean ranks over half the number of
        pairs).
    permutation : PermutationTest
        Of the AUC.
    sampled : bool
        Whether random pairs stand for all pairs.
    """

    kind: ClassVar[str] = "group_auc"
    n: int
    n_groups: int
    n_singletons: int
    pairs_within: int
    pairs_between: int
    auc: Estimate
    anosim_r: Estimate
    permutation: PermutationTest | None
    sampled: bool
    confidence: float

    def tables(self) -> Tables:
        """``group_auc``: one row a quantity."""
        rows: list[Row] = [estimate_row(name, getattr(self, name), self.reasons)
                           for name in ("auc", "anosim_r")]  # fmt: skip
        if self.permutation is not None:
            rows[0]["p_value"] = self.permutation.p_value
        return {"group_auc": rows}

    def findings(self) -> list[Finding]:
        """The AUC with its p, as a note."""
        numbers = {
            "auc": self.auc.value, "auc_low": self.auc.low, "auc_high": self.auc.high,
            **estimate_texts("auc", self.auc), **estimate_texts("r", self.anosim_r),
            "p_text": "–" if self.permutation is None else p_text(self.permutation),
            "n": self.n, "n_groups": self.n_groups,
        }  # fmt: skip
        return [Finding("shape.group_auc", "note", numbers)]

    def __repr__(self) -> str:
        return f"GroupAuc(n={self.n}, groups={self.n_groups}, AUC {self.auc:.3f})"

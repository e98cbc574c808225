"""What ``partition_variance`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.results import Estimate, Finding, PermutationTest, Result, Row, Tables


@dataclass(frozen=True, kw_only=True, repr=False)
class PartitionedVariance(Result):
    """How the spread of a cloud is shared out among the terms of a model.

    Attributes
    ----------
    n : int
    by : "terms" or "margin"
        Each term after those before it, or after all others.
    method : "freedman-lane" or "raw"
    rows : rows ``term, role, df, ss, r_squared, low, high, partial_r_squared, partial_low,
        partial_high, f, p_value, smallest_p, permutations, exact, reason``
        One a term (role "covariate", "factor" or "interaction"), then "residual" and "total".
        ``low`` to ``high`` is the interval of R², ``partial_low`` to ``partial_high`` that of
        partial R², SS/(SS + SS of the residuals). ``reason`` says why there is no p.
    tests : mapping of term to PermutationTest
    r_squared : Estimate
        Of the whole model, covariates among it.
    adjusted_r_squared : float
        1 - (1 - R²)(n - 1)/(n - rank): freed of what chance gives.
    shared_r_squared : float or None
        Share of the spread that several factors explain and no one of them alone: what the order
        of the terms decides. Negative when factors mask each other.
    clusters : int or None
        Number of clusters behind the intervals.
    confidence : float
    """

    kind: ClassVar[str] = "partition"
    n: int
    by: str
    method: str
    rows: tuple[Row, ...]
    tests: Mapping[str, PermutationTest] = field(default_factory=dict)
    r_squared: Estimate
    adjusted_r_squared: float
    shared_r_squared: float | None = None
    clusters: int | None = None
    confidence: float = 0.95

    def __repr__(self) -> str:
        shares = ", ".join(f"{row['term']} {row['r_squared']:.3f}" for row in self.rows[:-1]
                           if row["r_squared"] is not None)  # fmt: skip
        return f"PartitionedVariance({self.by}: {shares})"

    def __getitem__(self, term: str) -> Row:
        """Return the row of a term, of ``"residual"`` or of ``"total"``."""
        return next(row for row in reversed(self.rows) if row["term"] == term)

    def tables(self) -> Tables:
        """``partition``: the rows."""
        return {"partition": list(self.rows)}

    def findings(self) -> list[Finding]:
        """What the terms explain, and how far the order of the terms decides it."""
        from monosashi.shape.partition.findings import partition_findings

        return partition_findings(self)

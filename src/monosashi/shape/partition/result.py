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
    scheme : str
        How rows changed places.
    rows : rows ``term, role, df, ss, r_squared, low, high, bias_corrected, expected_r_squared,
        adjusted_r_squared, adjusted_low, adjusted_high, adjusted_bias_corrected,
        partial_r_squared, partial_low, partial_high, partial_bias_corrected, f, p_value,
        smallest_p, permutations, exact, reason``
        One a term (role "covariate", "factor" or "interaction"), then "residual" and "total".
        ``expected_r_squared`` is the R² of a term that does nothing: of what the other terms leave
        (SS + SS of the residuals) as many directions at random take df/(df + df of the
        residuals) on average. With ``within`` or ``whole`` it is the mean over the arrangements
        that were tried, and None without a test. ``adjusted_r_squared`` is R² freed of that: on
        average 0 for a term that does nothing, and negative by chance; compare terms of unlike df
        by it. With free shuffling, which takes objects for independent, it is (SS - df MS of the
        residuals)/SS of all, sums up to that of the model over terms taken in order, and with one
        factor is ε².
        ``low`` to ``high`` is the interval of R², with ``adjusted_`` and ``partial_`` before them
        those of adjusted R² and of partial R², SS/(SS + SS of the residuals). All are built on
        values that the jackknife freed of the bias of few clusters, and can leave out that of the
        sample; what chance adds to a factor with as many labels as there are clusters stays in R²
        and partial R². ``reason`` says why there is no p; ``reasons`` names terms without interval.
    tests : mapping of term to PermutationTest
    r_squared : Estimate
        Of the whole model, covariates among it.
    expected_r_squared : float
        (rank - 1)/(n - 1): R² of as many labels dealt at random.
    adjusted_r_squared : float
        1 - (1 - R²)(n - 1)/(n - rank): freed of what chance gives.
    taken_by_clusters : tuple of str
        Factors and interactions of which whole labels go with a single cluster.
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
    scheme: str = "free"
    rows: tuple[Row, ...]
    tests: Mapping[str, PermutationTest] = field(default_factory=dict)
    r_squared: Estimate
    expected_r_squared: float
    adjusted_r_squared: float
    shared_r_squared: float | None = None
    clusters: int | None = None
    taken_by_clusters: tuple[str, ...] = ()
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

"""What ``compare_shapes`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables

RANKS = ("rank", "rank_low", "rank_high")


@dataclass(frozen=True, kw_only=True, repr=False)
class ShapeComparison(Result):
    """Which models group the same objects more clearly, as far as the groups can tell.

    Attributes
    ----------
    models : tuple of str
    n, n_groups, n_singletons : int
        Objects, groups, and objects alone in their group.
    expected_r_squared : float
        Mean R² of shuffled labels, (G - 1)/(n - 1), the same for all models.
    statistics : tuple of str
        The first one decides ``best`` and ``tied_with_best``.
    levels : model -> statistic -> Estimate
        Each model on its own. Do not compare these intervals with each other: the paired
        difference is several times more precise.
    differences : rows ``model_a, model_b, statistic, difference, bias_corrected,
        standard_error, low, high, p_value, p_adjusted, equivalence_p, equivalence_p_adjusted,
        equivalent, beyond_p, beyond_p_adjusted, beyond``
        a minus b; ``difference`` is that of the sample, the rest is for groups like these. The
        last six are there with a margin only (never for ``w_bar``, which has no common scale);
        ``equivalent`` False means "not shown", ``beyond`` that the difference is shown to lie
        outside the margin. With the bootstrap also ``undefined_draws``.
    best : str or None
        Model with the highest first statistic.
    tied_with_best : tuple of str
        Models (the best among them) that the adjusted test cannot tell from the best.
    ranks : rows ``model, statistic, rank, rank_low, rank_high``
        Where each model may stand; the intervals of one statistic hold together.
    agreement : rows ``model_a, model_b, k, n_anchors, knn_overlap, low, high, standard_error,
        chance, knn_overlap_adjusted``
        Share of the k nearest neighbours (cosine) that two models have in common, with the interval
        of a jackknife over groups.
    adjust, method : str
    confidence : float
    margin : float or None
    draws, degenerate_draws : int or None
        Of the bootstrap; degenerate ones hold one group only, so that their R² is 0.
    """

    kind: ClassVar[str] = "comparison"
    models: tuple[str, ...]
    n: int
    n_groups: int
    n_singletons: int = 0
    expected_r_squared: float | None = None
    statistics: tuple[str, ...]
    levels: Mapping[str, Mapping[str, Estimate]]
    differences: tuple[Row, ...]
    best: str | None
    tied_with_best: tuple[str, ...]
    ranks: tuple[Row, ...] = ()
    agreement: tuple[Row, ...] = field(default=())
    adjust: str = "holm"
    method: str = "jackknife"
    confidence: float = 0.95
    margin: float | None = None
    draws: int | None = None
    degenerate_draws: int | None = None

    def __repr__(self) -> str:
        name = self.statistics[0]
        levels = ", ".join(f"{m} {found[name]:.3f}" for m, found in self.levels.items())
        tied = f", tied: {', '.join(self.tied_with_best)}" if self.best else ""
        return f"ShapeComparison({name}: {levels}{tied})"

    def tables(self) -> Tables:
        """``comparison_levels``, ``comparison_differences`` and ``comparison_agreement``."""
        ranks = {(row["model"], row["statistic"]): row for row in self.ranks}
        levels = [
            {"model": model, "statistic": name, "value": found.value, "low": found.low,
             "high": found.high, "bias_corrected": found.bias_corrected,
             **{end: ranks.get((model, name), {}).get(end) for end in RANKS},
             "tied_with_best": model in self.tied_with_best, "method": found.method}
            for model, statistics in self.levels.items()
            for name, found in statistics.items()
        ]  # fmt: skip
        return {"comparison_levels": levels, "comparison_differences": list(self.differences),
                "comparison_agreement": list(self.agreement)}  # fmt: skip

    def findings(self) -> list[Finding]:
        """Tied or ahead, and whether there are enough groups to say so."""
        from monosashi.shape.comparison_findings import comparison_findings

        return comparison_findings(self)

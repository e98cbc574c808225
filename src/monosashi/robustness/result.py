"""What ``robustness_statistics`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Finding, Result, Row, Tables

TABLES = ("profile", "totals", "tests", "cells", "rankings", "rankings_per_dataset", "ranks",
          "inversions", "split_halves", "axes_apart", "seed_noise", "scaling_points", "scaling",
          "group_contrasts", "language_contrasts", "failures", "holes")  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class RobustnessStatistics(Result):
    """How much rewriting costs, how surely, and whether it changes which model is best.

    All losses are original minus transformed, in points of 100: positive is a loss. Every table
    names the generator. ``reason`` in a row says why a number is None.

    Attributes
    ----------
    models, datasets, groups : tuple of str
    rewritings : rows ``transformation, axis, generator``
    unit : "dataset", "model" or "cell"
        Of the tests.
    confidence : float
    hteb_generators : tuple of str
        Those that may stand beside HTEB's numbers.
    profile : rows ``dataset_group, axis, generator, model, original, transformed, gap, low, high,
        n_datasets, comparable, relative, n_relative, n_near_chance, seed_sd, beside_own_mean``
        ``comparable`` False: the model lacks so many datasets that its mean is over others.
    totals : rows ``dataset_group, generator, hteb, model, original, transformed, gap, low, high,
        flat, flat_low, flat_high, n_datasets``
        Mean of the three axes of HTEB; ``hteb`` only if the generator is declared to be HTEB's own.
    tests : rows ``dataset_group, transformation, axis, generator, unit, n, n_zeros, mean, hl, low,
        high, level, reached, statistic, rank_biserial, p_value, p_adjusted, smallest_p,
        family_size, can_be_significant, joint_high``
        Wilcoxon and Hodges-Lehmann with the level the interval attains; Holm per group and
        generator. ``joint_high``: upper end, of centre and mean, for all tests of the family at
        once.
    cells : rows ``dataset_group, dataset, transformation, axis, generator, n_models, original,
        loss``
        Mean over the models that have the cell.
    rankings : rows ``dataset_group, axis, generator, tau, low, high, tau_of_means, n_models,
        n_datasets``
        Mean over datasets of tau-b between original and transformed, with an interval for means of
        bounded values (``statistics.mean_interval``), and tau-b of the means.
    ranks : rows ``dataset_group, axis, generator, model, rank_original, rank_original_low,
        rank_original_high, rank_transformed, rank_transformed_low, rank_transformed_high``
        Places by mean score, and those that Wilcoxon with Holm leaves open.
    rankings_per_dataset, inversions : rows
    split_halves : rows ``units, n_units, rho, low, high, spearman_brown, splits, exhaustive``
        ``low`` and ``high`` hold 95 % of the splits; they are no confidence interval.
    axes_apart : rows ``axis_a, axis_b, rho, low, high, rho_split, n_models, n_datasets``
        ``rho_split``: the two losses from different datasets, so that they share no noise.
    seed_noise : rows ``model, transformation, generator, n_cells, seed_sd, noise``
    scaling_points, scaling : rows
        Of the models whose family and parameters were given.
    group_contrasts, language_contrasts : rows
    failures : rows ``share_failed, share_unchanged, share_truncated, mean, bound_low, bound_high``
    holes : rows
        Cells that are not there.
    """

    kind: ClassVar[str] = "robustness"
    models: tuple[str, ...]
    datasets: tuple[str, ...]
    groups: tuple[str, ...]
    rewritings: tuple[Row, ...]
    unit: str
    confidence: float
    hteb_generators: tuple[str, ...]
    profile: tuple[Row, ...]
    totals: tuple[Row, ...]
    tests: tuple[Row, ...]
    cells: tuple[Row, ...]
    rankings: tuple[Row, ...]
    rankings_per_dataset: tuple[Row, ...]
    ranks: tuple[Row, ...]
    inversions: tuple[Row, ...]
    split_halves: tuple[Row, ...]
    axes_apart: tuple[Row, ...]
    seed_noise: tuple[Row, ...]
    scaling_points: tuple[Row, ...]
    scaling: tuple[Row, ...]
    group_contrasts: tuple[Row, ...]
    language_contrasts: tuple[Row, ...]
    failures: tuple[Row, ...]
    holes: tuple[Row, ...]

    def __repr__(self) -> str:
        sure = sum(row["p_adjusted"] is not None and row["p_adjusted"] < 0.05
                   for row in self.tests)  # fmt: skip
        return (f"RobustnessStatistics({len(self.models)} models, {len(self.datasets)} datasets, "
                f"{sure} of {len(self.tests)} rewritings with p < 0.05 after Holm)")  # fmt: skip

    def tables(self) -> Tables:
        """One table an attribute of rows, as ``robustness_profile`` and so on."""
        return {f"robustness_{name}": [_told(row) for row in getattr(self, name)]
                for name in TABLES if getattr(self, name)}  # fmt: skip

    def findings(self) -> list[Finding]:
        """What costs most, whether orders change, and cautions about the data."""
        from monosashi.robustness.findings import robustness_findings

        return robustness_findings(self)


def _told(row: Row) -> dict[str, Any]:
    """Reasons in words."""
    return {name: value.say("en") if isinstance(value, Fault) else value
            for name, value in row.items()}  # fmt: skip

"""What ``measure_robustness`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Finding, Result, Row, Tables, hidden
from monosashi.robustness.cube import Cube
from monosashi.robustness.result import RobustnessStatistics

TABLES = (
    "cube",
    "models",
    "profile",
    "unscored",
    "choice",
    "tasks",
    "drift",
    "spread",
    "input_output",
    "worst",
    "sensitivity",
)


@dataclass(frozen=True, kw_only=True, repr=False)
class RobustnessRun(Result):
    """Scores of models on tasks as they are and rewritten, and which model that speaks for.

    Losses are original minus transformed, in points of 100: positive is a loss. Both sides of a
    score rest on the same records. ``reason`` in a row says why a number is None.

    Attributes
    ----------
    cube : rows as ``robustness_statistics`` takes them
        ``model, dataset, dataset_group, language, task, metric, transformation, axis, generator,
        seed, original, transformed, chance, n, n_failed, n_unchanged, n_truncated``.
    models : rows ``model, family, parameters, prompt, unused_prompt, dimension, dtype, revision,
        task, normalised, token_limit, text_cut, identity``
    profile : rows ``model, axis, generator, original, transformed, gap, low, high, n_datasets,
        n_texts, fewest_texts``
        Intervals are for other texts of these datasets. ``n_texts`` and ``fewest_texts``: of the
        transformation with most and with fewest texts, since failures differ.
    unscored : rows ``model, axis, generator, n_datasets, n_tried, reason``
        Models without a level on an axis: they have every score on ``n_datasets`` of ``n_tried``
        only, fewer than half of what other models have; the others are measured without them.
    choice : rows ``model, score, low, high, behind, behind_low, behind_high, wins``
        In order. ``wins``: share of draws of texts in which the model comes first; the draws are as
        wide as the intervals of ``behind``, so that the two do not contradict each other.
    weights : mapping of axis to weight
        Behind ``choice``; ``original`` counts the texts as they are.
    weights_unmeasured : tuple of str
    preset : mapping or None
        ``name, transformations, left_out, absent``.
    tasks : rows ``dataset, kind, metric, side, n, language, dataset_group, chance, n_left_out,
        n_other_script, n_looked_at, other_script``
        ``n_left_out``: records for which there is no rewriting. ``n_other_script``: texts (of
        ``n_looked_at``) whose letters are not of the declared language, where most are so; and the
        first of them.
    drift : rows a model, dataset, wording: ``drift, low, high, median, p95, random_distance,
        normalised, n, n_undefined, n_unmoved, n_changed, n_blind, loss, rho_loss,
        rho_low, rho_high``
        ``n_blind``: texts that changed while their vector did not, of ``n_changed``.
    spread : rows ``w_tilde, low, high, groups, n_left`` a transformation
        Over ``groups`` texts, those that every transformation kept; ``n_left`` have a rewriting
        that is not used (failed, or none at all) under one of them.
    input_output : rows ``input_icc, output_icc, pattern`` …
    worst : rows ``record, original_text, rewritten_text, drift, loss``
    sensitivity : rows of ``measure_sensitivity``
        Whether changes of meaning move the vectors; a constant encoder loses nothing.
    rewrites : mapping of name to digest
        Of the sets that were used.
    """

    kind: ClassVar[str] = "robustness_run"
    cube: tuple[Row, ...]
    models: tuple[Row, ...]
    profile: tuple[Row, ...]
    choice: tuple[Row, ...]
    weights: Mapping[str, float]
    weights_unmeasured: tuple[str, ...]
    preset: Mapping[str, Any] | None
    tasks: tuple[Row, ...]
    drift: tuple[Row, ...]
    spread: tuple[Row, ...]
    input_output: tuple[Row, ...]
    worst: tuple[Row, ...]
    sensitivity: tuple[Row, ...]
    rewrites: Mapping[str, str]
    failed: str
    unchanged: str
    like: str
    confidence: float
    unscored: tuple[Row, ...] = ()
    statistics: RobustnessStatistics = hidden()
    checked_cube: Cube = hidden()

    def __repr__(self) -> str:
        best = self.choice[0]["model"] if self.choice else "-"
        return (f"RobustnessRun({len(self.models)} models, {len(self.tasks)} tasks, "
                f"{len(self.cube)} scores; first: {best})")  # fmt: skip

    def tables(self) -> Tables:
        """One table an attribute of rows, as ``robustness_run_cube`` and so on."""
        return {f"robustness_run_{name}": [_told(row) for row in getattr(self, name)]
                for name in TABLES if getattr(self, name)}  # fmt: skip

    def findings(self) -> list[Finding]:
        """The choice, what a profile warns of, and what the models did not read."""
        from monosashi.robustness.runs.findings import run_findings

        return run_findings(self)


def _told(row: Row) -> dict[str, Any]:
    """Reasons in words."""
    return {name: value.say("en") if isinstance(value, Fault) else value
            for name, value in row.items()}  # fmt: skip

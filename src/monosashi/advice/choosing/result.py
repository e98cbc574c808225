"""What ``compare_models`` returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from monosashi.advice.choosing.criterion import Criterion
from monosashi.advice.choosing.facts import EmbedderFacts
from monosashi.advice.choosing.standing import Standing
from monosashi.results import Estimate, Finding, Result, Row, Tables


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Models by weighted points.

    Attributes
    ----------
    weights : mapping of name to share
        They add up to 1.
    scores : mapping of model to Estimate
        Weighted mean of the points, 0 to 100, with the interval of joint resampling.
    points : rows ``model, criterion, weight, points``
    differences : rows ``model_a, model_b, difference, low, high, p_value, p_adjusted, identical,
        exact``
    best : str
    tied_with_best : tuple of str
        The best, and all that the adjusted test does not tell from it. More than one: nobody won.
    ranks : mapping of model to (rank, lowest, highest)
    win_shares : mapping of model to share of the draws in which it is first
        Resamples of these data: a description, not a probability that the model is best.
    sensitivity : rows ``weight, factor, first, lead``
        Who is first when one weight is half, or half as much again.
    rival : str
        The strongest other model.
    decided_by, against : str or None
        The criteria that speak most for the best against the rival, and most against.
    identical : bool
        No criterion tells any two models apart in any unit.
    draws : int
    """

    weights: Mapping[str, float]
    scores: Mapping[str, Estimate]
    points: tuple[Row, ...]
    differences: tuple[Row, ...]
    best: str
    tied_with_best: tuple[str, ...]
    ranks: Mapping[str, tuple[int, int, int]]
    win_shares: Mapping[str, float]
    sensitivity: tuple[Row, ...]
    rival: str
    decided_by: str | None
    against: str | None
    identical: bool
    draws: int

    @property
    def decided(self) -> bool:
        """Whether one model is told from all others."""
        return self.tied_with_best == (self.best,)

    @property
    def stable(self) -> bool:
        """Whether the same model is first under every change of one weight by half."""
        return all(row["first"] == self.best for row in self.sensitivity)


@dataclass(frozen=True, kw_only=True, repr=False)
class ModelComparison(Result):
    """Models beside each other, criterion by criterion.

    Attributes
    ----------
    models : tuple of str
    n : int
        Items.
    rows : rows ``model, criterion, unit, n, value, low, high, points, points_low, points_high,
        rank, rank_low, rank_high, tied_with_best, reason``
        ``n`` counts the units behind the interval; ``reason`` says why a value is missing.
    differences : rows ``criterion, model_a, model_b, difference, low, high, p_value, p_adjusted,
        identical, exact, method``
        a minus b in the units of the criterion, paired; p adjusted over the pairs of a criterion
        (Holm), not over criteria.
    best : mapping of criterion to model
        The best value; the first of equals.
    tied : mapping of criterion to models
        The best, and all that are not told from it.
    choice : Choice or None
        With weights only.
    facts : mapping of model to EmbedderFacts
    confidence : float
    """

    kind: ClassVar[str] = "model_comparison"
    models: tuple[str, ...]
    n: int
    rows: tuple[Row, ...]
    differences: tuple[Row, ...]
    best: Mapping[str, str]
    tied: Mapping[str, tuple[str, ...]]
    choice: Choice | None
    facts: Mapping[str, EmbedderFacts] = field(default_factory=dict)
    confidence: float = 0.95

    def row(self, model: str, criterion: str) -> Row:
        """The cell of a model and a criterion."""
        return next(row for row in self.rows
                    if (row["model"], row["criterion"]) == (model, criterion))  # fmt: skip

    @property
    def criteria(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(dict.fromkeys(row["criterion"] for row in self.rows))

    def tables(self) -> Tables:
        """``models``, ``model_differences``; with weights also ``choice`` and its parts."""
        told = [{**row, "reason": None if row["reason"] is None else row["reason"].say("en")}
                for row in self.rows]  # fmt: skip
        held: Tables = {"models": told, "model_differences": list(self.differences)}
        if self.choice is None:
            return held
        return {**held, "choice": _choice_rows(self.choice),
                "choice_points": list(self.choice.points),
                "choice_differences": list(self.choice.differences),
                "choice_sensitivity": list(self.choice.sensitivity)}  # fmt: skip

    def findings(self) -> list[Finding]:
        """The choice with its reason; without weights, questions that name different models."""
        from monosashi.advice.choosing.findings import choosing_findings

        return choosing_findings(self)

    def __repr__(self) -> str:
        if self.choice is None:
            told = ", ".join(f"{name}: {'/'.join(held)}" for name, held in self.tied.items())
            return f"ModelComparison({told})"
        scores = ", ".join(f"{name} {one:.1f}" for name, one in self.choice.scores.items())
        return f"ModelComparison({scores}; first: {'/'.join(self.choice.tied_with_best)})"


def _choice_rows(choice: Choice) -> list[Row]:
    return [{"model": model, "score": one.value, "low": one.low, "high": one.high,
             "rank": choice.ranks[model][0], "rank_low": choice.ranks[model][1],
             "rank_high": choice.ranks[model][2],
             "tied_with_best": model in choice.tied_with_best and not choice.decided,
             "win_share": choice.win_shares[model]}
            for model, one in choice.scores.items()]  # fmt: skip


def table_rows(
    criteria: Sequence[Criterion], models: Sequence[str], standings: Mapping[str, Standing]
) -> list[Row]:
    """One row a model and criterion."""
    return [_row(one, model, standings.get(one.name)) for one in criteria for model in models]


def _row(one: Criterion, model: str, standing: Standing | None) -> Row:
    head: dict[str, Any] = {"model": model, "criterion": one.name, "unit": one.unit or "counted"}
    level = one.levels.get(model)
    if level is None or standing is None:
        empty = dict.fromkeys(("n", "value", "low", "high", "points", "points_low",
                               "points_high", "rank", "rank_low", "rank_high",
                               "tied_with_best"))  # fmt: skip
        return {**head, **empty, "reason": one.holes[model]}
    value = one.value(model)
    rank, low, high = standing.ranks[model]
    return {
        **head,
        "n": level.n,
        "value": value,
        "low": level.low,
        "high": level.high,
        "points": float(one.scale.points(value)),
        **_ends(one, level),
        "rank": rank,
        "rank_low": low,
        "rank_high": high,
        "reason": None,
        "tied_with_best": model in standing.tied and len(standing.tied) > 1,
    }


def _ends(one: Criterion, level: Estimate) -> Row:
    """The interval in points, lowest first."""
    if level.low is None or level.high is None:
        return {"points_low": None, "points_high": None}
    low, high = sorted(one.scale.points([level.low, level.high]).tolist())
    return {"points_low": low, "points_high": high}

"""Which model to take, for texts that are worded as the weights say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.results import Row
from monosashi.robustness.axes import HTEB_AXES, SURFACE, axis_named
from monosashi.robustness.runs.profile import Axis, Level, Levels, ends_of
from monosashi.robustness.runs.records import Term
from monosashi.robustness.runs.wins import as_wide_as, shares_of_wins
from monosashi.robustness.tasks.scored import FloatArray

ORIGINAL = "original"


@dataclass(frozen=True)
class Choice:
    """The models in order.

    Attributes
    ----------
    rows : rows ``model, score, low, high, behind, behind_low, behind_high, wins``
        ``behind``: distance to the first. Intervals: see ``profile.ends_of``; ``reason`` says why
        there is none. ``wins``: share of draws of texts in which the model comes first, of draws
        as wide as the intervals of ``behind`` (see ``wins.shares_of_wins``).
    weights : mapping of axis to weight
        As they were used; they sum to 1.
    missing : tuple of str
        Axes that were weighted and not measured: their weight went to the others.
    """

    rows: tuple[Row, ...]
    weights: Mapping[str, float]
    missing: tuple[str, ...]


def checked_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights of axes, none below 0 and one above.

    >>> checked_weights({"lexical": 1, "length": 3})
    {'lexical': 0.25, 'length': 0.75}
    """
    odd = [name for name, value in weights.items()
           if isinstance(value, bool) or not np.isfinite(value) or value < 0]  # fmt: skip
    total = sum(value for name, value in weights.items() if name not in odd)
    if odd or not total:
        raise DataError(fault("robustness_run.errors.weights", ids=odd or list(weights)))
    return {name: value / total for name, value in weights.items()}


def named_weights(weights: Mapping[str, float] | None, axes: Sequence[str]
                  ) -> dict[str, float] | None:  # fmt: skip
    """Weights by the names of axes; also by what reports call them.

    ``axes`` are those of the rewritten texts. An axis of HTEB that was not measured may be weighted
    (it is told); any other name is refused, for a typing error would change the choice unseen.

    >>> named_weights({"wording": 2, "original": 1}, ["lexical"])
    {'lexical': 2, 'original': 1}
    """
    if weights is None:
        return None
    known = list(dict.fromkeys([ORIGINAL, *axes, *HTEB_AXES, SURFACE]))
    odd = [name for name in weights if name not in known and axis_named(name) not in known]
    if odd:
        raise DataError(fault("robustness_run.errors.weights_unknown", ids=odd,
                              known=", ".join(known)))  # fmt: skip
    found: dict[str, float] = {}
    for name, value in weights.items():
        axis = name if name in known else axis_named(name)
        found[axis] = found.get(axis, 0.0) + value if axis in found else value
    return found


def choose(levels: Levels, weights: Mapping[str, float] | None, confidence: float) -> Choice:
    """Order models by their weighted score.

    ``original`` is the score of the texts as they are; every other weight counts the score after
    rewriting. Without weights all that was measured counts the same. An axis with several
    generators counts as the mean over them.
    """
    models = list(dict.fromkeys(model for model, _ in levels))
    axes = list(dict.fromkeys(axis for _, axis in levels))
    names = list(dict.fromkeys(axis for axis, _ in axes))
    asked = checked_weights(weights or dict.fromkeys([ORIGINAL, *names], 1.0))
    missing = tuple(name for name, value in asked.items()
                    if value and name not in {ORIGINAL, *names})  # fmt: skip
    used = {name: value for name, value in asked.items() if name not in missing and value}
    if not used:
        raise DataError(fault("robustness_run.errors.weights_unmeasured",
                              ids=list(missing), known=", ".join([ORIGINAL, *names])))  # fmt: skip
    used = checked_weights(used)
    complete = [model for model in models if all((model, axis) in levels for axis in axes)]
    values = [_weighted(levels, model, axes, used) for model in complete]
    return Choice(tuple(_rows(complete, values, confidence)), used, missing)


@dataclass(frozen=True, eq=False)
class _Weighted:
    """The weighted score of one model."""

    value: float
    draws: FloatArray
    terms: tuple[Term, ...]
    n_texts: int


def _weighted(levels: Levels, model: str, axes: Sequence[Axis], weights: Mapping[str, float]
              ) -> _Weighted:  # fmt: skip
    mine = {axis: levels[model, axis] for axis in axes}
    value, draws = 0.0, np.zeros_like(next(iter(mine.values())).gap_draws)
    terms: list[Term] = []
    for name, weight in weights.items():
        held: list[Level] = (
            list(mine.values())
            if name == ORIGINAL
            else [level for axis, level in mine.items() if axis[0] == name]
        )
        what = "original" if name == ORIGINAL else "transformed"
        value += weight * float(np.mean([getattr(level, what) for level in held]))
        draws = draws + weight * np.mean(
            [getattr(level, f"{what}_draws") for level in held], axis=0
        )
        terms += [(weight / len(held), level.records, what) for level in held]
    return _Weighted(value, draws, tuple(terms), min(level.fewest_texts for level in mine.values()))


def _rows(models: Sequence[str], values: Sequence[_Weighted], confidence: float) -> list[Row]:
    if not models:
        return []
    order = sorted(range(len(models)), key=lambda i: (-values[i].value, models[i]))
    best = values[order[0]]
    behind = [_behind(best, values[i], confidence) for i in order[1:]]
    wins = shares_of_wins([
        as_wide_as(best.draws - values[i].draws, best.value - values[i].value,
                   held["behind_low"], confidence)
        for i, held in zip(order[1:], behind, strict=True)])  # fmt: skip
    rows: list[Row] = []
    for place, i in enumerate(order):
        one = values[i]
        row: Row = {"model": models[i], "score": one.value, "low": None, "high": None,
                    "behind": best.value - one.value, "behind_low": None, "behind_high": None,
                    "wins": None if wins is None else float(wins[place])}  # fmt: skip
        row |= ends_of(one.terms, one.draws, one.n_texts, confidence)
        if place:
            row |= behind[place - 1]
        rows.append(row)
    return rows


def _behind(best: _Weighted, one: _Weighted, confidence: float) -> Row:
    """Both on the same records, which makes the difference surer than the scores."""
    terms = [*best.terms, *((-weight, records, what) for weight, records, what in one.terms)]
    found = ends_of(terms, best.draws - one.draws, min(best.n_texts, one.n_texts), confidence)
    return {"behind_low": found["low"], "behind_high": found["high"]}

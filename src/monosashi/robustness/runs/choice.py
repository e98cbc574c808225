"""Which model to take, for texts that are worded as the weights say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.results import Row
from monosashi.robustness.runs.profile import Axis, Level, Levels
from monosashi.robustness.tasks.scored import FloatArray
from monosashi.statistics.bootstrap import percentile_interval

ORIGINAL = "original"


@dataclass(frozen=True)
class Choice:
    """The models in order.

    Attributes
    ----------
    rows : rows ``model, score, low, high, behind, behind_low, behind_high, wins``
        ``wins``: share of draws in which the model comes first; ``behind``: distance to the first.
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


def _weighted(levels: Levels, model: str, axes: Sequence[Axis], weights: Mapping[str, float]
              ) -> tuple[float, FloatArray]:  # fmt: skip
    mine = {axis: levels[model, axis] for axis in axes}
    value, draws = 0.0, np.zeros_like(next(iter(mine.values())).gap_draws)
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
    return value, draws


def _rows(models: Sequence[str], values: Sequence[tuple[float, FloatArray]], confidence: float
          ) -> list[Row]:  # fmt: skip
    if not models:
        return []
    table = np.array([draws for _, draws in values])
    table = table[:, ~np.isnan(table).any(axis=0)]
    order = sorted(range(len(models)), key=lambda i: (-values[i][0], models[i]))
    best = order[0]
    wins = np.zeros(len(models))
    if table.shape[1]:
        first = table == table.max(axis=0)
        wins = (first / first.sum(axis=0)).mean(axis=1)
    rows: list[Row] = []
    for i in order:
        row: Row = {"model": models[i], "score": values[i][0], "low": None, "high": None,
                    "behind": values[best][0] - values[i][0], "behind_low": None,
                    "behind_high": None, "wins": None}  # fmt: skip
        if table.shape[1]:
            row["low"], row["high"] = percentile_interval(table[i], confidence)
            row["wins"] = float(wins[i])
            if i != best:
                row["behind_low"], row["behind_high"] = percentile_interval(
                    table[best] - table[i], confidence)  # fmt: skip
        rows.append(row)
    return rows

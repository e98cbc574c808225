"""Points of all models in resamples of the units: one draw for all models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.advice.choosing.criterion import Criterion
from monosashi.advice.choosing.scales import FloatArray
from monosashi.statistics.bootstrap import RESAMPLES, Resampling

Kind = tuple[str, tuple[str, ...], int]


@dataclass(frozen=True, eq=False)
class Points:
    """What every model has in every weighed criterion.

    Attributes
    ----------
    criteria : tuple of Criterion
    weights : (C,) array
        Shares of the whole: they add up to 1.
    models : tuple of str
    values : (C, M) array
    draws : (C, draws, M) array
        Of what is counted every draw is the value.
    """

    criteria: tuple[Criterion, ...]
    weights: FloatArray
    models: tuple[str, ...]
    values: FloatArray
    draws: FloatArray

    @classmethod
    def of(cls, criteria: Mapping[Criterion, float], models: Sequence[str], seed: int) -> Points:
        """Resample the units of every criterion; criteria on the same units share their draws."""
        kinds = {kind: place for place, kind in enumerate(dict.fromkeys(map(kind_of, criteria)))}
        held, drawn = [], []
        for one in criteria:
            value = np.array([one.value(model) for model in models])
            held.append(one.scale.points(value))
            place = np.random.default_rng([seed, kinds[kind_of(one)]])
            drawn.append(one.scale.points(_drawn(one, models, value, place)))
        return cls(tuple(criteria), np.array(list(criteria.values())), tuple(models),
                   np.stack(held), np.stack(drawn))  # fmt: skip

    def scores(self, weights: FloatArray | None = None) -> tuple[FloatArray, FloatArray]:
        """(M,) weighted means and (draws, M) of the resamples."""
        shares = self.weights if weights is None else weights / weights.sum()
        total: FloatArray = (shares[:, None] * self.values).sum(axis=0)
        drawn: FloatArray = (shares[:, None, None] * self.draws).sum(axis=0)
        return total, drawn


def kind_of(one: Criterion) -> Kind:
    """What makes two criteria rest on the same units."""
    n = len(next(iter(one.influence.values()), ()))
    return one.unit, one.sample, n


def _drawn(
    one: Criterion, models: Sequence[str], value: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """(draws, M) values; widened by n / (n - 1), which the spread of resamples falls short of."""
    if one.counted:
        return np.broadcast_to(value, (RESAMPLES, len(models)))
    moved = np.stack([one.influence[model] for model in models], axis=1)
    n = len(moved)
    means = Resampling.of(n, rng=rng).means(moved - value, np.ones_like(moved))
    drawn: FloatArray = value + means * (n / (n - 1)) ** 0.5
    return drawn

"""Every nested model of a fit: the mean, and what stands below and above each term."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.partition.fit import Fit, squares


@dataclass(frozen=True, eq=False)
class Model:
    """One model.

    Attributes
    ----------
    spread : (C, k)
        Row of its orthonormal basis that an object of each cell has.
    effects : (k, c) the cloud along that basis
    rest : float
        Sum of squares of its residuals.
    """

    spread: Array
    effects: Array
    rest: float

    @property
    def rank(self) -> int:
        """Directions, the mean among them."""
        return int(self.spread.shape[1])


@dataclass(frozen=True, eq=False)
class Nested:
    """Models, the mean first.

    Attributes
    ----------
    models : tuple of Model
    full : int
        Which of them holds all terms.
    pairs : tuple of (lower, upper) or None
        For each term which models it lies between; None where it has no directions.
    """

    models: tuple[Model, ...]
    full: int
    pairs: tuple[tuple[int, int] | None, ...]


def nested_models(fit: Fit) -> Nested:
    """Terms taken one after the other share models; a margin has one of its own below it."""
    spread = fit.design.basis / np.sqrt(fit.cells.counts)[:, None]
    ends, full = fit.design.ends, len(fit.terms)
    models = [_first(fit, spread, end) for end in ends]
    pairs: list[tuple[int, int] | None] = []
    for place, directions in enumerate(fit.directions):
        if directions is None or not directions.shape[1]:
            pairs.append(None)
        elif _follows(directions, ends[place], ends[place + 1]):
            pairs.append((place, place + 1))
        else:
            pairs.append((len(models), full))
            models.append(_beside(fit, spread, directions))
    return Nested(tuple(models), full, tuple(pairs))


def _first(fit: Fit, spread: Array, end: int) -> Model:
    """The first ``end`` directions."""
    return Model(spread[:, :end], fit.effects[:end], fit.ss_residual + squares(fit.effects[end:]))


def _follows(directions: Array, start: int, end: int) -> bool:
    """Whether these are the directions ``start`` to ``end`` of the basis themselves."""
    return directions.shape[1] == end - start and bool(
        np.array_equal(directions, np.eye(len(directions))[:, start:end])
    )


def _beside(fit: Fit, spread: Array, directions: Array) -> Model:
    """All directions of the model but those given."""
    freedom = int(directions.shape[1])
    others = np.linalg.qr(directions, mode="complete")[0][:, freedom:]
    return Model(spread @ others, others.T @ fit.effects, fit.ss_residual + fit.ss(directions))

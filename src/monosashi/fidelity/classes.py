"""Fidelity and coverage class by class."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.fidelity.per_sample import PerSample
from monosashi.fidelity.sides import Sides
from monosashi.results import Row
from monosashi.statistics.proportions import wilson

Labels = tuple[npt.NDArray[Any], npt.NDArray[Any] | None]
"""Classes of the reals, and of the generated where they have them."""


def class_rows(
    sides: Sides, points: PerSample, classes: str, k: int, confidence: float
) -> list[Row]:
    """One row a class: how many of its reals are covered, how its generated points fare.

    The balls are those of all reals: a class is not measured as if it were alone.
    """
    ours = _labels(sides.real, classes)
    if ours is None:
        raise DataError(fault("fidelity.errors.no_class", column=classes,
                              known=", ".join(sides.real.columns) or "-"))  # fmt: skip
    theirs = _labels(sides.generated, classes)
    names = sorted({*ours.tolist(), *([] if theirs is None else theirs.tolist())})
    return [_row(name, (ours, theirs), points, k, confidence) for name in names]


def _labels(data: EmbeddingSet, name: str) -> npt.NDArray[Any] | None:
    return None if name not in data.columns else data.column(name, "class").astype(str)


def _row(name: str, labels: Labels, points: PerSample, k: int, confidence: float) -> Row:
    ours, theirs = labels
    held = points.held[ours == name]
    row: Row = {"class": name, "n_real": len(held)}
    row |= _share("coverage", held > 0, confidence)
    row["held"] = None if not len(held) else float(np.minimum(held / k, 1).mean())
    if theirs is None:
        return row
    mine = theirs == name
    row["n_generated"] = int(mine.sum())
    row |= _share("precision", points.balls[mine] > 0, confidence)
    row["fidelity"] = None if not mine.any() else float(points.fidelity[mine].mean())
    return row


def _share(name: str, inside: npt.NDArray[np.bool_], confidence: float) -> Row:
    if not len(inside):
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    low, high = wilson(int(inside.sum()), len(inside), confidence)
    return {name: float(inside.mean()), f"{name}_low": low, f"{name}_high": high}

"""Scores in points of 100, whatever they came in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.robustness.cube_row import CubeRow

POINTS = 100.0


def in_points(rows: Sequence[CubeRow]) -> tuple[list[CubeRow], list[Fault]]:
    """Shares of 1 become points of 100, and both ways it is said.

    Scores are taken for shares where none of them, in the whole table, lies outside -1 to 1. Where
    only some datasets look like shares, or some models on datasets on which others do not, nothing
    is changed and they are named.
    """
    cells: dict[tuple[str, str], float] = {}
    for row in rows:
        cell = row.model, row.dataset
        scores = [abs(score) for score in (row.original, row.transformed) if score is not None]
        cells[cell] = max([cells.get(cell, 0.0), *scores])
    if not any(map(_small, cells.values())):
        return list(rows), []
    if max(cells.values()) <= 1:
        return [_times_hundred(row) for row in rows], [fault("robustness.notices.shares")]
    return list(rows), list(_mixed(cells))


def _small(most: float) -> bool:
    return 0 < most <= 1


def _mixed(cells: Mapping[tuple[str, str], float]) -> Iterator[Fault]:
    """Datasets that look like shares, and models that do so where others do not."""
    largest: dict[str, float] = {}
    for (_, dataset), most in cells.items():
        largest[dataset] = max(largest.get(dataset, 0.0), most)
    small = [name for name, most in largest.items() if _small(most)]
    if small:
        yield fault("robustness.notices.mixed_units", ids=small)
    held: dict[str, list[str]] = defaultdict(list)
    for (model, dataset), most in cells.items():
        if _small(most) and dataset not in small:
            held[model].append(dataset)
    whole = Counter(model for model, _ in cells)
    told = [model if len(datasets) == whole[model] else f"{model} ({', '.join(datasets)})"
            for model, datasets in held.items()]  # fmt: skip
    if told:
        yield fault("robustness.notices.mixed_units_models", ids=told)


def _times_hundred(row: CubeRow) -> CubeRow:
    scaled: dict[str, Any] = {name: None if (held := getattr(row, name)) is None else POINTS * held
              for name in ("original", "transformed", "chance")}  # fmt: skip
    return replace(row, **scaled)

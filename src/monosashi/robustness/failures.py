"""What became of the texts that were to be rewritten, and how much that could hide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import numpy as np

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.cube import Cube
from monosashi.robustness.cube_row import CubeRow
from monosashi.robustness.grid import chance_of

SHOWN_ABOVE = 0.01  # share of failures from which both bounds matter
NUMBERS = ("n", "failed", "unchanged", "truncated")
Failed = Literal["drop", "original"]


def failures(cube: Cube, failed: Failed = "drop") -> list[Row]:
    """A row a transformation and generator: shares, and bounds of the loss.

    Failed texts left both sides (``failed="drop"``), or the original stood in for them
    (``"original"``), so that the loss holds them as unharmed already. ``bound_low`` is the mean
    loss if they had lost nothing (where the others gain: if they had gained as much);
    ``bound_high`` if they had lost everything above chance. Both take a score as a mean over texts,
    which rank correlations and V-measures are not: there they are rough.
    """
    held: dict[tuple[str, str], list[CubeRow]] = defaultdict(list)
    for row in cube.rows:
        held[row.transformation, row.generator].append(row)
    return [_row(name, generator, rows, failed) for (name, generator), rows in held.items()]


def _row(name: str, generator: str, rows: Sequence[CubeRow], failed: Failed) -> Row:
    whole = [row for row in rows if row.whole]
    losses = [(row.original or 0.0) - (row.transformed or 0.0) for row in whole]
    found: Row = {"transformation": name, "generator": generator,
                  "mean": float(np.mean(losses)) if whole else None,
                  **{f"share_{what}": _share(rows, f"n_{what}") for what in NUMBERS[1:]},
                  "n_texts": _texts(rows),
                  "bound_low": None, "bound_high": None}  # fmt: skip
    counted = [row for row in whole if row.n and row.n_failed is not None]
    if not counted:
        return {**found, "reason": fault("robustness.reasons.no_counts")}
    low, high = zip(*(_bounds(row, failed) for row in counted), strict=True)
    return {**found, "bound_low": float(np.mean(low)), "bound_high": float(np.mean(high))}


def _texts(rows: Sequence[CubeRow]) -> int | None:
    """Texts of all datasets, each once: models and seeds share them."""
    most: dict[tuple[str, str], int] = {}
    for row in rows:
        place = row.dataset, row.language
        most[place] = max(most.get(place, 0), row.n or 0)
    return sum(most.values()) or None


def _bounds(row: CubeRow, failed: Failed) -> tuple[float, float]:
    """Failed texts lose nothing, or gain as the others; they lose all that stands above chance."""
    lost = (row.original or 0.0) - (row.transformed or 0.0)
    share = (row.n_failed or 0) / (row.n or 1)
    if failed == "original" and share < 1:
        lost /= 1 - share  # of the others alone: those that failed were counted as unharmed
    most = (row.original or 0.0) - (chance_of(row) or 0.0)
    rest = (1 - share) * lost
    return rest + share * min(lost, 0.0), rest + share * max(most, lost, 0.0)


def _share(rows: Sequence[CubeRow], name: str) -> float | None:
    counted = [(row.n, getattr(row, name)) for row in rows
               if row.n and getattr(row, name) is not None]  # fmt: skip
    total = sum(n for n, _ in counted)
    return sum(count for _, count in counted) / total if total else None


def holes(cube: Cube) -> list[Row]:
    """Every cell that is not there although its model, dataset, rewriting and seed are.

    A generator that was tried on some datasets only has no holes on the others.
    """
    models = dict.fromkeys(row.model for row in cube.rows)
    tried = dict.fromkeys((row.dataset, row.language, row.generator) for row in cube.rows)
    ways = dict.fromkeys((row.transformation, row.generator, row.seed) for row in cube.rows)
    known = {(row.model, row.dataset, row.language, row.transformation, row.generator, row.seed)
             for row in cube.rows if row.whole}  # fmt: skip
    names = ("model", "dataset", "language", "transformation", "generator", "seed")
    wanted = ((model, dataset, language, *way) for model in models
              for dataset, language, generator in tried for way in ways
              if way[1] == generator)  # fmt: skip
    return [dict(zip(names, cell, strict=True)) for cell in wanted if cell not in known]

"""How much a loss changes when only the seed does."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.profiles import pooled


def seed_noise(grid: Grid) -> list[Row]:
    """A row a model and rewriting: the SD of a loss over seeds, pooled over datasets.

    ``noise`` is what is left of it in the mean over the seeds of one cell. Differences below it
    between cells say nothing.
    """
    rows: list[Row] = []
    for m, model in enumerate(grid.models):
        for r, one in enumerate(grid.rewritings):
            cells = ~np.isnan(grid.seed_sd[m, :, r])
            spread = pooled(grid.seed_sd[m, :, r])
            row: Row = {"model": model, "transformation": one.transformation,
                        "generator": one.generator, "n_cells": int(cells.sum()),
                        "seed_sd": spread, "noise": None}  # fmt: skip
            if spread is None:
                row["reason"] = fault("robustness.reasons.one_seed")
            else:
                row["noise"] = spread / float(np.sqrt(grid.seeds[m, cells, r].mean()))
            rows.append(row)
    return rows

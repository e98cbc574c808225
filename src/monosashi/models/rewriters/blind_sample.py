"""A few rewritings of every candidate for people, who are not told whose they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.models.rewriters.candidate_rows import usable_places
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.results import Row


def blind_sample(
    sets: Sequence[RewriteSet], each: int, rng: np.random.Generator
) -> tuple[list[Row], list[Row]]:
    """The same texts of every candidate, shuffled and without names."""
    every = [set(usable_places(found)) for found in sets]
    shared = sorted(set.intersection(*every)) if every else []
    count = min(each, len(shared))
    picked = {shared[i] for i in rng.choice(len(shared), size=count, replace=False)}
    rows = [
        row
        for found in sets
        for row in found.rows
        if (row.record, row.field, row.transformation, row.seed) in picked and row.kept
    ]
    rows = [rows[i] for i in rng.permutation(len(rows))]
    shown = [{"item": number, "transformation": row.transformation, "original": row.original,
              "text": row.text, "rating_quality": None, "rating_fluency": None}
             for number, row in enumerate(rows, start=1)]  # fmt: skip
    key = [{"item": number, "generator": row.generator, "record": row.record,
            "status": row.status} for number, row in enumerate(rows, start=1)]  # fmt: skip
    return shown, key

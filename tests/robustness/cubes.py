"""Cubes with a known truth."""

from typing import NamedTuple

import numpy as np

EIGHT = {"paraphrasing": "lexical", "backtranslation": "lexical", "style_change": "lexical",
         "expansion": "length", "summarise": "length", "summarised_expansion": "length",
         "translation": "language", "cross_translation": "language"}  # fmt: skip
GENERATOR = "google/gemma-3-27b-it"


class At(NamedTuple):
    """Which cell."""

    m: int
    d: int
    t: str


def made(models=4, datasets=19, *, seeds=(1337,), loss=0.0, noise=1.0, rng=0, **columns):
    """Rows with a loss (a number, or a function of the cell) and noise."""
    random = np.random.default_rng(rng)
    rows = []
    for m in range(models):
        for d in range(datasets):
            shared = random.normal(0, noise)
            for name, axis in EIGHT.items():
                for seed in seeds:
                    lost = loss(At(m, d, name)) if callable(loss) else loss
                    original = 60.0 + min(3, 24 / models) * m + d / 2  # below 100
                    rows.append({
                        "model": f"M{m}", "dataset": f"d{d}", "transformation": name, "axis": axis,
                        "generator": GENERATOR, "seed": seed, "original": original,
                        "transformed": original - lost - shared - random.normal(0, noise),
                        **{key: value(At(m, d, name)) if callable(value) else value
                           for key, value in columns.items()}})  # fmt: skip
    return rows

"""Random numbers: always a Generator, always reproducible."""

from __future__ import annotations

import numpy as np


def as_generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """A Generator from a seed; None means seed 0, so that a result can be repeated."""
    return rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng or 0)

"""Random numbers: always a Generator, always reproducible."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault


def as_generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """A Generator from a seed; None means seed 0, so that a result can be repeated."""
    if isinstance(rng, np.random.Generator):
        return rng
    try:
        return np.random.default_rng(0 if rng is None else rng)
    except (TypeError, ValueError):
        raise DataError(fault("statistics.errors.seed", given=repr(rng)[:60])) from None

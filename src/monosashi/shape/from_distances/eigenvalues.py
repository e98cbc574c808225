"""How far distances are from those of any cloud of points."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.shape.configuration import Array

MOST = 5_000
ROUNDING = 1e-12
TOLERANCE = 1e-4


def centred_gram(squares: Array) -> Array:
    """(n, n) -½ J D² J: inner products about the mean of all objects."""
    means = squares.mean(axis=0)
    gram: Array = squares - means
    gram -= means[:, None]
    gram += means.mean()
    gram *= -0.5
    return gram


def negative_eigenvalues(
    gram: Array,
) -> tuple[dict[str, float | None], dict[str, Fault]]:
    """``negative_share`` and ``lowest_ratio``.

    The share is sum |negative| / sum |all| of the eigenvalues, up to 5,000 objects; the ratio of
    the lowest to the highest is found by Lanczos steps above that.
    """
    if len(gram) > MOST:
        low, high = _extremes(gram)
        why = fault("shape.reasons.too_many_eigenvalues", n=len(gram), most=MOST)
        return {"negative_share": None, "lowest_ratio": min(low / high, 0.0)}, {
            "negative_share": why}  # fmt: skip
    values = np.linalg.eigvalsh(gram)
    values[np.abs(values) <= len(gram) * ROUNDING * np.abs(values).max()] = 0.0
    below = float(np.abs(values[values < 0]).sum())
    share = below / float(np.abs(values).sum())
    return {"negative_share": share, "lowest_ratio": min(float(values[0] / values[-1]), 0.0)}, {}


def _extremes(gram: Array) -> tuple[float, float]:
    from scipy.sparse.linalg import eigsh

    start = np.random.default_rng(0).normal(size=len(gram))
    low, high = (float(eigsh(gram, k=1, which=end, v0=start, tol=TOLERANCE,
                             return_eigenvectors=False)[0]) for end in ("SA", "LA"))  # fmt: skip
    return (0.0 if abs(low) <= len(gram) * ROUNDING * high else low), high

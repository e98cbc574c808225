"""Two axes for a set of unit vectors: principal components, or t-SNE where it is installed."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray

Projection = Literal["pca", "tsne"]
Coordinates = npt.NDArray[np.float64]
BLOCK = 8_192
PERPLEXITY = 30
ROUNDING = 1e-24  # squared differences of unit rows that are the same


def principal_plane(unit: FloatArray) -> tuple[Coordinates, float | None]:
    """The two directions in which rows differ most, and their share of all squared differences.

    Each axis points to where its largest loading is positive, so that the same vectors give the
    same picture. The share is None where all rows are the same.

    Parameters
    ----------
    unit : (n, d) array

    Returns
    -------
    (n, 2) float64 array, share

    References
    ----------
    Pearson (1901), On lines and planes of closest fit to systems of points in space.

    Examples
    --------
    >>> axes, share = principal_plane(np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]))
    >>> axes.shape, round(share, 6)
    ((3, 2), 1.0)
    """
    n, d = unit.shape
    mean = np.mean(unit, axis=0, dtype=np.float64)
    scatter = np.zeros((d, d))
    for start in range(0, n, BLOCK):
        rows = unit[start : start + BLOCK] - mean
        scatter += rows.T @ rows
    values, vectors = np.linalg.eigh(scatter)
    axes = np.zeros((d, 2))
    axes[:, : min(2, d)] = vectors[:, ::-1][:, :2]
    largest = axes[np.abs(axes).argmax(axis=0), [0, 1]]
    axes *= np.where(largest < 0, -1.0, 1.0)
    total = float(np.trace(scatter))
    share = float(values[::-1][:2].sum() / total) if total > n * ROUNDING else None
    return np.vstack([(unit[i : i + BLOCK] - mean) @ axes for i in range(0, n, BLOCK)]), share


def neighbour_embedding(unit: FloatArray, start: Coordinates, seed: int) -> Coordinates:
    """t-SNE of openTSNE, begun at the principal plane; one thread, so that a seed repeats it.

    Raises
    ------
    DataError
        openTSNE is not installed, or there are fewer than 8 rows.
    """
    if len(unit) < 8:
        raise DataError(fault("map.errors.few_for_tsne", n=len(unit)))
    try:
        from openTSNE import TSNE
        from openTSNE.initialization import rescale
    except ImportError:
        raise DataError(fault("map.errors.needs_opentsne")) from None
    perplexity = min(PERPLEXITY, (len(unit) - 1) // 3)
    maker = TSNE(perplexity=perplexity, initialization=rescale(start), metric="euclidean",
                 n_jobs=1, random_state=seed)  # fmt: skip
    return np.asarray(maker.fit(np.asarray(unit)), dtype=np.float64)

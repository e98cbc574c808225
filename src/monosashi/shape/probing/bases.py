"""Random orthonormal bases: dense, or as reflections where a table of d² numbers is too much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array

MOST_DENSE = 2_048
REFLECTIONS = 16


@dataclass(frozen=True, eq=False)
class Basis:
    """An orthonormal basis of d dimensions.

    Attributes
    ----------
    dense : (d, d) columns, or None
    normals : (r, d) unit vectors whose reflections, one after another, are the basis
    """

    dense: Array | None
    normals: Array

    def enter(self, rows: Array) -> Array:
        """Rows in the coordinates of the basis."""
        if self.dense is not None:
            return np.asarray(rows @ self.dense)
        return _reflected(rows, self.normals)

    def leave(self, rows: Array) -> Array:
        """And back."""
        if self.dense is not None:
            return np.asarray(rows @ self.dense.T)
        return _reflected(rows, self.normals[::-1])


def random_basis(d: int, rng: np.random.Generator) -> Basis:
    """Uniform over all bases up to 2,048 dimensions; beyond, 16 random reflections.

    These are orthonormal to the last digit and take 16 d numbers, but not every basis is as likely.
    """
    if d <= MOST_DENSE:
        return Basis(np.asarray(np.linalg.qr(rng.standard_normal((d, d)))[0]), np.empty((0, d)))
    normals = rng.standard_normal((REFLECTIONS, d))
    return Basis(None, normals / np.linalg.norm(normals, axis=1, keepdims=True))


def _reflected(rows: Array, normals: Array) -> Array:
    turned = rows.copy()
    for normal in normals:
        turned -= np.outer(2 * (turned @ normal), normal)
    return turned

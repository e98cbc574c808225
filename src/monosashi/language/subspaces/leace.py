"""The least change after which no linear rule can tell the languages apart."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.centroids import Float64Array
from monosashi.language.subspaces.axes import ROUNDING, one_order, same_signs

EQUAL = 1e-12  # of unit vectors: means that differ less are the same


def erasing_axes(
    covariance: Float64Array, differences: Float64Array
) -> tuple[Float64Array, Float64Array]:
    """(r, d) rows ``read`` and ``write``: x - sum_j ((x - mu) . read_j) write_j is erased.

    ``differences`` holds the means of languages less mu, one a row. With W the inverse square
    root of the covariance and U an orthonormal basis of W times the differences, read = U'W and
    write = U'W^-1. The means become equal whatever invertible W is used; the covariance only
    decides how little else changes.
    """
    with one_order():
        values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
        if values[0] <= ROUNDING * values[-1]:
            raise DataError(fault("language.errors.singular_covariance"))
        roots = np.sqrt(values)
        apart = differences[np.linalg.norm(differences, axis=1) > EQUAL]
        whitened = (apart @ vectors / roots) @ vectors.T
        sizes, basis = np.linalg.svd(whitened, full_matrices=False)[1:]
        kept = sizes > ROUNDING * sizes[0] if len(sizes) else np.zeros(0, dtype=bool)
        basis = same_signs(basis[kept][: max(0, len(differences) - 1)])
        turned = basis @ vectors
        return (turned / roots) @ vectors.T, (turned * roots) @ vectors.T

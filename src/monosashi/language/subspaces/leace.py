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

    ``differences`` D holds the means of languages less mu, one a row. With W the inverse square
    root of the covariance C and U an orthonormal basis of W D', read = U'W and write = U'W^-1.
    The means become equal whatever invertible W is used; the covariance only decides how little
    else changes.

    W itself is never needed: with orthonormal rows B that span D, and B C^-1 B' = P S^2 P' (a
    small table), U'W^-1 is S^-1 P'B, and U'W is the same times C^-1. One Cholesky factor costs
    d^3 / 3, a twentieth of the eigenvectors. ``covariance`` is overwritten.
    """
    with one_order():
        apart = _span(differences)
        solved = _solve(covariance, apart)
        table = apart @ solved.T
        squares, turned = np.linalg.eigh((table + table.T) / 2)
        basis = (turned / np.sqrt(squares)).T[::-1]
        write = basis @ apart
        signs = np.sign((same_signs(write) * write).sum(axis=1))[:, None]
        return signs * (basis @ solved), signs * write


def _span(differences: Float64Array) -> Float64Array:
    """(r, d) orthonormal rows that span the differences, which add up to nothing when weighted."""
    apart = differences[np.linalg.norm(differences, axis=1) > EQUAL]
    sizes, rows = np.linalg.svd(apart, full_matrices=False)[1:]
    kept = sizes > ROUNDING * sizes.max(initial=0.0)
    spanned: Float64Array = rows[kept][: max(0, len(differences) - 1)]
    return spanned


def _solve(covariance: Float64Array, rows: Float64Array) -> Float64Array:
    """(r, d) rows times the inverse; a covariance without one is refused."""
    from scipy.linalg import lapack

    norm = float(np.abs(covariance).sum(axis=0).max())
    # column order without a copy: a symmetric table is its own transpose
    factor, failed = lapack.dpotrf(covariance.T, lower=1, overwrite_a=1, clean=0)
    share = 0.0 if failed else lapack.dpocon(factor, norm, uplo="L")[0]
    if share <= ROUNDING:
        raise DataError(fault("language.errors.singular_covariance"))
    found: Float64Array = lapack.dpotrs(factor, rows.T, lower=1)[0].T
    return found

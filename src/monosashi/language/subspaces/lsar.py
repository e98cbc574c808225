"""The subspace that separates the means of languages, and the mean they have in common."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.centroids import Float64Array
from monosashi.language.subspaces.axes import one_order, same_signs

EQUAL = 1e-12  # of unit vectors: means that differ less are the same


def split_means(means: Float64Array, rank: int) -> tuple[Float64Array, Float64Array]:
    """(rank, d) orthonormal rows M_s and the common mean mu at right angles to all of them.

    ``means`` holds one language a row (L, d). The best approximation of rank ``rank`` to the
    means about their average is split into mu and what is orthogonal to it: mu = w / |w|^2 with
    w = pinv(M)' 1 is the point of their affine hull nearest to the origin.
    """
    with one_order():
        average = means.mean(axis=0)
        left, sizes, right = np.linalg.svd(means - average, full_matrices=False)
        found = int((sizes > EQUAL).sum())
        if found < rank:
            raise DataError(fault("language.errors.means_too_close", rank=rank, found=found))
        near = average + (left[:, :rank] * sizes[:rank]) @ right[:rank]
        towards = np.linalg.pinv(near) @ np.ones(len(near))
        length = float(np.add.reduce(towards * towards))
        common = towards / length if length else np.zeros_like(average)
        basis = np.linalg.svd(near - common, full_matrices=False)[2][:rank]
        return same_signs(basis), common

"""Whether what was given as distances are squares of distances, such as 1 - cos.

1 - cos of unit vectors is half a squared Euclidean distance. Squared once more it breaks the
triangle inequality, so eigenvalues become negative; its square root mends that. Distances that are
no squares (of strings, of trees) are mended by the root only in part, or lie above 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.results import level_of
from monosashi.shape.configuration import Array
from monosashi.shape.from_distances.eigenvalues import centred_gram, negative_eigenvalues
from monosashi.shape.from_distances.sums import sum_table
from monosashi.shape.grouping import Grouping

LARGEST = 2 + 1e-6  # of 1 - cos in float32; a guess at the kind of table, in no result
ROUNDING = 1e-6


def likely_squared(table: Array, nature: Mapping[str, Any]) -> bool:
    """Far from Euclidean, none above 2, and Euclidean once the square root is taken."""
    if not _far(nature) or float(table.max()) > LARGEST:
        return False
    mended, _ = negative_eigenvalues(centred_gram(table))
    share, ratio = mended["negative_share"], mended["lowest_ratio"] or 0.0
    return (-ratio if share is None else share) <= ROUNDING


def _far(nature: Mapping[str, Any]) -> bool:
    share = nature["negative_share"]
    size = -nature["lowest_ratio"] if share is None else share
    return level_of("shape_negative_eigenvalues", size) == "warning"


def r_squared_of(squares: Array, grouping: Grouping) -> float:
    """R² of groups with these numbers as squared distances."""
    sums = sum_table(squares, grouping.codes, grouping.n_groups)
    within = float((sums.diagonal() / (2 * grouping.sizes)).sum())
    return 1 - within * 2 * len(squares) / float(squares.sum())

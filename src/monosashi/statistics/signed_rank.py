"""Wilcoxon's signed-rank test, exact with ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.statistics.signed_rank_null import upper_tail
from monosashi.statistics.vectors import finite_vector

FloatArray = npt.NDArray[np.float64]
Zeros = Literal["drop", "pratt"]
DECIMALS = 9  # 0.1 + 0.2 and 0.3 differ in their last bit and are equal all the same
NO_DECIMALS = 1e15
MOST_EXACT = 500  # the table of the exact test grows with the cube of n


@dataclass(frozen=True)
class SignedRank:
    """What the signed-rank test says of paired differences.

    Attributes
    ----------
    statistic : float
        W+, the sum of the ranks of the positive differences.
    opposite : float
        W-, the same for the negative ones.
    p_value : float
        Two-sided; 1 where no difference is left.
    smallest_p : float
        The smallest p that differences of these sizes could give.
    rank_biserial : float or None
        (W+ - W-)/(W+ + W-): 1 where all are positive. None where all are zero.
    n : int
        Differences that are not zero.
    n_zeros, n_tied : int
        Zeros; differences that share their size with another one.
    exact : bool
        Whether p is exact given the sizes (ties included), or from the normal distribution.
    zeros : "drop" or "pratt"
    """

    statistic: float
    opposite: float
    p_value: float
    smallest_p: float
    rank_biserial: float | None
    n: int
    n_zeros: int
    n_tied: int
    exact: bool
    zeros: Zeros


def wilcoxon_signed_rank(
    x: Sequence[float] | npt.NDArray[Any], *, zeros: Zeros = "drop"
) -> SignedRank:
    """Wilcoxon's test of whether paired differences are symmetric about zero.

    Sizes are ranked with midranks for ties. Under the null every sign is a fair coin, so p is
    2 P(W+ >= the larger of W+ and W-), at most 1, over all 2^n patterns of signs: exact also with
    ties, where tables and ``method="exact"`` of scipy hold only without. It is counted by dynamic
    programming over doubled ranks; above 500 differences the normal distribution with the variance
    of the ranks takes over.

    Differences are rounded to 9 decimals first, so that numbers equal on paper tie.

    Parameters
    ----------
    x : (n,) differences, original minus changed, in any unit
    zeros : "drop" or "pratt"
        Leave zeros out (as R does); or rank them, and then leave their ranks out (Pratt 1959).

    Raises
    ------
    DataError
        Nothing given, not a list of numbers, NaN or infinity.

    Examples
    --------
    >>> found = wilcoxon_signed_rank([0, 0, 1.5, 1.5, -0.5, 2.0, 2.0, -1.0, 3.0, 0.5])
    >>> found.statistic, found.p_value, found.n
    (31.5, 0.0703125, 8)
    """
    if zeros not in {"drop", "pratt"}:
        raise DataError(fault("statistics.errors.zeros", given=repr(zeros)))
    rounded = _rounded(finite_vector(x, "x"))
    moved = rounded != 0
    ranks = doubled_midranks(np.abs(rounded if zeros == "pratt" else rounded[moved]))
    ranks = ranks[moved] if zeros == "pratt" else ranks
    up = rounded[moved] > 0
    higher, lower = int(ranks[up].sum()), int(ranks[~up].sum())
    n, total = len(ranks), higher + lower
    exact = n <= MOST_EXACT
    tail = upper_tail(ranks, max(higher, lower)) if exact else _normal_tail(ranks, higher, lower)
    return SignedRank(
        statistic=higher / 2,
        opposite=lower / 2,
        p_value=min(1.0, 2 * tail),
        smallest_p=min(1.0, 2.0 ** (1 - n)),
        rank_biserial=(higher - lower) / total if total else None,
        n=n,
        n_zeros=int((~moved).sum()),
        n_tied=_tied(np.abs(rounded[moved])),
        exact=exact,
        zeros=zeros,
    )


def _rounded(values: FloatArray) -> FloatArray:
    """Numbers so large that they have no decimals stay as they are."""
    held, small = values.copy(), np.abs(values) < NO_DECIMALS
    held[small] = np.round(held[small], DECIMALS)
    return held


def doubled_midranks(sizes: FloatArray) -> npt.NDArray[np.int64]:
    """Twice the ranks, whole numbers also where sizes tie.

    >>> doubled_midranks(np.array([0.5, 2.0, 0.5])).tolist()
    [3, 6, 3]
    """
    _, place, count = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    doubled: npt.NDArray[np.int64] = (2 * last - count + 1)[place]
    return doubled


def _tied(sizes: FloatArray) -> int:
    count = np.unique(sizes, return_counts=True)[1]
    return int(count[count > 1].sum())


def _normal_tail(ranks: npt.NDArray[np.int64], higher: int, lower: int) -> float:
    """Sum of signs times ranks is near normal; half a step of the doubled sum is the correction."""
    from scipy.special import ndtr

    spread = float(np.sqrt((ranks.astype(np.float64) ** 2).sum()))
    return float(ndtr(-max(abs(higher - lower) - 1.0, 0.0) / spread))

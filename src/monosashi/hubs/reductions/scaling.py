"""The iteration of ICDM: every row gets the factor that makes its scaled nearness average.

With factors delta, ``s_ij = d_ij delta_i delta_j`` and ``r_i`` the mean of the K smallest s_ij over
j != i, each step is ``delta_i <- delta_i (mean(r) / r_i)^exponent``; neighbours are sought anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Nearness = Callable[[Floats], Floats]
"""From factors to the mean of the K smallest ``d_ij delta_j`` of every row."""


@dataclass(frozen=True)
class Balanced:
    """Where the iteration ended.

    Attributes
    ----------
    factors : (u,) array
    mean_distance : float
        Mean of r after the last step, in the scale of ``factors``.
    errors : tuple of float
        Largest ``|r_i / mean(r) - 1|`` before each step and at the end.
    """

    factors: Floats
    mean_distance: float
    errors: tuple[float, ...]

    @property
    def steps(self) -> int:
        """Steps that were taken."""
        return len(self.errors) - 1


def balance(
    nearness: Nearness, n: int, *, exponent: float, tolerance: float, most: int
) -> Balanced:
    """Iterate until all r agree within ``tolerance``, at most ``most`` times."""
    factors = np.ones(n)
    errors: list[float] = []
    while True:
        r = factors * nearness(factors)
        mean = float(r.mean())
        errors.append(float(np.abs(r / mean - 1).max()))
        if errors[-1] < tolerance or len(errors) > most:
            return Balanced(factors, mean, tuple(errors))
        factors *= (mean / r) ** exponent

"""Numbers that carry their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A value with its interval.

    Attributes
    ----------
    value : float
        The statistic on these data.
    low, high : float or None
        Interval for the population quantity; built on ``bias_corrected`` where there is one, so
        it may exclude ``value``. None when no interval can be given (``method`` says why).
    standard_error : float or None
    method : str
        How the interval was made, e.g. ``"cluster jackknife, t(19)"``.
    n : int
        Number of independent units behind it (groups for a cluster method).
    bias_corrected : float or None
    clipped : bool
        Whether the interval was cut to the possible range.
    """

    value: float
    low: float | None
    high: float | None
    standard_error: float | None
    method: str
    n: int
    bias_corrected: float | None = None
    clipped: bool = False

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        """``f"{estimate:.3f}"`` gives ``0.264 [0.231, 0.297]``.

        Where the interval leaves out the value, the corrected one stands before it and that of the
        sample inside: ``0.264 [0.231, 0.280; sample 0.291]``.
        """
        spec = spec or ".3f"
        value, low, high = self.value, self.low, self.high
        if low is None or high is None:
            return format(value, spec)
        ends = f"{format(low, spec)}, {format(high, spec)}"
        if self.bias_corrected is None or low <= value <= high:
            return f"{format(value, spec)} [{ends}]"
        corrected = min(max(self.bias_corrected, low), high)
        return f"{format(corrected, spec)} [{ends}; sample {format(value, spec)}]"


@dataclass(frozen=True)
class PermutationTest:
    """A permutation test: p = (exceedances + 1) / (permutations + 1), or exact by enumeration.

    Attributes
    ----------
    statistic : float or None
        Observed value (None when it is infinite: no variation inside the groups).
    p_value : float
    exceedances : int
        Arrangements at least as extreme as the one observed.
    permutations : int
        Arrangements tried (all of them when ``exact``).
    smallest_p : float
        The smallest p this design can give.
    exact : bool
    scheme : str
    """

    statistic: float | None
    p_value: float
    exceedances: int
    permutations: int
    smallest_p: float
    exact: bool
    scheme: str = "free"

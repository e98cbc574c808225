"""How many queries would decide whether a loss lies within its cap."""

from __future__ import annotations

from monosashi.results import Estimate

FOUR_OF_FIVE = 0.8416  # quantile of the normal distribution at 0.8
MOST = 1_000_000  # more queries than that are no advice


def queries_to_decide(loss: Estimate, cap: float, queries: int) -> int | None:
    """About so many queries like these would decide it in four cases of five.

    Two digits, for it is an estimate. That is: the whole interval lies on one side of the cap, if
    the loss is what it is here. None where the loss lies so near to the cap that more than a
    million would be needed.

    Parameters
    ----------
    loss : Estimate
        Of same-language recall@1, paired; its interval reaches across the cap.
    cap : float
    queries : int
        How many were asked.

    Notes
    -----
    The side of the interval towards the cap is z sd / sqrt(n), sd that of the paired differences
    item by item. With 0.84 standard errors more (a power of 0.8) n grows with (side / distance to
    the cap) squared. Where no item changed there is no sd, and the bound shrinks with 1 / n.

    Examples
    --------
    >>> queries_to_decide(Estimate(0.002, -0.014, 0.018, 0.00816, "made", 400), 0.01, 800)
    6500
    """
    low, high = loss.low or 0.0, loss.high or 0.0
    within = loss.value <= cap
    error = loss.standard_error or 0.0
    side = (high - loss.value if within else loss.value - low) + FOUR_OF_FIVE * error
    distance = abs(cap - loss.value)
    if distance <= 0:
        return None
    power = 1 if error == 0 else 2
    needed = queries * (side / distance) ** power
    return None if needed > MOST else max(queries + 1, int(float(f"{needed:.2g}")))

"""The effect of a change of vectors on hubs, measured on the same items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.hubs.estimates import jackknife_error, t_quantile
from monosashi.hubs.found import spread
from monosashi.hubs.hubs import Hubs
from monosashi.hubs.occurrence import top_count
from monosashi.results import Estimate, Remedy

COMPARED = ("antihub_share", "top_share_ratio", "robin_hood")


@dataclass(frozen=True)
class Change:
    """One statistic before and after, and the difference (after - before) with its interval."""

    before: float
    after: float
    difference: Estimate


@dataclass(frozen=True)
class HubsChange:
    """What a change did to hubs.

    Attributes
    ----------
    n, k : int
    antihub_share, top_share_ratio, robin_hood : Change
        Negative differences mean fewer hubs and antihubs.
    """

    n: int
    k: int
    antihub_share: Change
    top_share_ratio: Change
    robin_hood: Change

    def numbers(self) -> dict[str, Any]:
        """Flat numbers ``x_before, x_after, x_difference, x_difference_low, …``."""
        flat: dict[str, Any] = {"n": self.n, "k": self.k}
        for name in COMPARED:
            change: Change = getattr(self, name)
            flat |= {f"{name}_before": change.before, f"{name}_after": change.after}
            flat |= spread(f"{name}_difference", change.difference)
        return flat

    def remedy(self, name: str = "centring") -> Remedy | None:
        """The change as a remedy ``hubs.<name>``; None when it has no interval.

        ``hubs.<name>_harms`` when the antihubs or the busiest share grow for certain.
        """
        if self.antihub_share.difference.low is None:
            return None
        lows = (self.antihub_share.difference.low, self.top_share_ratio.difference.low)
        harms = any(low is not None and low > 0 for low in lows)
        return Remedy(f"hubs.{name}{'_harms' if harms else ''}", self.numbers())


def compare_hubs(before: Hubs, after: Hubs) -> HubsChange:
    """Compare hubs of the same items, listed by the same queries, before and after a change.

    The interval of a difference leaves the same item (or query) out on both sides, so what the
    two have in common cancels. As in ``measure_hubs`` it is conservative. Skewness is not
    compared: it may rise while places are spread more evenly.

    Raises
    ------
    DataError
        When n, the number of lists, k or the kind of lists differ.

    Examples
    --------
    >>> from monosashi.hubs.measure import measure_hubs
    >>> x = np.random.default_rng(0).normal(size=(300, 40)) + 1
    >>> before = measure_hubs(x, metric="cosine", references=False)
    >>> after = measure_hubs(x - x.mean(axis=0), metric="cosine", references=False)
    >>> compare_hubs(before, after).antihub_share.difference.value < 0
    True
    """
    shapes = [(one.n, one.n_queries, one.k, one.source) for one in (before, after)]
    if shapes[0] != shapes[1]:
        raise DataError(fault("hubs.errors.not_comparable", before=shapes[0], after=shapes[1]))
    changes = {name: _change(name, before, after) for name in COMPARED}
    return HubsChange(n=before.n, k=before.k, **changes)


def _change(name: str, before: Hubs, after: Hubs) -> Change:
    old, new = getattr(before, name).value, getattr(after, name).value
    units = before.n_queries
    busiest = top_count(before.n)
    degrees = (busiest if name == "top_share_ratio" else units) - 1
    value = new - old
    if before.without is None or after.without is None or degrees < 2:
        none = Estimate(value, None, None, None, "no interval: too few items", units)
        return Change(old, new, none)
    error = jackknife_error(np.asarray(after.without[name] - before.without[name]))
    reach = t_quantile(degrees) * error
    method = f"paired delete-one jackknife, t({degrees}), conservative"
    return Change(old, new, Estimate(value, value - reach, value + reach, error, method, units))

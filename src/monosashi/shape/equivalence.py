"""Two one-sided tests: whether a paired difference lies within a margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.results import Row
from monosashi.shape.decomposition import SCALE_FREE, Numbers
from monosashi.shape.resample import basic_tail
from monosashi.statistics.jackknife import NO_SPREAD, Jackknife

Adjust = Callable[[Sequence[float]], Any]


def margin_faults(margin: float | None) -> list[Fault]:
    """A margin that is no finite number above 0."""
    if margin is None or 0 < margin < float("inf"):
        return []
    return [fault("shape.errors.margin", given=margin)]


def by_jackknife(found: Jackknife, margin: float, scale: float) -> float:
    """The larger p of "at least margin" and "at most -margin" (Schuirmann 1987), by t(G - 1).

    A difference that never varies is known: p is 0 inside the margin, 1 outside.
    """
    from scipy.special import stdtr

    room = margin - abs(found.corrected)
    if found.standard_error <= NO_SPREAD * scale:
        return 0.0 if room > 0 else 1.0
    return float(stdtr(found.clusters - 1, -room / found.standard_error))


def by_bootstrap(difference: float, draws: Numbers, margin: float) -> float:
    """The same from the draws turned round the difference, as in the basic interval."""
    turned = 2 * difference - draws
    return max(basic_tail(turned >= margin), basic_tail(turned <= -margin))


def beyond_by_jackknife(found: Jackknife, margin: float, scale: float) -> float:
    """P of "no further from 0 than the margin": both tails at the edge that is nearest.

    A difference that never varies is known: p is 0 outside the margin, 1 inside.
    """
    from scipy.special import stdtr

    size = abs(found.corrected)
    if found.standard_error <= NO_SPREAD * scale:
        return 0.0 if size > margin else 1.0
    tails = [stdtr(found.clusters - 1, -(size + side) / found.standard_error)
             for side in (-margin, margin)]  # fmt: skip
    return float(min(1.0, sum(tails)))


def beyond_by_bootstrap(difference: float, draws: Numbers, margin: float) -> float:
    """The same from the draws: twice the smaller of both sides."""
    turned = 2 * difference - draws
    return min(1.0, 2 * min(basic_tail(turned <= margin), basic_tail(turned >= -margin)))


def judged(rows: Sequence[Row], adjust: Adjust, alpha: float) -> list[Row]:
    """Rows with ``equivalence_p_adjusted`` and ``equivalent``, where equivalence was tested.

    ``beyond`` of a row says whether the difference is shown to lie outside the margin.
    """
    if not all("equivalence_p" in row for row in rows):
        return list(rows)
    adjusted = adjust([row["equivalence_p"] for row in rows]).tolist()
    outside = adjust([row["beyond_p"] for row in rows]).tolist()
    return [row | {"equivalence_p_adjusted": p, "equivalent": p < alpha,
                   "beyond_p_adjusted": q, "beyond": q < alpha}
            for row, p, q in zip(rows, adjusted, outside, strict=True)]  # fmt: skip


def asked_for(statistic: str, margin: float | None) -> float | None:
    """The margin, for statistics that have one scale in all models."""
    return margin if statistic in SCALE_FREE else None

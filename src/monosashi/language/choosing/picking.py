"""Which way to take, and why: high, within the limits, and no more complicated than it must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from monosashi.language.choosing.option import Direction, RepairOption, Standing
from monosashi.language.choosing.trying import Tried
from monosashi.language.choosing.ways import NONE
from monosashi.language.judging.judged import Float64Array
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import Outcomes, Resampled
from monosashi.results import Estimate, level_of
from monosashi.statistics.mean_interval import mean_interval

Why = Literal["nothing_to_repair", "not_surely_better", "highest", "simplest_of_tied"]
TIED = 0.005  # smaller differences between ties lost and won decide nothing
KEPT = 0.5  # without independent queries: at least so much of the own-language lists stays


@dataclass(frozen=True)
class Limits:
    """What the user asks for.

    Attributes
    ----------
    loss : float
        Most that same-language recall@1 may fall.
    latency_ms : float or None
    confidence : float
    """

    loss: float
    latency_ms: float | None
    confidence: float


@dataclass(frozen=True)
class Pick:
    """The way taken, the reason, and the best of the open ones."""

    name: str
    why: Why
    best: str


def standing(option: RepairOption, limits: Limits) -> Standing:
    """Whether a way is open to choice; "none" always is."""
    if option.name == NONE:
        return "eligible"
    if option.map is None:
        return "not_measured"
    if option.gamed:
        return "gamed"
    late, undecided = _in_time(option, limits.latency_ms), ties_decide(option)
    return _within_cap(option, limits.loss) or late or ("ties_decide" if undecided else "eligible")


def ties_decide(option: RepairOption) -> bool:
    """Whether it is surely better than none only if ties are lost, or only if they are won.

    Lists fused by rank tie at their heads: neither way of counting alone does them justice.
    """
    lost, won = option.gain, option.gain_optimistic
    if lost is None or won is None or abs(won.value - lost.value) <= TIED:
        return False
    return ((lost.low or 0.0) > 0) != ((won.low or 0.0) > 0)


def _within_cap(option: RepairOption, cap: float) -> Standing | None:
    """The whole interval of the loss must lie within the cap; an open question is a no."""
    if option.loss is not None:
        if (option.loss.high or 0.0) <= cap:
            return None
        won = option.loss_optimistic
        if won is not None and (won.high or 0.0) <= cap and option.loss.value - won.value > TIED:
            return "ties_decide"
        return "over_cap" if (option.loss.low or 0.0) > cap else "cap_not_shown"
    kept = option.overlap
    reshuffled = kept is not None and kept.high is not None and kept.high < KEPT
    return "own_language_reshuffled" if reshuffled else None


def _in_time(option: RepairOption, budget: float | None) -> Standing | None:
    if budget is None:
        return None
    if option.costs is None or option.costs.extra_ms is None:
        return "latency_unknown"
    return "too_slow" if option.costs.extra_ms > budget else None


def nothing_to_repair(drops: Mapping[Direction, Estimate]) -> bool:
    """Whether every direction surely loses less to language than is worth mending."""
    return all(level_of("language_drop", drop) == "good" for drop in drops.values())


def pick(
    options: Sequence[RepairOption],
    tried: Mapping[str, Tried],
    resampled: Resampled,
    limits: Limits,
    drops: Mapping[Direction, Estimate],
) -> tuple[list[RepairOption], Pick]:
    """Settle who is open, compare these with the best of them, and take the simplest that ties.

    A way that ties with the best has to be surely better than none, too: the simplest ones often
    do nothing, and lie within a wide interval of both.

    ``options`` stand in the order of simplicity.
    """
    settled = [replace(one, standing=standing(one, limits)) for one in options]
    running = [one.name for one in settled if one.standing == "eligible"]
    best = max(running, key=lambda name: resampled.outcomes.mean((name, "map")))
    shares = dict(zip(running, win_shares([resampled.draws[name, "map"] for name in running]),
                      strict=True))  # fmt: skip
    level = 1 - (1 - limits.confidence) / max(1, len(running) - 1)
    behind = {name: _behind(tried, resampled.outcomes, best, name, level) for name in running}
    settled = [replace(one, behind=behind.get(one.name), wins=shares.get(one.name))
               for one in settled]  # fmt: skip
    level_with = [one for one in settled if one.name == best or _reaches_zero(one.behind)]
    better = [one.name for one in level_with if one.gain is not None and (one.gain.low or 0.0) > 0]
    tied = NONE if NONE in {one.name for one in level_with} or not better else better[0]
    return settled, _pick(tied, best, nothing=nothing_to_repair(drops))


def _reaches_zero(behind: Estimate | None) -> bool:
    """Whether a way is not surely behind the best; one that is not open is not asked."""
    return behind is not None and (behind.low or 0.0) <= 0


def _pick(simplest: str, best: str, *, nothing: bool) -> Pick:
    if nothing:
        return Pick(NONE, "nothing_to_repair", best)
    if simplest == NONE:
        return Pick(NONE, "not_surely_better", best)
    return Pick(simplest, "highest" if simplest == best else "simplest_of_tied", best)


def _behind(
    tried: Mapping[str, Tried], outcomes: Outcomes, best: str, name: str, level: float
) -> Estimate:
    """The best's average precision minus this one's, item by item."""
    lead = tried[best].judged.precision - tried[name].judged.precision
    if name == best or tried[best].judged is tried[name].judged:
        return Estimate(0.0, 0.0, 0.0, 0.0, "the same search", outcomes.n_units)
    sums, counts = _by_unit(lead, outcomes.unit_of, outcomes.n_units)
    ends = mean_interval(sums, counts, confidence=level, bounds=(-1.0, 1.0))
    value = float(sums.sum() / counts.sum())
    return Estimate(value, ends.low, ends.high, None, ends.method, int((counts > 0).sum()))


def _by_unit(values: Float64Array, units: IntArray, n: int) -> tuple[Float64Array, Float64Array]:
    known = ~np.isnan(values)
    sums = np.bincount(units[known], weights=values[known], minlength=n)
    counts = np.bincount(units[known], minlength=n)
    return sums.astype(np.float64), counts.astype(np.float64)


def win_shares(draws: Sequence[Float64Array]) -> list[float]:
    """Share of resamples in which each is the highest; equals share a win.

    >>> win_shares([np.array([0.1, 0.3]), np.array([0.2, 0.3])])
    [0.25, 0.75]
    """
    table = np.stack(draws, axis=1)
    highest = table >= table.max(axis=1, keepdims=True) - 1e-12
    shares: list[float] = (highest / highest.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return shares

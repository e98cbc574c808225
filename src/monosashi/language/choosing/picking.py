"""Which way to take, and why: high, within the limits, and no more complicated than it must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from monosashi.language.choosing.option import Direction, RepairOption, Standing
from monosashi.language.choosing.trying import Tried
from monosashi.language.choosing.ways import BLIND, NONE
from monosashi.language.judging.judged import Float64Array
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import Resampled
from monosashi.results import Estimate, level_of
from monosashi.statistics.mean_interval import mean_interval

Why = Literal[
    "nothing_to_repair", "little_found", "not_surely_better", "not_surely_language",
    "language_not_shown", "highest", "simplest_of_tied",
]  # fmt: skip
TIED = 0.005  # smaller differences between ties lost and won decide nothing
WORTH = 0.03  # of mAP: a sure gain of as much is worth mending, whatever recall@1 says
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
    if option.standing == "contrast":
        return "contrast"
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


def little_found(alone: Mapping[Direction, Estimate]) -> bool:
    """Whether some direction finds too little alone for a small drop to tell anything."""
    return any(level_of("language_alone", found) != "good" for found in alone.values())


def pick(
    options: Sequence[RepairOption],
    tried: Mapping[str, Tried],
    resampled: Resampled,
    limits: Limits,
    drops: Mapping[Direction, Estimate],
) -> tuple[list[RepairOption], Pick]:
    """Settle who is open, compare these with the best of them, and take the simplest that ties.

    A way that ties with the best has to be surely better than none, too: the simplest ones often
    do nothing, and lie within a wide interval of both. A way that knows languages has to be surely
    better than one mean removed from all languages alike: what that gains is no language.

    "Nothing to repair" is said only where translations are found among the other language alone,
    and where no way surely gains as much average precision as is worth mending.

    ``options`` stand in the order of simplicity; intervals of ``resampled`` hold for all together.
    """
    settled = [replace(one, standing=standing(one, limits)) for one in options]
    running = [one.name for one in settled if one.standing == "eligible"]
    best = max(running, key=lambda name: resampled.outcomes.mean((name, "map")))
    shares = dict(zip(running, win_shares([resampled.draws[name, "map"] for name in running]),
                      strict=True))  # fmt: skip
    behind = {name: _behind(tried, resampled, best, name) for name in running}
    settled = [replace(one, behind=behind.get(one.name), wins=shares.get(one.name))
               for one in settled]  # fmt: skip
    level_with = [one for one in settled if one.name == best or _reaches_zero(one.behind)]
    return settled, _unless_nothing(_pick(level_with, best), settled, drops)


def _unless_nothing(
    taken: Pick, settled: Sequence[RepairOption], drops: Mapping[Direction, Estimate]
) -> Pick:
    """What is taken, unless language costs nothing; or that too little is found to tell."""
    if not nothing_to_repair(drops):
        return taken
    if little_found(next(one.alone for one in settled if one.name == NONE)):
        return replace(taken, why="little_found") if taken.name == NONE else taken
    gain = next(one.gain for one in settled if one.name == taken.name)
    if taken.name != NONE and gain is not None and (gain.low or 0.0) >= WORTH:
        return taken
    return replace(taken, name=NONE, why="nothing_to_repair")


def _reaches_zero(behind: Estimate | None) -> bool:
    """Whether a way is not surely behind the best; one that is not open is not asked."""
    return behind is not None and (behind.low or 0.0) <= 0


def better_than_none(option: RepairOption) -> bool:
    """Whether it surely finds more than no repair, in whatever way."""
    return option.gain is not None and (option.gain.low or 0.0) > 0


def mends_language(option: RepairOption) -> bool:
    """Whether it surely finds more than no repair, and more than a mean that knows no languages."""
    ahead = option.over_blind
    return better_than_none(option) and option.name not in BLIND and (
        ahead is None or (ahead.low or 0.0) > 0
    )  # fmt: skip


def _pick(level_with: Sequence[RepairOption], best: str) -> Pick:
    """The simplest that mends language; else the simplest blind one that gains; else none."""
    if any(one.name == NONE for one in level_with):
        return Pick(NONE, "not_surely_better", best)
    mending = [one.name for one in level_with if mends_language(one)]
    if mending:
        return Pick(mending[0], "highest" if mending[0] == best else "simplest_of_tied", best)
    better = [one.name for one in level_with if better_than_none(one)]
    blind = [name for name in better if name in BLIND]
    if blind:
        return Pick(blind[0], "language_not_shown", best)
    return Pick(NONE, "not_surely_language" if better else "not_surely_better", best)


def _behind(tried: Mapping[str, Tried], resampled: Resampled, best: str, name: str) -> Estimate:
    """The best's average precision minus this one's, item by item."""
    outcomes = resampled.outcomes
    lead = tried[best].judged.precision - tried[name].judged.precision
    if name == best or tried[best].judged is tried[name].judged:
        return Estimate(0.0, 0.0, 0.0, 0.0, "the same search", outcomes.n_units)
    sums, counts = _by_unit(lead, outcomes.unit_of, outcomes.n_units)
    ends = mean_interval(sums, counts, confidence=resampled.confidence, bounds=(-1.0, 1.0))
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

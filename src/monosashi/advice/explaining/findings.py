"""One finding for each layer that misses are put under."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.advice.explaining.labelling import OTHER
from monosashi.results import Finding, Level, Remedy

if TYPE_CHECKING:
    from monosashi.advice.explaining.effects import Mend
    from monosashi.advice.explaining.result import Layer, MissExplanation


def miss_findings(found: MissExplanation) -> list[Finding]:
    """Layers with misses, the largest first, each with the measured effect of its mends.

    A layer is a warning where one of its mends surely finds more of all queries' answers, and a
    note where nothing tried here surely does.
    """
    held = sorted((one for one in found.layers if one.count), key=lambda one: -one.count)
    return [_finding(one, found) for one in held]


def _finding(one: Layer, found: MissExplanation) -> Finding:
    share = one.share
    assert share is not None  # noqa: S101 - a layer with misses has a share
    mends = [mend for mend in found.mends if mend.layer == one.layer]
    sure = any(_sure(mend) > 0 for mend in mends)
    mends += _better(mends, one, found)
    level: Level = "warning" if sure else "note"
    numbers: dict[str, Any] = {
        "count": one.count, "missed": found.n_missed, "share": share.value, "low": share.low,
        "high": share.high, "k": found.k, "n": found.n_queries, "draws": found.draws,
        "by_chance": one.by_chance,
    }  # fmt: skip
    if one.layer == OTHER:
        numbers.pop("by_chance")
    return Finding(f"misses.{one.layer}", level, numbers,
                   tuple(_remedy(mend, found, one) for mend in mends))  # fmt: skip


def _better(mends: list[Mend], one: Layer, found: MissExplanation) -> list[Mend]:
    """The mend of another layer that surely gains most, where none of its own surely gains as much.

    Only for the layer with most misses, so that what helps most is told once.
    """
    first = next(iter(found.mends), None)
    most = max(held.count for held in found.layers if held.layer != OTHER)
    if first is None or one.layer in {first.layer, OTHER} or one.count < most:
        return []
    return [first] if _sure(first) > max(0.0, *map(_sure, mends)) else []


def _sure(mend: Mend) -> float:
    return mend.difference.low or 0.0


def _remedy(mend: Mend, found: MissExplanation, one: Layer) -> Remedy:
    held = mend.difference
    sure = (held.low or 0.0) > 0
    code = f"misses.{mend.mend}" if sure else f"misses.{mend.mend}_no_gain"
    return Remedy(code, {
        "before": found.found, "after": mend.after, "gain": held.value, "low": held.low,
        "high": held.high, "gained": mend.gained, "lost": mend.lost, "mended": mend.mended,
        "count": one.count, "k": found.k,
    })  # fmt: skip

"""From numbers to findings: one a direction, with what repairs did on the same data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.language.effect import RepairedDirection, RepairEffect
from monosashi.language.results import Direction, LanguageBias
from monosashi.results import LEVELS, Estimate, Finding, Remedy, level_of, worst_first

LISTED, SHOWN = 6, 3  # directions; three languages have six


def language_findings(bias: LanguageBias, effect: RepairEffect | None = None) -> list[Finding]:
    """One finding a direction, worst first.

    With more than three languages the three worst directions and a count of all.
    The code is ``language.drop``, or ``language.drop_documents`` when documents acted as queries
    (its sentences say so). Where language costs something, the measured repairs are attached:
    what helps, best first; then what does not, or does harm.
    """
    role = "_documents" if bias.query_role == "documents as queries" else ""
    found = []
    for direction in bias.directions.values():
        level = level_of("language_drop", direction.drop)
        mends = () if effect is None or level == "good" else remedies(effect, direction)
        found.append(Finding(f"language.drop{role}", level, _numbers(bias, direction), mends))
    ordered = worst_first(sorted(found, key=lambda finding: -finding.numbers["drop"]))
    if len(ordered) <= LISTED:
        return ordered
    return [*ordered[:SHOWN], _summary(ordered)]


def _summary(ordered: list[Finding]) -> Finding:
    """Many languages: the worst directions are listed, all are counted."""
    levels = [finding.level for finding in ordered]
    drops = sorted(finding.numbers["drop"] for finding in ordered)
    numbers: dict[str, Any] = {level: levels.count(level) for level in LEVELS}
    numbers |= {"directions": len(ordered), "median": drops[len(drops) // 2], "most": drops[-1]}
    return Finding("language.directions", "note", numbers)


def _numbers(bias: LanguageBias, direction: Direction) -> dict[str, Any]:
    guards = direction.guards
    return {
        "source": direction.source,
        "target": direction.target,
        "n": direction.n,
        "query_role": bias.query_role,
        **_ends("drop", direction.drop),
        **_ends("target_only", direction.target_only.recall[1]),
        **_ends("mixed", direction.mixed.recall[1]),
        **_ends("share", guards.same_language_share),
        **_ends("closer", guards.nearest_wrong_closer),
        "neutral": guards.neutral_share,
    }


def _ends(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def remedies(effect: RepairEffect, direction: Direction) -> tuple[Remedy, ...]:
    """What each repair did in this direction and in the opposite one; the best help first."""
    here = effect.directions.get((direction.source, direction.target), {})
    back = effect.directions.get((direction.target, direction.source), {})
    ranked = sorted(here.values(), key=lambda row: _place(row, effect.repairs[row.repair]))
    return tuple(_remedy(effect, row, back) for row in ranked)


def _place(row: RepairedDirection, code: str) -> tuple[int, int, float]:
    """What helps for certain comes first; a global mean never before centring per language."""
    helps = (row.gain.low or 0.0) > 0
    return (0 if helps else 1, 1 if code == "global_mean" else 0, -row.after.value)


def _remedy(
    effect: RepairEffect, row: RepairedDirection, back: Mapping[str, RepairedDirection]
) -> Remedy:
    code = effect.repairs[row.repair]
    other = back.get(row.repair)
    harms = any((r.gain.high or 0.0) < 0 for r in (row, other) if r is not None)
    suffix = ("_harms" if harms else "") + ("" if other is not None else "_one_way")
    numbers: dict[str, Any] = {
        "repair": row.repair,
        "source": row.source,
        "target": row.target,
        **_ends("before", row.before),
        **_ends("after", row.after),
        **_ends("gain", row.gain),
        "share_before": row.same_language_share_before.value,
        "share_after": row.same_language_share_after.value,
        "overlap": None if row.overlap is None else row.overlap.value,
        "held_out": None if row.held_out is None else row.held_out.value,
        "recovery": None if row.recovery is None else row.recovery.value,
    }
    if other is not None:
        numbers |= _ends("back_before", other.before) | _ends("back_after", other.after)
        numbers |= _ends("back_gain", other.gain)
    return Remedy(f"language.{code}{suffix}", numbers)

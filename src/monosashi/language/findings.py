"""From numbers to findings: one a direction, with what repairs did on the same data."""

from __future__ import annotations

from statistics import median
from typing import Any

from monosashi.language.cut_pages import cost_level, costliest_first, cut_differently
from monosashi.language.effect import RepairedDirection, RepairEffect
from monosashi.language.gamed_findings import gamed_findings
from monosashi.language.results import Direction, LanguageBias
from monosashi.results import LEVELS, Estimate, Finding, Level, Remedy, level_of

LISTED, SHOWN = 6, 3  # directions; three languages have six


def language_findings(bias: LanguageBias, effect: RepairEffect | None = None) -> list[Finding]:
    """One finding a direction, worst first.

    With more than three languages the three worst directions and a count of all.
    The code is ``language.drop``, or ``language.drop_documents`` when documents acted as queries
    (its sentences say so). Levels and order rest on the part of the drop that language costs, not
    on what more candidates do. Where language costs something, the measured repairs are attached:
    what helps, best first; then what does not, or does harm. A small drop is ``good`` only where
    translations are found at all; else it is ``language.little_found``. Where pages of
    languages are cut differently the code is ``language.drop_chunks``: nothing is good, nothing a
    problem, and first of all pages are to be cut alike.
    """
    chunks = cut_differently(bias.provenance.notices)
    found = []
    for direction in bias.directions.values():
        code, level = _standing(bias, direction, chunks)
        mended = effect is not None and level != "good" and chunks is None
        mends = remedies(effect, direction) if effect is not None and mended else ()
        numbers = {**_numbers(bias, direction), **({} if chunks is None else {"chunks": chunks})}
        found.append(Finding(code, level, numbers, mends))
    ordered = costliest_first(found)
    gamed = [] if effect is None else gamed_findings(effect.signs)
    if len(ordered) <= LISTED:
        return [*ordered, *gamed]
    return [*ordered[:SHOWN], _summary(ordered), *gamed]


def _standing(bias: LanguageBias, direction: Direction, chunks: str | None) -> tuple[str, Level]:
    """Code and level of one direction."""
    level = cost_level(direction.language_drop, chunks)
    if chunks is not None:
        return "language.drop_chunks", level
    if level == "good" and level_of("language_alone", direction.target_only.recall[1]) != level:
        return "language.little_found", "note"
    role = "_documents" if bias.query_role == "documents as queries" else ""
    return f"language.drop{role}", level


def _summary(ordered: list[Finding]) -> Finding:
    """Many languages: the worst directions are listed, all are counted."""
    levels = [finding.level for finding in ordered]
    drops = sorted(finding.numbers["drop"] for finding in ordered)
    numbers: dict[str, Any] = {level: levels.count(level) for level in LEVELS}
    numbers |= {"directions": len(ordered), "median": median(drops), "most": drops[-1]}
    by_language = [finding.numbers["language_drop"] for finding in ordered]
    numbers |= {"language_median": median(by_language), "language_drop": max(by_language)}
    return Finding("language.directions", "note", numbers)


def _numbers(bias: LanguageBias, direction: Direction) -> dict[str, Any]:
    guards = direction.guards
    return {
        "source": direction.source,
        "target": direction.target,
        "n": direction.n,
        "query_role": bias.query_role,
        **({"one_role": True} if bias.provenance.model.one_role else {}),
        **_ends("drop", direction.drop),
        **_ends("language_drop", direction.language_drop),
        **_ends("candidates_drop", direction.candidates_drop),
        **_ends("target_only", direction.target_only.recall[1]),
        **_ends("mixed", direction.mixed.recall[1]),
        **_ends("share", guards.same_language_share),
        **_ends("closer", guards.nearest_wrong_closer),
        "neutral": guards.neutral_share,
    }


def _ends(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def remedies(effect: RepairEffect, direction: Direction) -> tuple[Remedy, ...]:
    """What each repair did in this direction and in the opposite one; the best help first.

    One order for all directions, since one index gets one repair. Where centring gains nothing
    certain in either direction, that is said instead; one global mean stands last, as a contrast.
    """
    here = effect.directions.get((direction.source, direction.target), {})
    back = effect.directions.get((direction.target, direction.source), {})
    rows = [(here[name], back.get(name)) for name in repairs_in_order(effect)
            if name in here and not effect.signs.get(name)]  # fmt: skip
    tried = [pair for pair in rows if effect.repairs[pair[0].repair] != "global_mean"]
    contrast = [pair for pair in rows if pair not in tried]
    wanted = [pair for pair in tried if _helps(*pair) or _harms(*pair)]
    if tried and not wanted:
        return (_remedy("no_gain", *tried[0]),)
    return tuple(_remedy(effect.repairs[row.repair], row, other)
                 for row, other in [*wanted, *contrast])  # fmt: skip


def repairs_in_order(effect: RepairEffect) -> list[str]:
    """Repairs by recall@1 over all directions, those that harm one of them for certain last."""
    rows = {name: [held[name] for held in effect.directions.values() if name in held]
            for name in effect.repairs}  # fmt: skip

    def place(name: str) -> tuple[bool, float]:
        harmful = any(_harms(row, None) for row in rows[name])
        return harmful, -sum(row.after.value for row in rows[name])

    return sorted(rows, key=place)


def _helps(row: RepairedDirection, other: RepairedDirection | None) -> bool:
    """Whether one direction gains for certain."""
    return any((one.gain.low or 0.0) > 0 for one in (row, other) if one is not None)


def _harms(row: RepairedDirection, other: RepairedDirection | None) -> bool:
    """Whether one direction loses for certain."""
    return any((one.gain.high or 0.0) < 0 for one in (row, other) if one is not None)


def _verdict(row: RepairedDirection, other: RepairedDirection | None) -> str:
    """Harm that comes with a gain in the other direction is told as what it is."""
    if not _harms(row, other):
        return ""
    best = max(one.gain.value for one in (row, other) if one is not None)
    return "_mixed" if other is not None and best > 0 else "_harms"


def _remedy(code: str, row: RepairedDirection, other: RepairedDirection | None) -> Remedy:
    suffix = f"{_verdict(row, other)}{'' if other is not None else '_one_way'}"
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
        "held_out_text": "–" if row.held_out is None else f"{row.held_out.value:.2f}",
        "recovery": None if row.recovery is None else row.recovery.value,
    }
    if other is not None:
        numbers |= _ends("back_before", other.before) | _ends("back_after", other.after)
        numbers |= _ends("back_gain", other.gain)
    return Remedy(f"language.{code}{suffix}", numbers)

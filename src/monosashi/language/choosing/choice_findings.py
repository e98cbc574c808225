"""From a comparison of repairs to findings: what to take, what it costs, what stays open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.option import Direction, RepairOption
from monosashi.language.choosing.picking import TIED
from monosashi.language.choosing.ways import NONE
from monosashi.results import Estimate, Finding, Level, Remedy, level_of, worst_first

KEPT_OUT = ("over_cap", "cap_not_shown")


def choice_findings(choice: LanguageRepairChoice) -> list[Finding]:
    """The choice first among equals in level."""
    found = [_taken(choice), *_loss(choice), *_kept_out(choice), *_tied(choice), *_gamed(choice)]
    return worst_first(found)


def _taken(choice: LanguageRepairChoice) -> Finding:
    numbers = taken_numbers(choice)
    drop = choice.drops[_worst(choice)]
    level = level_of("language_drop", drop)
    remedies = () if choice.pick == NONE else (_remedy(choice[choice.pick]), *_instead(choice))
    none_open = choice.why == "not_surely_better" and best_mend(choice) is None
    code: str = "none_open" if none_open else choice.why
    if choice.why == "not_surely_better" and not none_open and (numbers["best_high"] or 0.0) < 0:
        code = "all_lower"
    return Finding(f"language.choice_{code}", level, numbers, remedies)


def best_mend(choice: LanguageRepairChoice) -> RepairOption | None:
    """The highest of the ways open to choice that change anything."""
    held = [one for one in choice.options.values()
            if one.standing == "eligible" and one.name != NONE and one.map]  # fmt: skip
    return max(held, key=lambda one: one.map.value if one.map else 0.0) if held else None


def taken_numbers(choice: LanguageRepairChoice) -> dict[str, Any]:
    """What the sentences about the choice are filled with."""
    taken, best = choice[choice.pick], choice[choice.best]
    if choice.pick == NONE:
        best = best_mend(choice) or best
    source, target = _worst(choice)
    eligible = [one for one in choice.options.values() if one.standing == "eligible"]
    return {
        "pick": choice.pick,
        "method": taken.method,
        "best": best.name,
        "source": source,
        "target": target,
        "n_items": choice.n_items,
        "folds": choice.folds,
        "eligible": len(eligible),
        "wins": taken.wins,
        **_ends("drop", choice.drops[source, target]),
        **_ends("before", choice[NONE].map),
        **_ends("after", taken.map),
        **_ends("gain", taken.gain),
        **_ends("best_map", best.map),
        **_ends("behind", taken.behind),
        "best_gain": None if best.gain is None else best.gain.value,
        "best_low": None if best.gain is None else best.gain.low,
        "best_high": None if best.gain is None else best.gain.high,
    }


def _worst(choice: LanguageRepairChoice) -> Direction:
    """The direction that loses most to language without repair."""
    return max(choice.drops, key=lambda pair: (choice.drops[pair].value, pair))


def _ends(name: str, found: Estimate | None) -> Mapping[str, float | None]:
    if found is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def _remedy(taken: RepairOption) -> Remedy:
    costs = taken.costs
    numbers: dict[str, Any] = {"method": taken.method}
    if costs is not None:
        numbers |= {"searches": costs.searches, "translations": costs.translations,
                    "embeddings": costs.embeddings}  # fmt: skip
    return Remedy(f"language.choice_{taken.kind}", numbers)


def best_in_vectors(choice: LanguageRepairChoice) -> RepairOption | None:
    """What can be fitted and applied: the choice, or the highest of the open ways that can.

    None where nothing is to be mended, or no such way is surely better than no repair.
    """
    taken = choice[choice.pick]
    if choice.pick == NONE or taken.method is not None:
        return None if choice.pick == NONE else taken
    held = [one for one in choice.options.values()
            if one.standing == "eligible" and one.method is not None and one.map is not None
            and one.gain is not None and (one.gain.low or 0.0) > 0]  # fmt: skip
    return max(held, key=lambda one: one.map.value if one.map else 0.0) if held else None


def _instead(choice: LanguageRepairChoice) -> tuple[Remedy, ...]:
    """Where the choice changes no vectors: the best way that does."""
    found = best_in_vectors(choice)
    if found is None or found.name == choice.pick or found.map is None:
        return ()
    return (Remedy("language.choice_instead", {"name": found.name, "method": found.method,
                                               "map": found.map.value}),)  # fmt: skip


def _loss(choice: LanguageRepairChoice) -> list[Finding]:
    """What same-language search loses, or that it could not be known."""
    taken = choice[choice.pick]
    if choice.pick == NONE and choice.loss_measured:
        return []
    shown = choice[choice.best] if choice.pick == NONE else taken
    numbers = {"pick": shown.name, "cap": choice.max_same_language_loss,
               "overlap": None if shown.overlap is None else shown.overlap.value}  # fmt: skip
    if not choice.loss_measured:
        known = numbers["overlap"] is not None
        level: Level = "note" if choice.pick == NONE else "warning"
        return [Finding("language.choice_loss_unknown", level, numbers)] if known else []
    numbers |= {**_ends("loss", taken.loss), **_ends("same_after", taken.same_language),
                **_ends("same_before", choice[NONE].same_language)}  # fmt: skip
    return [Finding("language.choice_loss", "good", numbers)]


def _kept_out(choice: LanguageRepairChoice) -> list[Finding]:
    """Ways that gain as much as the choice, whose loss is too large or not shown to be small."""
    level = choice[choice.pick].map
    held = [one for one in choice.options.values()
            if one.standing in KEPT_OUT and one.map and level and one.map.value >= level.value
            and one.gain and (one.gain.low or 0.0) > 0]  # fmt: skip
    if not held:
        return []
    best = max(held, key=lambda one: one.map.value if one.map else 0.0)
    numbers = {"name": best.name, "count": len(held), "cap": choice.max_same_language_loss,
               **_ends("map", best.map), **_ends("loss", best.loss)}  # fmt: skip
    return [Finding("language.choice_not_shown", "note", numbers)]


def _tied(choice: LanguageRepairChoice) -> list[Finding]:
    """Ways that ties keep from being judged: not open, or on both sides of what was taken."""
    taken = choice[choice.pick].map
    held = [one for one in choice.options.values() if one.standing == "ties_decide"
            or (one.standing == "eligible" and _around(one, taken))]  # fmt: skip
    if not held:
        return []
    best = max(held, key=lambda one: one.map_optimistic.value if one.map_optimistic else 0.0)
    numbers = {"names": ", ".join(one.name for one in held), "name": best.name,
               **_ends("map", best.map), **_ends("won", best.map_optimistic),
               **_ends("taken", taken)}  # fmt: skip
    return [Finding("language.choice_ties", "note", numbers)]


def _around(one: RepairOption, taken: Estimate | None) -> bool:
    """Whether a way lies below what was taken if ties are lost, and above if they are won."""
    if one.map is None or one.map_optimistic is None or taken is None:
        return False
    return one.map.value < taken.value < one.map_optimistic.value - TIED


def _gamed(choice: LanguageRepairChoice) -> list[Finding]:
    names = [one.name for one in choice.options.values() if one.standing == "gamed"]
    numbers = {"names": ", ".join(names), "count": len(names)}
    return [Finding("language.choice_gamed", "note", numbers)] if names else []

"""What the sentences about a choice are filled with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.option import Direction, RepairOption
from monosashi.language.choosing.picking import mends_language
from monosashi.language.choosing.ways import BLIND, NONE
from monosashi.results import Estimate


def best_of_language(choice: LanguageRepairChoice) -> RepairOption | None:
    """The highest of the ways open to choice that know languages."""
    held = [one for one in choice.options.values() if one.standing == "eligible"
            and one.name not in (NONE, *BLIND) and one.map]  # fmt: skip
    return max(held, key=lambda one: one.map.value if one.map else 0.0) if held else None


def best_mend(choice: LanguageRepairChoice) -> RepairOption | None:
    """The highest of the ways open to choice that change anything."""
    held = [one for one in choice.options.values()
            if one.standing == "eligible" and one.name != NONE and one.map]  # fmt: skip
    return max(held, key=lambda one: one.map.value if one.map else 0.0) if held else None


def best_in_vectors(choice: LanguageRepairChoice) -> RepairOption | None:
    """What can be fitted and applied: the choice, or the highest of the open ways that can.

    None where nothing is to be mended, or no such way surely mends language.
    """
    taken = choice[choice.pick]
    if choice.pick == NONE or taken.method is not None:
        return None if choice.pick == NONE else taken
    held = [one for one in choice.options.values()
            if one.standing == "eligible" and one.method is not None and one.map is not None
            and mends_language(one)]  # fmt: skip
    return max(held, key=lambda one: one.map.value if one.map else 0.0) if held else None


def taken_numbers(choice: LanguageRepairChoice) -> dict[str, Any]:
    """What the sentences about the choice are filled with."""
    taken, best = choice[choice.pick], choice[choice.best]
    rival = best_of_language(choice)
    if choice.pick == NONE:
        best = best_mend(choice) or best
    if choice.why == "not_surely_language":
        best = rival or best
    found_little = choice.why == "little_found"
    source, target = least_found(choice) if found_little else worst_direction(choice)
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
        **ends_of("drop", choice.drops[source, target]),
        **ends_of("cost", choice.language_drops[source, target]),
        **ends_of("before", choice[NONE].map),
        **ends_of("after", taken.map),
        **ends_of("gain", taken.gain),
        **ends_of("best_map", best.map),
        **ends_of("behind", taken.behind),
        "rival": None if rival is None else rival.name,
        **ends_of("rival_map", None if rival is None else rival.map),
        "contrast": None if rival is None else rival.contrast,
        **ends_of("over", None if rival is None else rival.over_blind),
        **ends_of("alone", choice[NONE].alone[source, target]),
        "best_gain": None if best.gain is None else best.gain.value,
        "best_low": None if best.gain is None else best.gain.low,
        "best_high": None if best.gain is None else best.gain.high,
    }


def least_found(choice: LanguageRepairChoice) -> Direction:
    """Where fewest translations come first among the other language alone, without repair."""
    alone = choice[NONE].alone
    return min(alone, key=lambda pair: (alone[pair].value, pair))


def worst_direction(choice: LanguageRepairChoice) -> Direction:
    """The direction that loses most to language without repair."""
    costs = choice.language_drops
    return max(costs, key=lambda pair: (costs[pair].value, pair))


def ends_of(name: str, found: Estimate | None) -> Mapping[str, float | None]:
    """A value with both ends of its interval, by name."""
    if found is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}

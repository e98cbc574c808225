"""From a comparison of repairs to findings: what to take, what it costs, what stays open."""

from __future__ import annotations

from typing import Any

from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.choice_numbers import (
    best_in_vectors,
    best_mend,
    ends_of,
    taken_numbers,
    worst_direction,
)
from monosashi.language.choosing.option import RepairOption
from monosashi.language.choosing.picking import TIED
from monosashi.language.choosing.ways import NONE
from monosashi.language.cut_pages import cost_level, cut_differently
from monosashi.results import Estimate, Finding, Level, Remedy, worst_first

KEPT_OUT = ("over_cap", "cap_not_shown")


def choice_findings(choice: LanguageRepairChoice) -> list[Finding]:
    """The choice first among equals in level."""
    found = [*_cut(choice), _taken(choice), *_contrast(choice), *_loss(choice), *_kept_out(choice),
             *_tied(choice), *_gamed(choice)]  # fmt: skip
    return worst_first(found)


def _cut(choice: LanguageRepairChoice) -> list[Finding]:
    """Pages that are cut differently: what is gained may be length of chunks, and not language."""
    chunks = cut_differently(choice.provenance.notices)
    numbers = {"chunks": chunks, "pick": choice.pick}
    return [] if chunks is None else [Finding("language.choice_chunks", "warning", numbers)]


def _taken(choice: LanguageRepairChoice) -> Finding:
    numbers = taken_numbers(choice)
    drop = choice.language_drops[worst_direction(choice)]
    level = cost_level(drop, cut_differently(choice.provenance.notices))
    if level == "good" and choice.why != "nothing_to_repair":
        level = "note"
    remedies = () if choice.pick == NONE else _remedies(choice)
    none_open = choice.why == "not_surely_better" and best_mend(choice) is None
    code: str = "none_open" if none_open else choice.why
    if choice.why == "little_found" and best_mend(choice) is None:
        code = "little_found_none_open"
    if choice.why == "language_not_shown" and numbers["rival"] is None:
        code = "only_blind"
    if choice.why == "not_surely_better" and not none_open and (numbers["best_high"] or 0.0) < 0:
        code = "all_lower"
    return Finding(f"language.choice_{code}", level, numbers, remedies)


def _remedies(choice: LanguageRepairChoice) -> tuple[Remedy, ...]:
    """How to serve what was taken; first, where that was not measured, what it costs."""
    first = (Remedy("language.choice_ask", {}),) if choice.conditional else ()
    return (*first, _remedy(choice[choice.pick]), *_instead(choice))


def _remedy(taken: RepairOption) -> Remedy:
    costs = taken.costs
    numbers: dict[str, Any] = {"method": taken.method}
    if costs is not None:
        numbers |= {"searches": costs.searches, "translations": costs.translations,
                    "embeddings": costs.embeddings}  # fmt: skip
    return Remedy(f"language.choice_{taken.kind}", numbers)


def _instead(choice: LanguageRepairChoice) -> tuple[Remedy, ...]:
    """Where the choice changes no vectors: the best way that does."""
    found = best_in_vectors(choice)
    if found is None or found.name == choice.pick or found.map is None:
        return ()
    return (Remedy("language.choice_instead", {"name": found.name, "method": found.method,
                                               "map": found.map.value}),)  # fmt: skip


def _contrast(choice: LanguageRepairChoice) -> list[Finding]:
    """What a way that knows no languages gains beside the one that was taken."""
    taken = choice[choice.pick]
    if taken.contrast is None:
        return []
    blind = choice[taken.contrast]
    numbers = {"name": taken.name, "contrast": blind.name, **ends_of("blind", blind.map),
               **ends_of("blind_gain", blind.gain),
               **ends_of("over", taken.over_blind)}  # fmt: skip
    return [Finding("language.choice_contrast", "note", numbers)]


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
    numbers |= {**ends_of("loss", taken.loss), **ends_of("same_after", taken.same_language),
                **ends_of("same_before", choice[NONE].same_language)}  # fmt: skip
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
               "n_queries": choice.n_queries, "needed": best.queries_to_decide,
               **ends_of("map", best.map), **ends_of("loss", best.loss)}  # fmt: skip
    code = "over_cap" if best.standing == "over_cap" else "not_shown"
    if code == "not_shown" and best.queries_to_decide is None:
        code = "not_shown_near"
    elif code == "not_shown" and best.loss and best.loss.value > choice.max_same_language_loss:
        code = "not_shown_above"
    return [Finding(f"language.choice_{code}", "note", numbers)]


def _tied(choice: LanguageRepairChoice) -> list[Finding]:
    """Ways that ties keep from being judged: not open, or on both sides of what was taken."""
    taken = choice[choice.pick].map
    held = [one for one in choice.options.values() if one.standing == "ties_decide"
            or (one.standing == "eligible" and _around(one, taken))]  # fmt: skip
    if not held:
        return []
    best = max(held, key=lambda one: one.map_optimistic.value if one.map_optimistic else 0.0)
    numbers = {"names": ", ".join(one.name for one in held), "name": best.name,
               **ends_of("map", best.map), **ends_of("won", best.map_optimistic),
               **ends_of("taken", taken)}  # fmt: skip
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

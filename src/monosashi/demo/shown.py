"""What the demo's numbers say, as findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.advice import Audit
from monosashi.language import (
    DOCUMENT_CENTROID,
    GLOBAL_MEAN,
    QUERY_CENTROID,
    Direction,
    RepairEffect,
)
from monosashi.results import LEVELS, Estimate, Finding, Remedy, level_of, worst_first
from monosashi.shape import ShapeComparison

THERE, BACK = ("ja", "en"), ("en", "ja")


def demo_findings(audits: Mapping[str, Audit], compared: ShapeComparison) -> list[Finding]:
    """Language for each model with its mend, and whether the models differ on the questions."""
    found = [_language(name, one) for name, one in audits.items()]
    return [*worst_first(found), *compared.findings()]


def demo_verdict(audits: Mapping[str, Audit], compared: ShapeComparison) -> dict[str, Any]:
    """Who loses most to language, who least, and whether the questions tell the models apart."""
    drops = {name: one.language.directions[THERE].drop.value
             for name, one in audits.items() if one.language is not None}  # fmt: skip
    most, least = max(drops, key=drops.__getitem__), min(drops, key=drops.__getitem__)
    numbers = {"most": most, "most_drop": drops[most], "least": least, "least_drop": drops[least]}
    tied = set(compared.tied_with_best) >= set(compared.models)
    return {"code": f"demo.verdicts.{'tied' if tied else 'ahead'}", "numbers": numbers}


def _language(model: str, one: Audit) -> Finding:
    if one.language is None or one.repairs is None:
        raise LookupError("the shipped pairs always have both languages")
    directions = one.language.directions
    levels = [level_of("language_drop", directions[pair].language_drop) for pair in (THERE, BACK)]
    numbers = {"model": model, "n": directions[THERE].n,
               **_both(directions, "drop"), **_both(directions, "mixed")}  # fmt: skip
    tried = {DOCUMENT_CENTROID: "centring", QUERY_CENTROID: "query_centring",
             GLOBAL_MEAN: "global_mean"}  # fmt: skip
    remedies = tuple(_remedy(one.repairs, repair, code) for repair, code in tried.items()
                     if repair in one.repairs.repairs)  # fmt: skip
    return Finding("demo.language", min(levels, key=LEVELS.index), numbers, remedies)


def _both(directions: Mapping[Any, Direction], name: str) -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    for prefix, pair in (("there", THERE), ("back", BACK)):
        here = directions[pair]
        numbers |= _ends(f"{prefix}_{name}", here.drop if name == "drop" else here.mixed.recall[1])
    return numbers


def _remedy(effect: RepairEffect, repair: str, code: str) -> Remedy:
    numbers: dict[str, Any] = {}
    for prefix, pair in (("there", THERE), ("back", BACK)):
        row = effect.directions[pair][repair]
        numbers |= _ends(f"{prefix}_gain", row.gain)
        numbers |= {f"{prefix}_before": row.before.value, f"{prefix}_after": row.after.value}
    return Remedy(f"demo.{code}", numbers)


def _ends(name: str, estimate: Estimate) -> dict[str, Any]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}

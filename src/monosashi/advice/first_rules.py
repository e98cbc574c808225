"""A first rules file for a result: the limits of its problems, and the level found now."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.advice.compression_rules import compression_rules
from monosashi.advice.fidelity_rules import fidelity_rules
from monosashi.advice.retrieval_rules import (
    left_out_rules,
    level_rules,
    missing_rule,
    retrieval_rules,
)
from monosashi.advice.shape_rules import shape_rules
from monosashi.advice.switch_rules import switch_rules
from monosashi.embeddings import DataError, fault
from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.words import say


def first_rules(document: Mapping[str, Any], *, baseline: bool = False) -> list[Rule]:
    """Rules for every section and part of the document that can go wrong.

    With ``baseline`` also that no language drop grows by more than the warning limit, and that no
    recall or nDCG falls by more than that of a switch.

    Raises
    ------
    DataError
        Nothing in the document has a known limit (a comparison, for one).
    """
    parts = list(enumerate(document["parts"])) if "parts" in document else [(None, document)]
    rules = [rule for place, part in parts for rule in _rules(place, part, baseline=baseline)]
    if not rules:
        raise DataError(fault("advice.errors.no_first_rules", kind=document["kind"]))
    return rules


def rules_toml(rules: list[Rule]) -> str:
    """``[[rule]]`` tables; the text of JSON is that of TOML, too."""
    return "\n".join(map(_table, rules))


def _rules(place: int | None, part: Mapping[str, Any], *, baseline: bool) -> Iterator[Rule]:
    head = [] if place is None else ["parts", str(place)]
    limits, results = thresholds(), part.get("results", {})

    def rule(name: str, limit: float, *path: str) -> Rule:
        title = (
            name if place is None else say("advice.rules.of_part", part=part["title"], name=name)
        )
        return Rule(path_of(*head, "results", *path), "<=", limit, name=title)

    for name, path in _language_drops(results):
        drop = rule(name, limits["language_drop"]["problem"]["at_least"], *path)
        yield drop
        if baseline:
            yield _on_change(drop, limits["language_drop"]["warning"]["at_least"])
    for name in ("antihub_share", "top_share_ratio") if "hubs" in results else ():
        limit = limits[name]["problem"]["above"]
        yield rule(say(f"advice.rules.{name}"), limit, "hubs", name)
    yield from _own_rules([*head, "results"], results)
    if "facts" in results:
        yield rule(say("advice.rules.zero_vectors"), 0, "facts", "zero_vectors")
    title = "" if place is None else str(part["title"])
    yield from _search_rules([*head, "results"], results, title, baseline=baseline)
    if part.get("kind") == "shape":
        yield from shape_rules([*head, "results"], results, title)


def _own_rules(head: list[str], results: Mapping[str, Any]) -> Iterator[Rule]:
    """Of results that bring rules of their own."""
    if results.get("compression"):
        yield from compression_rules(head, results)
    if results.get("fidelity"):
        yield from fidelity_rules([*head, "fidelity"], results["fidelity"])


def _language_drops(results: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What language costs pages that ask for translations, and queries with answers."""
    for direction, found in results.get("language", {}).get("directions", {}).items():
        part = "language_drop" if "language_drop" in found else "drop"  # of earlier versions
        yield (say("advice.rules.language_drop", direction=direction.replace("->", " → ")),
               ("language", "directions", direction, part))  # fmt: skip
    searched = results.get("language_search", {})
    part = "language_drops" if "language_drops" in searched else "drops"
    for language in searched.get(part, {}):
        yield (say("advice.rules.language_queries", language=language),
               ("language_search", part, language))  # fmt: skip


def _search_rules(
    head: list[str], results: Mapping[str, Any], title: str, *, baseline: bool
) -> Iterator[Rule]:
    """Of systems alone, of their comparison, and of a switch."""
    if "retrieval" in results:
        yield from retrieval_rules([*head, "retrieval"], results["retrieval"], title,
                                   baseline=baseline)  # fmt: skip
    elif "retrieval_comparison" in results:
        compared = results["retrieval_comparison"]
        if "switch" not in results:
            yield from level_rules([*head, "retrieval_comparison"], compared, baseline=baseline)
        for system in compared["n_missing"]:
            yield missing_rule(path_of(*head, "retrieval_comparison", "n_missing", system), system)
        yield from left_out_rules([*head, "retrieval_comparison"], compared)
    if "switch" in results:
        yield from left_out_rules([*head, "switch"], results["switch"])
        yield from switch_rules([*head, "switch"], results["switch"])


def _on_change(rule: Rule, limit: float) -> Rule:
    name = say("advice.rules.changed", name=rule.name)
    return Rule(rule.path, "<=", limit, baseline=True, name=name)


def _table(rule: Rule) -> str:
    lines = [f"name = {json.dumps(rule.name, ensure_ascii=False)}",
             f"path = {json.dumps(rule.path, ensure_ascii=False)}",
             f'operator = "{rule.operator}"', f"limit = {json.dumps(rule.limit)}"]  # fmt: skip
    if rule.baseline:
        lines.append("baseline = true")
    return "\n".join(["[[rule]]", *lines, ""])

"""A first rules file for a result: the limits at which its numbers would become problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.results import thresholds


def first_rules(document: Mapping[str, Any]) -> str:
    """``[[rule]]`` tables for every section and part of the document that can go wrong."""
    heads = [("", document)] if "parts" not in document else [
        (f"parts.{i}.", part) for i, part in enumerate(document["parts"])
    ]  # fmt: skip
    rules = [rule for prefix, part in heads for rule in _rules(prefix, part["results"])]
    return "\n".join(_table(*rule) for rule in rules)


def _rules(prefix: str, results: Mapping[str, Any]) -> Iterator[tuple[str, str, float, str]]:
    limits = thresholds()
    for direction in results.get("language", {}).get("directions", {}):
        path = f"{prefix}results.language.directions.{direction}"
        yield f"{path}.drop", "<=", limits["language_drop"]["problem"]["at_least"], "language drop"
    if "hubs" in results:
        for name in ("antihub_share", "top_share_ratio"):
            yield f"{prefix}results.hubs.{name}", "<=", limits[name]["problem"]["above"], name
    if "facts" in results:
        yield f"{prefix}results.facts.zero_vectors", "<=", 0, "vectors without direction"


def _table(path: str, operator: str, limit: float, name: str) -> str:
    return f'[[rule]]\nname = "{name}"\npath = "{path}"\noperator = "{operator}"\nlimit = {limit}\n'

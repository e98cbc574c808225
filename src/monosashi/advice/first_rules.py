"""A first rules file for a result: the limits at which its numbers would become problems."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.results import thresholds
from monosashi.results.paths import path_of


def first_rules(document: Mapping[str, Any]) -> str:
    """``[[rule]]`` tables for every section and part of the document that can go wrong.

    Raises
    ------
    DataError
        Nothing in the document has a known limit (a comparison, for one).
    """
    heads = [("", document)] if "parts" not in document else [
        (f"parts.{i}.", part) for i, part in enumerate(document["parts"])
    ]  # fmt: skip
    rules = [rule for prefix, part in heads for rule in _rules(prefix, part.get("results", {}))]
    if not rules:
        raise DataError(fault("advice.errors.no_first_rules", kind=document["kind"]))
    return "\n".join(_table(*rule) for rule in rules)


def _rules(prefix: str, results: Mapping[str, Any]) -> Iterator[tuple[str, str, float, str]]:
    limits = thresholds()
    for direction in results.get("language", {}).get("directions", {}):
        path = prefix + path_of("results", "language", "directions", direction, "drop")
        yield path, "<=", limits["language_drop"]["problem"]["at_least"], "language drop"
    if "hubs" in results:
        for name in ("antihub_share", "top_share_ratio"):
            yield f"{prefix}results.hubs.{name}", "<=", limits[name]["problem"]["above"], name
    if "facts" in results:
        yield f"{prefix}results.facts.zero_vectors", "<=", 0, "vectors without direction"


def _table(path: str, operator: str, limit: float, name: str) -> str:
    quoted = json.dumps(path, ensure_ascii=False)  # JSON's text is TOML's, too
    return f'[[rule]]\nname = "{name}"\npath = {quoted}\noperator = "{operator}"\nlimit = {limit}\n'

"""What stands in the JSON of a saved repair: every value of the wrong kind, named by its place."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.language.fitting import MOST_STRENGTH, good_day, good_strength
from monosashi.language.spread import LEAST_UNITS

MOST_ROWS = 2**53
SHOWN = 40  # signs of a value in a message
Test = Callable[[Any], bool]


def part_fault(part: str, given: Any, expected: str, **more: Any) -> Fault:
    """One value that cannot be: where it stands, what it is, what it should be."""
    shown = json.dumps(given, default=str)  # signs that steer a terminal come out as \\u001b
    shown = shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"
    return fault(f"language.repair_parts.{expected}", part=part, given=shown, **more)


def is_text(value: Any) -> bool:
    """A text of any length but none."""
    return isinstance(value, str) and bool(value)


def is_number(value: Any) -> bool:
    """A finite number; True and False are none."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= 1e300 and math.isfinite(value)


def is_count(value: Any) -> bool:
    """A whole number from 1 up, no larger than any count of rows can be."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_ROWS


def is_flag(value: Any) -> bool:
    """True or False."""
    return isinstance(value, bool)


def is_shrinkage(value: Any) -> bool:
    """The name of the rule, or a weight."""
    return value == "ledoit-wolf" or (is_number(value) and 0 <= value <= 1)


def is_share(value: Any) -> bool:
    """A number from 0 to 1."""
    return is_number(value) and 0 <= value <= 1


def or_none(test: Test) -> Test:
    """The same, or nothing."""
    return lambda value: value is None or test(value)


def is_texts(value: Any) -> bool:
    """A list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


def is_canaries(value: Any) -> bool:
    """Texts with lists of finite numbers."""
    return isinstance(value, dict) and all(
        isinstance(row, list) and all(map(is_number, row)) for row in value.values()
    )


def _is_digests(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


def _one_of(*known: str) -> Test:
    return lambda value: value in known


PLAIN: Mapping[str, tuple[Test, str]] = {
    "built_at": (good_day, "day"),
    "fingerprint": (is_text, "text"),
    "ids_digest": (is_text, "text"),
    "column": (or_none(is_text), "text_or_null"),
    "renormalise": (is_flag, "flag"),
}
SOURCE: Mapping[str, tuple[Test, str]] = {
    "digests": (or_none(_is_digests), "digests"),
    "query_source": (or_none(_one_of("documents", "queries")), "source"),
}
CARD: Mapping[str, tuple[Test, str]] = {
    **dict.fromkeys(("name", "revision", "role", "prefix", "task", "compression", "mended"),
                    (or_none(lambda value: isinstance(value, str)), "text_or_null")),
    "dimension": (is_count, "count"),
    "normalised": (or_none(is_flag), "flag"),
    "text_cut": (or_none(is_count), "count_or_null"),
    "built_at": (or_none(good_day), "day"),
    "aliases": (or_none(is_texts), "texts"),
    "token_limit": (or_none(is_count), "count_or_null"),
    "canaries": (or_none(is_canaries), "canaries"),
}  # fmt: skip
SETTINGS: Mapping[str, tuple[Test, str]] = {
    "strength": (good_strength, "strength"),
    "method": (_one_of("lir", "lsar"), "method"),
    "rank": (is_count, "count"),
    "components": (is_count, "count"),
    "shrinkage": (is_shrinkage, "shrinkage"),
    "reference": (is_text, "text"),
    "side": (_one_of("both", "index"), "side"),
    "parallel": (or_none(is_text), "text_or_null"),
}
SPREAD = ("units", "first", "second", "third")


def head_faults(head: Mapping[str, Any], settings: tuple[str, ...],
                numbers: tuple[str, ...]) -> list[Fault]:  # fmt: skip
    """All that is wrong in the JSON of a repair with these settings and numbers."""
    found = _fields(head, "", PLAIN) + _fields(head, "", SOURCE, absent=True)
    model = head.get("model")
    if isinstance(model, dict):
        found += _fields({"dimension": None, **model}, "model.", CARD, absent=True)
    else:
        found.append(part_fault("model", model, "table"))
    for name, wanted in (("settings", settings), ("numbers", numbers)):
        held = head.get(name)
        if not isinstance(held, dict):
            found.append(part_fault(name, held, "table"))
            continue
        known = {one: SETTINGS.get(one, (is_share, "share")) for one in wanted}
        found += _fields(held, f"{name}.", known)
    return found + _languages(head)


def _fields(held: Mapping[str, Any], before: str, known: Mapping[str, tuple[Test, str]], *,
            absent: bool = False) -> list[Fault]:  # fmt: skip
    """Values that are not what they should be; ``absent`` says that fields may lack."""
    found = []
    for name, (test, expected) in known.items():
        if name in held and not test(held[name]):
            found.append(part_fault(before + name, held[name], expected, most=MOST_STRENGTH))
        elif name not in held and not absent:
            found.append(fault("language.repair_parts.missing", part=before + name))
    return found


def _languages(head: Mapping[str, Any]) -> list[Fault]:
    """Numbers of documents and queries, their languages, and the spread of each."""
    documents, queries = (head.get(name) for name in ("documents", "queries"))
    found = [part_fault(name, held, "counts") for name, held in
             (("documents", documents), ("queries", {"-": 1} if queries is None else queries))
             if not _is_counts(held)]  # fmt: skip
    if found or not isinstance(documents, dict):
        return found
    if queries is not None and (without := [name for name in documents if name not in queries]):
        found.append(fault("language.repair_parts.no_queries", ids=without))
    reference = (head.get("settings") or {}).get("reference", next(iter(documents)))
    if isinstance(reference, str) and reference not in documents:
        found.append(part_fault("settings.reference", reference, "language",
                                known=", ".join(documents)))  # fmt: skip
    return found + _spreads("spread", head, documents) + _spreads("query_spread", head, queries)


def _spreads(part: str, head: Mapping[str, Any], counts: dict[str, int] | None) -> list[Fault]:
    held = head.get(part)
    if held is None:
        return []
    if not isinstance(held, dict):
        return [part_fault(part, held, "table")]
    return [part_fault(f"{part}.{name}", row, "spread") for name, row in held.items()
            if not _is_spread(row, (counts or {}).get(name))]  # fmt: skip


def _is_counts(value: Any) -> bool:
    whole = isinstance(value, dict) and bool(value)
    return whole and all(is_text(name) and is_count(n) for name, n in value.items())


def _is_spread(row: Any, rows: int | None) -> bool:
    if not isinstance(row, dict) or rows is None or set(row) - set(SPREAD):
        return False
    units: Any = row.get("units")
    first: Any = row.get("first")
    numbers = is_number(first) and all(row.get(name) is None or is_number(row[name])
                                       for name in SPREAD[2:])  # fmt: skip
    possible = numbers and is_count(units) and bool(1 < units <= rows and first >= 0)
    shaped = all(row.get(name) is not None for name in SPREAD[2:])
    return possible and shaped == (units >= LEAST_UNITS)  # fewer units have no shape, more do

"""The one line that comes first. It names faults that were measured, never quality by proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.results import LEVELS, Finding


def verdict_of(
    findings: list[Finding], search: Mapping[str, Any] | None = None, ties: str = ""
) -> dict[str, Any]:
    """Code and numbers of the verdict, from the findings and what was measured of search.

    ``search`` holds ``first``, ``within`` (shares), ``k`` and ``n``, the queries whose answers are
    known. Only with them does the line say how good the search is, and on which queries; without
    them it says that this was not measured. ``ties`` is ``_ties`` where ties decide the first,
    and ends in ``_compressed`` where ``search`` names the values before compression, too.
    """
    count = count_levels(findings)
    numbers = {"problems": count["problem"], "warnings": count["warning"]}
    language = [f for f in findings if f.code.startswith("language.")]
    worst = bool(language) and language[0].level == "problem"
    if search is not None:
        held = {**numbers, **(language[0].numbers if worst else {}), **search}
        return {
            "code": f"advice.verdicts.search{'_language' if worst else ''}{ties}",
            "numbers": held,
        }
    if worst:
        return {"code": "advice.verdicts.language", "numbers": {**numbers, **language[0].numbers}}
    if count["problem"]:
        return {"code": "advice.verdicts.problems", "numbers": numbers}
    if count["warning"]:
        return {"code": "advice.verdicts.warnings", "numbers": numbers}
    good = bool(language) and all(f.level == "good" for f in language)
    name = "clean_language" if good else "clean"
    return {"code": f"advice.verdicts.{name}", "numbers": numbers}


def count_levels(findings: list[Finding]) -> dict[str, int]:
    """How many findings of each level; of many language directions all, not only those listed."""
    summary = next((found for found in findings if found.code == "language.directions"), None)
    counted = [found for found in findings
               if summary is None or not found.code.startswith("language.")]  # fmt: skip
    count: dict[str, int] = {
        level: sum(found.level == level for found in counted) for level in LEVELS
    }
    if summary is None:
        return count
    return {level: n + int(summary.numbers[level]) for level, n in count.items()}

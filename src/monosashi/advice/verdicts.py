"""The one line that comes first. It names faults that were measured, never quality by proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.results import LEVELS, Finding

LITTLE = 0.5  # recall@1 alone; the limit of language_alone in results/thresholds.toml
# what a summary of many directions counts instead
SUMMED = ("language.drop", "language.little_found", "language.directions")


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
    asked = search is not None
    grave = [f for f in language if f.level == "problem" and _costs(f, pages=asked)]
    heavy = max(grave, key=_cost, default=None)
    worst = heavy is not None
    if search is not None:
        held = {**numbers, **(heavy.numbers if heavy is not None else {}), **search}
        return {
            "code": f"advice.verdicts.search{'_language' if worst else ''}{ties}",
            "numbers": held,
        }
    if heavy is not None:
        code = f"advice.verdicts.{_language_code(heavy)}"
        return {"code": code, "numbers": {**numbers, **heavy.numbers}}
    if count["problem"]:
        return {"code": "advice.verdicts.problems", "numbers": numbers}
    if count["warning"]:
        return {"code": "advice.verdicts.warnings", "numbers": numbers}
    good = bool(language) and all(f.level == "good" for f in language)
    name = "clean_language" if good else "clean"
    return {"code": f"advice.verdicts.{name}", "numbers": numbers}


def _costs(finding: Finding, *, pages: bool) -> bool:
    """Whether it says what language costs; ``pages`` asks for a direction between languages."""
    return "drop" in finding.numbers and ("target" in finding.numbers or not pages)


def _cost(finding: Finding) -> float:
    """The part that language costs; findings of earlier versions know the whole only."""
    return float(finding.numbers.get("language_drop", finding.numbers["drop"]))


def _language_code(heavy: Finding) -> str:
    """Queries know no target; where little is found at all, that is said first."""
    if "target" not in heavy.numbers:
        return "language_queries"
    return "language_little" if heavy.numbers["target_only"] < LITTLE else "language"


def count_levels(findings: list[Finding]) -> dict[str, int]:
    """How many findings of each level; of many language directions all, not only those listed."""
    summary = next((found for found in findings if found.code == "language.directions"), None)
    counted = [found for found in findings
               if summary is None or not found.code.startswith(SUMMED)]  # fmt: skip
    count: dict[str, int] = {
        level: sum(found.level == level for found in counted) for level in LEVELS
    }
    if summary is None:
        return count
    return {level: n + int(summary.numbers[level]) for level, n in count.items()}

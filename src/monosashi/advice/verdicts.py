"""The one line that comes first. It names faults that were measured, never quality by proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.results import Finding


def verdict_of(findings: list[Finding], search: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Code and numbers of the verdict, from the findings and what was measured of search.

    ``search`` holds ``first``, ``within`` (shares), ``k`` and ``n``, the queries whose answers are
    known. Only with them does the line say how good the search is, and on which queries; without
    them it says that this was not measured.
    """
    count = dict.fromkeys(("problem", "warning", "note", "good"), 0)
    for finding in findings:
        count[finding.level] += 1
    numbers = {"problems": count["problem"], "warnings": count["warning"]}
    language = [f for f in findings if f.code.startswith("language.")]
    worst = bool(language) and language[0].level == "problem"
    if search is not None:
        held = {**numbers, **(language[0].numbers if worst else {}), **search}
        return {"code": f"advice.verdicts.search{'_language' if worst else ''}", "numbers": held}
    if worst:
        return {"code": "advice.verdicts.language", "numbers": {**numbers, **language[0].numbers}}
    if count["problem"]:
        return {"code": "advice.verdicts.problems", "numbers": numbers}
    if count["warning"]:
        return {"code": "advice.verdicts.warnings", "numbers": numbers}
    good = bool(language) and all(f.level == "good" for f in language)
    name = "clean_language" if good else "clean"
    return {"code": f"advice.verdicts.{name}", "numbers": numbers}

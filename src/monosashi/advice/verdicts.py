"""The one line that comes first. It names faults that were measured, never quality by proxy."""

from __future__ import annotations

from typing import Any

from monosashi.results import Finding


def verdict_of(findings: list[Finding]) -> dict[str, Any]:
    """Code and numbers of the verdict, from the findings alone."""
    count = dict.fromkeys(("problem", "warning", "note", "good"), 0)
    for finding in findings:
        count[finding.level] += 1
    numbers = {"problems": count["problem"], "warnings": count["warning"]}
    language = [f for f in findings if f.code.startswith("language.")]
    if language and language[0].level == "problem":
        return {"code": "advice.verdicts.language", "numbers": {**numbers, **language[0].numbers}}
    if count["problem"]:
        return {"code": "advice.verdicts.problems", "numbers": numbers}
    if count["warning"]:
        return {"code": "advice.verdicts.warnings", "numbers": numbers}
    good = bool(language) and all(f.level == "good" for f in language)
    name = "clean_language" if good else "clean"
    return {"code": f"advice.verdicts.{name}", "numbers": numbers}

"""The one line that a run comes to."""

from __future__ import annotations

from typing import Any

from monosashi.robustness.runs.findings import interval, rival_of, surely_behind
from monosashi.robustness.runs.result import RobustnessRun


def choice_verdict(found: RobustnessRun) -> dict[str, Any]:
    """Who comes first for texts worded as weighted, and whether that is sure."""
    rows = found.choice
    if not rows:
        some = any(row["original"] is not None for row in found.cube)
        return {"code": f"robustness.verdicts.{'apart' if some else 'unmeasured'}", "numbers": {}}
    best = rows[0]
    numbers = {"model": best["model"], "score_text": interval(best, "score", "low", "high")}
    if len(rows) == 1:
        return {"code": "robustness_run.verdicts.one", "numbers": numbers}
    second = rival_of(rows)
    numbers |= {"second": second["model"],
                "behind_text": interval(second, "behind", "behind_low", "behind_high")}  # fmt: skip
    code = "chosen" if surely_behind(second) else "undecided"
    return {"code": f"robustness_run.verdicts.{code}", "numbers": numbers}

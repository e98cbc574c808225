"""What `monosashi robustness` and `monosashi rate read` write, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.results import Finding, Result, Tables
from monosashi.results.finding import worst_first
from monosashi.robustness import RobustnessStatistics
from monosashi.robustness.findings import LEVEL
from monosashi.robustness.rating import Ratings
from monosashi.robustness.rating.result import ends
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.verdict import choice_verdict
from monosashi.robustness.sensitivity import Sensitivity


@dataclass(frozen=True, kw_only=True)
class RobustnessDocument(Document):
    """Results about robustness, by section; the first one gives the verdict.

    Attributes
    ----------
    parts : mapping of section to Result
        ``robustness_run``, ``robustness``, ``sensitivity``, ``drift``, ``ratings``.
    """

    kind: ClassVar[str] = "robustness"
    parts: Mapping[str, Result]

    def sections(self) -> dict[str, Result]:
        """The results by section."""
        return dict(self.parts)

    def findings(self) -> list[Finding]:
        """All findings of all parts, worst first."""
        return worst_first([found for part in self.parts.values() for found in part.findings()])

    def tables(self) -> Tables:
        """Every table of every part; their names differ."""
        return {name: rows for part in self.parts.values()
                for name, rows in part.tables().items()}  # fmt: skip

    @property
    def verdict(self) -> dict[str, Any]:
        """What the first part says, in one line."""
        first = next(iter(self.parts.values()))
        if isinstance(first, RobustnessRun):
            return choice_verdict(first)
        code, numbers = _verdict(first)
        return {"code": f"robustness.verdicts.{code}", "numbers": numbers}

    def _data(self) -> dict[str, Any]:
        """Scores and ratings have no dimension and no one model."""
        known = {**super()._data(), "dimension": None, "model": {}}
        first = next(iter(self.parts.values()))
        if isinstance(first, RobustnessRun):
            sizes = {"models": len(first.models), "datasets": len(first.tasks)}
            return {**known, "scores": sizes}
        if isinstance(first, RobustnessStatistics):
            sizes = {"models": len(first.models), "datasets": len(first.datasets)}
            return {**known, "scores": sizes}
        if isinstance(first, Ratings):
            return {**known, "raters": first.n_raters}
        return known


def robustness_document(
    parts: Mapping[str, Result], settings: Mapping[str, Any] | None = None, **about: Any
) -> RobustnessDocument:
    """Put results about robustness into one document.

    ``about`` takes title, source, command and created for the report.

    Examples
    --------
    >>> from monosashi.robustness import robustness_statistics
    >>> rows = [{"model": "A", "dataset": f"d{i}", "transformation": "typos", "axis": "surface",
    ...          "generator": "rules", "original": 80, "transformed": 78 - i} for i in range(7)]
    >>> robustness_document({"robustness": robustness_statistics(rows)}).verdict["code"]
    'robustness.verdicts.losses'
    """
    first = next(iter(parts.values())).provenance
    origin = replace(first, settings={**first.settings, **(settings or {})})
    return RobustnessDocument(provenance=origin, parts=dict(parts), **about)


def _verdict(part: Result) -> tuple[str, dict[str, Any]]:
    if isinstance(part, RobustnessStatistics):
        return _losses(part)
    if isinstance(part, Sensitivity):
        return _sensitivity(part)
    if isinstance(part, Ratings):
        row = part.whole("quality") or {}
        text = ends(row, "mean", "low", "high") if row else "–"
        return "ratings", {"n": part.n, "quality_text": text}
    return "unmeasured", {}


def _losses(part: RobustnessStatistics) -> tuple[str, dict[str, Any]]:
    tested = [row for row in part.tests if row["p_value"] is not None]
    if not tested:
        return "unmeasured", {}
    sure = [row for row in tested if row["p_adjusted"] < LEVEL and row["hl"] > 0]
    worst = max(sure or tested, key=lambda row: row["hl"])
    low, high = worst["low"], worst["high"]
    text = f"{worst['hl']:+.1f}" + ("" if low is None else f" [{low:+.1f}, {high:+.1f}]")
    numbers = {"sure": len(sure), "tests": len(tested), "hl_text": text,
               "worst": f"{worst['transformation']} ({worst['generator']})"}  # fmt: skip
    return ("losses" if sure else "none"), numbers


def _sensitivity(part: Sensitivity) -> tuple[str, dict[str, Any]]:
    known = [row for row in part.kinds if row["movement"] is not None]
    if part.same_vector or not known:
        return "sensitivity_none", {}
    least = min(known, key=lambda row: row["movement"])
    blind = any(one.level == "problem" for one in part.findings())
    numbers = {"kind": least["kind"], "kind_word": f"robustness.words.{least['kind']}",
               "movement": f"{least['movement']:.3f}"}  # fmt: skip
    return f"sensitivity_{'blind' if blind else 'sees'}", numbers

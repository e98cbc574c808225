"""What `monosashi robustness` and `monosashi rate read` write, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.parts_document import PartsDocument, provenance_of
from monosashi.results import Result, Row
from monosashi.robustness import RobustnessStatistics
from monosashi.robustness.decided import Decided
from monosashi.robustness.drift import Drift
from monosashi.robustness.rating import Ratings
from monosashi.robustness.rating.result import ends
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.verdict import choice_verdict
from monosashi.robustness.sensitivity import Sensitivity
from monosashi.words import filling


@dataclass(frozen=True, kw_only=True)
class RobustnessDocument(PartsDocument):
    """Results about robustness, by section; the first one gives the verdict.

    Attributes
    ----------
    parts : mapping of section to Result
        ``robustness_run``, ``robustness``, ``sensitivity``, ``drift``, ``ratings``.
    """

    kind: ClassVar[str] = "robustness"

    @property
    def verdict(self) -> dict[str, Any]:
        """What the first part says, in one line."""
        first = next(iter(self.parts.values()))
        if isinstance(first, RobustnessRun):
            return choice_verdict(first)
        code, numbers = _verdict(first)
        return {"code": f"robustness.verdicts.{code}", "numbers": numbers}

    def _data(self) -> dict[str, Any]:
        """Scores and ratings have no dimension and no one model; sensitivity is of one."""
        whole = super()._data()
        known = {**whole, "dimension": None, "model": {}}
        first = next(iter(self.parts.values()))
        if isinstance(first, Sensitivity):
            return {**known, "model": whole["model"]}
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
    origin = provenance_of(parts, settings)
    return RobustnessDocument(provenance=origin, parts=dict(parts), **about)


def _verdict(part: Result) -> tuple[str, dict[str, Any]]:
    if isinstance(part, RobustnessStatistics):
        return _losses(part)
    if isinstance(part, Sensitivity):
        return _sensitivity(part)
    if isinstance(part, Drift):
        return _drift(part)
    if isinstance(part, Ratings):
        row = part.whole("quality") or {}
        text = ends(row, "mean", "low", "high") if row else "–"
        scale = f"{part.scale[0]:g}–{part.scale[-1]:g}"
        return "ratings", {"n": part.n, "quality_text": f"{text} ({scale})"}
    return "unmeasured", {}


def _losses(part: RobustnessStatistics) -> tuple[str, dict[str, Any]]:
    tested = [row for row in part.tests if row["p_value"] is not None]
    if not tested:
        return ("apart" if part.cells else "unmeasured"), {}
    judged = Decided.of(tested)
    worst = judged.worst
    low, high, level = worst["low"], worst["high"], worst["level"]
    # the same rounding for the value and its ends, so that it never lies outside as printed
    text = f"{worst['hl']:+.1f}" if low is None else (
        f"{filling.end(worst['hl'], '+.1f')} {filling.ends(low, high, '+.1f')}")  # fmt: skip
    numbers = {"sure": len(judged.sure), "above": len(judged.above), "tests": len(tested),
               "n": worst["n"], "unit_word": f"robustness.words.{part.unit}", "hl_text": text,
               "one_word": f"robustness.words.one_{part.unit}",
               "level_text": "–" if level is None else f"{100 * level:.4g}%",
               "worst": f"{worst['transformation']} ({worst['generator']})"}  # fmt: skip
    return judged.way, numbers


def _drift(part: Drift) -> tuple[str, dict[str, Any]]:
    held = part.normalised
    if held is None:
        return "unmeasured_drift", {"n": part.n}
    text = f"{held.value:.3f}"
    if held.low is not None and held.high is not None:
        text += f" {filling.ends(held.low, held.high)}"
    return "drift", {"n": part.n, "text": text}


def _sensitivity(part: Sensitivity) -> tuple[str, dict[str, Any]]:
    known = [row for row in part.kinds if row["movement"] is not None]
    if part.same_vector or not known:
        return "sensitivity_none", {}
    least = min(known, key=lambda row: row["movement"])
    blind = any(one.level == "problem" for one in part.findings())
    numbers = {"kind": least["kind"], "kind_word": f"robustness.words.{least['kind']}",
               "movement": _moved(least)}  # fmt: skip
    return f"sensitivity_{'blind' if blind else 'sees'}", numbers


def _moved(row: Row) -> str:
    """Movement with its interval; both in the same decimals."""
    told, low, high = filling.end(row["movement"]), row["low"], row["high"]
    return told if low is None or high is None else f"{told} {filling.ends(low, high)}"

"""What `monosashi robustness` and `monosashi rate read` write, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.parts_document import PartsDocument, provenance_of
from monosashi.advice.robustness_verdicts import verdict_of
from monosashi.results import Result
from monosashi.robustness import RobustnessStatistics
from monosashi.robustness.rating import Ratings
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.verdict import choice_verdict
from monosashi.robustness.sensitivity import Sensitivity


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
        code, numbers = verdict_of(first)
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

"""What `monosashi benchmark` measures, as one document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.fidelity.benchmark import FidelityBenchmark
from monosashi.results import Finding, Result, Tables


@dataclass(frozen=True, kw_only=True)
class BenchmarkDocument(Document):
    """Rows of the synthetic benchmark that measures of fidelity and coverage pass.

    Attributes
    ----------
    part : FidelityBenchmark
    """

    kind: ClassVar[str] = "fidelity_benchmark"
    part: FidelityBenchmark

    def sections(self) -> dict[str, Result]:
        """The one result."""
        return {"fidelity_benchmark": self.part}

    def findings(self) -> list[Finding]:
        """Those of the part."""
        return self.part.findings()

    def tables(self) -> Tables:
        """Those of the part."""
        return self.part.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """The measure that passes most rows, those not told apart from it, and the last."""
        ordered = sorted(self.part.counts, key=lambda row: -int(row["passed"]))
        best, least = ordered[0], ordered[-1]
        numbers = {"metric": best["metric"], "passed": best["passed"], "rows": best["rows"],
                   "least": least["metric"], "least_passed": least["passed"],
                   "repeats": self.part.repeats, "metrics": len(ordered)}  # fmt: skip
        if len(ordered) == 1:
            return {"code": "advice.verdicts.benchmark", "numbers": numbers}
        tied = [row["metric"] for row in ordered[1:]
                if not self.part.told_apart(best["metric"], row["metric"])]  # fmt: skip
        kind = "_level" if len(tied) == len(ordered) - 1 else "_tied" if tied else ""
        return {"code": f"advice.verdicts.benchmarks{kind}",
                "numbers": {**numbers, "tied": ", ".join(tied)}}  # fmt: skip

    def _data(self) -> dict[str, Any]:
        """Nothing was read: drawn points have no ids and several dimensions."""
        return {**super()._data(), "dimension": None}

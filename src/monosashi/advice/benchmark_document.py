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
        counts = self.part.passed()
        most, fewest = max(counts.values()), min(counts.values())
        first, last = ([name for name, passed in counts.items() if passed == end]
                       for end in (most, fewest))  # fmt: skip
        tied = [
            name
            for name, passed in sorted(counts.items(), key=lambda one: -one[1])
            if passed < most and not all(self.part.told_apart(one, name) for one in first)
        ]
        numbers = {"metric": ", ".join(first), "passed": most, "least": ", ".join(last),
                   "rows": self.part.counts[0]["rows"], "least_passed": fewest,
                   "repeats": self.part.repeats, "metrics": len(counts),
                   "tied": ", ".join(tied)}  # fmt: skip
        others = len(counts) - len(first)
        return {"code": f"advice.verdicts.{_kind(len(first), len(tied), others)}",
                "numbers": numbers}  # fmt: skip

    def _data(self) -> dict[str, Any]:
        """Nothing was read: so many points are drawn on each side, in several dimensions."""
        return {**super()._data(), "dimension": None, "points_a_side": self.provenance.n}


def _kind(first: int, tied: int, others: int) -> str:
    """Which sentence: how many lead, and how many of the others are not told apart from them."""
    if first + others == 1:
        return "benchmark"
    if not others:
        return "benchmarks_equal"
    if first > 1:
        return "benchmarks_shared" if tied else "benchmarks_shared_apart"
    return "benchmarks_level" if tied == others else "benchmarks_tied" if tied else "benchmarks"

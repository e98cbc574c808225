"""The result of comparing generators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.fidelity.comparison_found import (
    copying,
    excludes_zero,
    no_agreement,
    order_changes,
    scaling_hides,
    scores_below,
    trends,
)
from monosashi.fidelity.human import smallest_correlation
from monosashi.fidelity.result import Fidelity
from monosashi.fidelity.surely_below import spoken, told
from monosashi.results import Finding, Result, Row, Tables, hidden, worst_first

LEADING = ("clipped_density", "precision", "density")
FEW = 30


@dataclass(frozen=True, kw_only=True)
class GeneratorComparison(Result):
    """Generated sets against the same reals.

    Attributes
    ----------
    names : tuple of str
    n_real, k : int
    metric : str
    metrics : tuple of str
    knob : list of float or None
    generators : list of rows ``generator, knob, n_generated, metric, value, low, high, …``
    differences : list of rows ``metric, generator_a, generator_b, difference, low, high``
    corrected_differences : list of rows ``metric, form, generator_a, …``
        The same of filtered and corrected scores, where these have intervals.
    trends : list of rows ``metric, slope, low, high, spearman, …``
    human : list of rows ``metric, form, correlation, value, low, high, n``
    results : mapping of name to Fidelity
    """

    kind: ClassVar[str] = "generators"
    names: tuple[str, ...]
    n_real: int
    k: int
    metric: str
    metrics: tuple[str, ...]
    knob: list[float] | None
    generators: list[Row]
    differences: list[Row]
    corrected_differences: list[Row]
    trends: list[Row]
    human: list[Row]
    results: Mapping[str, Fidelity] = hidden(repr=False, default_factory=dict)

    def tables(self) -> Tables:
        """Scores, paired differences, trends, agreement with people."""
        held = {"generator_scores": self.generators, "generator_differences": self.differences,
                "generator_corrected_differences": self.corrected_differences,
                "generator_trends": self.trends, "generator_human": self.human}  # fmt: skip
        return {name: list(rows) for name, rows in held.items() if rows}

    def findings(self) -> list[Finding]:
        """Who leads, whether correction changes the order, how little few generators decide."""
        makers = (scores_below, scaling_hides, _best, trends, _order, _human, no_agreement, _sizes,
                  _fewer)  # fmt: skip
        found = [finding for make in makers if (finding := make(self)) is not None]
        return worst_first([*copying(self), *found])

    def values(self, name: str, form: str = "value") -> dict[str, float]:
        """Generator to score, those that have one."""
        return {row["generator"]: row[form] for row in self.generators
                if row["metric"] == name and row.get(form) is not None}  # fmt: skip

    def __repr__(self) -> str:
        return f"GeneratorComparison(names={list(self.names)}, metrics={list(self.metrics)})"


def _leading(found: GeneratorComparison) -> str | None:
    return next((name for name in LEADING if name in found.metrics), None)


def _best(found: GeneratorComparison) -> Finding | None:
    name = _leading(found)
    if name is None or len(found.names) < 2:
        return None
    values = found.values(name)
    if not values:
        return None
    best = max(values, key=lambda one: values[one])
    equal = [one for one in values if values[one] == values[best]]
    if len(equal) > 1:
        return Finding("fidelity.equal_best", "note", {
            "metric": spoken(name), "value": values[best], "k": found.k, "count": len(equal),
            "equal": ", ".join(equal)})  # fmt: skip
    rows = [row for row in found.differences if row["metric"] == name]
    apart = [row for row in rows if excludes_zero(row)]
    beaten = {one for row in apart for one in (row["generator_a"], row["generator_b"])
              if best in {row["generator_a"], row["generator_b"]} and one != best}  # fmt: skip
    tied = [one for one in found.names if one != best and one not in beaten]
    numbers: dict[str, Any] = {
        "metric": spoken(name), "best": best, "value": values[best], "k": found.k,
        "value_text": _with_interval(found, best, name),
        "tied": ", ".join(tied), "pairs": len(rows), "comparisons": len(apart),
    }  # fmt: skip
    return Finding("fidelity.best" if tied else "fidelity.best_alone", "note", numbers)


def _with_interval(found: GeneratorComparison, who: str, name: str) -> str:
    """``clipped density 0.963 [0.900, 1.000]`` without the name."""
    score = found.results[who].scores[name] if who in found.results else None
    if score is None:
        return f"{found.values(name)[who]:.3f}"
    return told(name, score).removeprefix(f"{spoken(name)} ")


def _order(found: GeneratorComparison) -> Finding | None:
    name = _leading(found)
    return None if name is None else order_changes(found, name)


def _human(found: GeneratorComparison) -> Finding | None:
    rows = [
        row for row in found.human if row["form"] == "plain" and row["correlation"] == "spearman"
    ]
    if not rows or len(found.names) >= FEW:
        return None
    leading = _leading(found)
    row = next((one for one in rows if one["metric"] == leading), rows[0])
    numbers = {"generators": len(found.names), "metric": spoken(row["metric"]),
               "value": row["value"], "low": row["low"], "high": row["high"],
               "pearson_text": _pearson(found, row["metric"]),
               "smallest": smallest_correlation(len(found.names))}  # fmt: skip
    code = "few_to_correlate" if row["low"] is not None else "few_to_correlate_alone"
    return Finding(f"fidelity.{code}", "note", numbers)


def _pearson(found: GeneratorComparison, name: str) -> str:
    """The straight-line correlation of the same plain scores; 1 and -1 have no interval."""
    row = next(one for one in found.human if (one["metric"], one["form"], one["correlation"])
               == (name, "plain", "pearson"))  # fmt: skip
    if row["low"] is None:
        return f"{row['value']:.2f}"
    return f"{row['value']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def _sizes(found: GeneratorComparison) -> Finding | None:
    """Scores change with the number of generated points."""
    sizes = [one.n_generated for one in found.results.values()]
    if len(set(sizes)) < 2:
        return None
    return Finding("fidelity.sizes_differ", "warning",
                   {"least": min(sizes), "most": max(sizes), "k": found.k})  # fmt: skip


def _fewer(found: GeneratorComparison) -> Finding | None:
    """Told once, of the smallest set."""
    few = [finding for one in found.results.values() for finding in one.findings()
           if finding.code == "fidelity.fewer_generated"]  # fmt: skip
    return min(few, key=lambda one: one.numbers["n_generated"], default=None)

"""The result of the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Finding, Result, Row, Tables

USUAL_REPEATS = 10
LEADING = ("check", "name", "variant", "axis", "metric")


@dataclass(frozen=True, kw_only=True)
class FidelityBenchmark(Result):
    """How many of the 30 rows of the synthetic benchmark each measure passes.

    A row passes when all its criteria hold for all dimensions and cases, on the mean of the
    repeats. It says how a measure behaves on these families of distributions, no more.

    Attributes
    ----------
    repeats : int
    grid : "thin" or "full"
    checks : tuple of int
    counts : rows ``metric, kind, passed, rows, low, high, single_low, single_high``
        low and high are 95 % limits when the repeats are drawn again with replacement, None with
        fewer than 6 repeats: these lie all on one side of the truth in more than 5 %. The single
        ones are the smallest and largest count of one repeat alone. A count of one repeat says
        little.
    differences : rows ``metric_a, metric_b, difference, low, high``
        Of the counts of every two measures, on the same draws of the repeats; where 0 lies within,
        they are not told apart. No limits with fewer than 6 repeats.
    rows : rows ``row, check, name, desideratum, metric, passed, failed``
    courses : one a measure and variant: ``check, name, variant, axis, metric, x, mean, sd``
        The last three are lists; sd over the repeats is None with one repeat, or where a value is
        undefined.
    """

    kind: ClassVar[str] = "fidelity_benchmark"
    repeats: int
    grid: str
    checks: tuple[int, ...]
    counts: list[Row]
    differences: list[Row]
    rows: list[Row]
    courses: list[Row]

    @property
    def curves(self) -> list[Row]:
        """``courses`` as rows, one a point."""
        return [{**{name: one[name] for name in LEADING}, "x": x, "mean": mean, "sd": sd,
                 "repeats": self.repeats}
                for one in self.courses
                for x, mean, sd in zip(one["x"], one["mean"], one["sd"], strict=True)]  # fmt: skip

    def tables(self) -> Tables:
        """``benchmark_counts``, ``benchmark_differences``, ``benchmark_rows``, …``_curves``."""
        compared = {"benchmark_differences": list(self.differences)} if self.differences else {}
        return {"benchmark_counts": list(self.counts), **compared,
                "benchmark_rows": self.wide_rows(), "benchmark_curves": self.curves}  # fmt: skip

    def wide_rows(self) -> list[Row]:
        """One line a row, one column a measure: True or False."""
        lines: dict[str, Row] = {}
        for one in self.rows:
            line = lines.setdefault(
                one["row"], {name: one[name] for name in ("row", "name", "desideratum")}
            )
            line[one["metric"]] = one["passed"]
        return list(lines.values())

    def passed(self) -> Mapping[str, int]:
        """From measure to rows passed."""
        return {row["metric"]: row["passed"] for row in self.counts}

    def difference(self, metric: str, other: str) -> Row:
        """Rows that one measure passes more than the other, with its limits."""
        for row in self.differences:
            if (row["metric_a"], row["metric_b"]) == (metric, other):
                return dict(row)
            if (row["metric_b"], row["metric_a"]) == (metric, other):
                low, high = ((None if row[end] is None else -row[end]) for end in ("high", "low"))
                return {"metric_a": metric, "metric_b": other, "low": low, "high": high,
                        "difference": -row["difference"]}  # fmt: skip
        raise KeyError((metric, other))

    def told_apart(self, metric: str, other: str) -> bool:
        """Whether 0 lies outside the limits of their difference."""
        row = self.difference(metric, other)
        return row["low"] is not None and not row["low"] <= 0 <= row["high"]

    def findings(self) -> list[Finding]:
        """What each corrected form gains and loses, else the counts; and too few repeats."""
        found = self._gains() or [
            Finding(
                f"fidelity.benchmark{'' if row['low'] is not None else '_alone'}",
                "note",
                {
                    **row,
                    "repeats": self.repeats,
                    "again_text": _range(row["low"], row["high"]),
                    "alone_text": _range(row["single_low"], row["single_high"]),
                },
            )
            for row in self.counts
        ]
        found = [*self._undefined(), *found]
        if self.repeats < USUAL_REPEATS:
            few = Finding("fidelity.benchmark_repeats", "warning", {"repeats": self.repeats})
            found.insert(0, few)
        return found

    def _undefined(self) -> list[Finding]:
        """Measures that gave no number at some points: rows that need them fail."""
        points: dict[str, list[bool]] = {}
        for one in self.courses:
            points.setdefault(one["metric"], []).extend(mean is None for mean in one["mean"])
        return [Finding("fidelity.benchmark_undefined", "warning",
                        {"metric": metric, "undefined": sum(gaps), "points": len(gaps)})
                for metric, gaps in points.items() if any(gaps)]  # fmt: skip

    def _gains(self) -> list[Finding]:
        """Of every filtered or corrected form that stands beside its plain one."""
        passed = self.passed()
        forms = [(name, base) for name in passed
                 if (base := name.partition(":")[0]) != name and base in passed]  # fmt: skip
        found = []
        for name, base in forms:
            ours, plain = self._passing(name), self._passing(base)
            numbers = {"metric": name, "plain": base, "passed": passed[name],
                       "plain_passed": passed[base], "rows": self.counts[0]["rows"],
                       "gained_text": _listed(ours, plain), "lost_text": _listed(plain, ours),
                       "repeats": self.repeats}  # fmt: skip
            more = self.difference(name, base)
            kind = "" if self.told_apart(name, base) else "_tied"
            if more["low"] is None:
                kind = "_few"
            else:
                numbers |= {"more": more["difference"], "low": more["low"], "high": more["high"]}
            found.append(Finding(f"fidelity.benchmark_gain{kind}", "note", numbers))
        return found

    def _passing(self, metric: str) -> list[str]:
        return [row["row"] for row in self.rows if row["metric"] == metric and row["passed"]]

    def __repr__(self) -> str:
        counts = ", ".join(f"{row['metric']} {row['passed']}/{row['rows']}" for row in self.counts)
        return f"FidelityBenchmark({counts}; repeats={self.repeats}, grid={self.grid!r})"


def _range(low: int | None, high: int | None) -> str:
    """Both ends; one number where they are the same."""
    return f"{low}" if low == high else f"{low}–{high}"


def _listed(here: list[str], there: list[str]) -> str:
    return ", ".join(row for row in here if row not in there) or "–"

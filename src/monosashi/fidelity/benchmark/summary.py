"""From the store to the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from monosashi.fidelity.benchmark.axes import N
from monosashi.fidelity.benchmark.checks import SEED, Check
from monosashi.fidelity.benchmark.judging import Parts, count_passed, judge
from monosashi.fidelity.benchmark.names import Judged
from monosashi.fidelity.benchmark.result import FidelityBenchmark
from monosashi.fidelity.benchmark.rows import ROWS
from monosashi.fidelity.benchmark.store import Store
from monosashi.results import Provenance, Row

DRAWS = 200
LEAST = 6  # of fewer, all lie on one side of the truth in more than 5 % (2 × 0.5^n)
Curves = Mapping[int, Parts]


def summarise(
    judged: Sequence[Judged], checks: Sequence[Check], kept: Store, repeats: list[int]
) -> FidelityBenchmark:
    """Rows, counts and curves of the repeats asked for."""
    curves = {one.name: {check.number: _parts(kept, check, one.name, repeats) for check in checks}
              for one in judged}  # fmt: skip
    settings = {
        "metrics": [one.name for one in judged], "kinds": {o.name: o.kind for o in judged},
        "checks": [check.number for check in checks], "repeats": repeats, "grid": kept.grid,
        "correction": dict(kept.options), "seed": SEED,
    }  # fmt: skip
    again = {one.name: _drawn_again(one, checks, kept.grid, curves[one.name], len(repeats))
             for one in judged}  # fmt: skip
    counts = [_count(one, checks, kept.grid, curves[one.name], again=again[one.name],
                     repeats=len(repeats)) for one in judged]  # fmt: skip
    return FidelityBenchmark(
        provenance=Provenance(N, 0, "", settings=settings),
        repeats=len(repeats), grid=kept.grid, checks=tuple(c.number for c in checks),
        counts=counts, differences=_differences(counts, again),
        rows=[row for one in judged for row in _rows(one, checks, kept.grid, curves[one.name])],
        courses=[row for one in judged
                 for row in _courses(one, checks, kept.grid, curves[one.name])],
    )  # fmt: skip


def _parts(kept: Store, check: Check, name: str, repeats: list[int]) -> Parts:
    values = [kept.done[check.number, repeat][name] for repeat in repeats]
    return {variant: np.array([part[variant] for part in values], np.float64)
            for variant in check.variants}  # fmt: skip


def _drawn_again(
    one: Judged, checks: Sequence[Check], grid: str, curves: Curves, repeats: int
) -> list[int]:
    """Counts with the repeats drawn again, the same draws for every measure; none of too few."""
    rng = np.random.default_rng(0)
    return [count_passed(one, checks, grid, curves, rng.integers(repeats, size=repeats).tolist())
            for _ in range(DRAWS if repeats >= LEAST else 0)]  # fmt: skip


def _count(
    one: Judged, checks: Sequence[Check], grid: str, curves: Curves, *, again: list[int],
    repeats: int,
) -> Row:  # fmt: skip
    """Rows passed; with the repeats drawn again; and by each repeat alone."""
    alone = [count_passed(one, checks, grid, curves, [repeat]) for repeat in range(repeats)]
    asked = sum(row.check in {check.number for check in checks} for row in ROWS)
    low, high = _limits(again)
    return {
        "metric": one.name, "kind": one.kind,
        "passed": count_passed(one, checks, grid, curves), "rows": asked,
        "low": low, "high": high, "single_low": min(alone), "single_high": max(alone),
    }  # fmt: skip


def _differences(counts: Sequence[Row], again: Mapping[str, list[int]]) -> list[Row]:
    """Of every two measures on the same draws of the repeats."""
    found = []
    for first, second in combinations(counts, 2):
        a, b = first["metric"], second["metric"]
        low, high = _limits([x - y for x, y in zip(again[a], again[b], strict=True)])
        found.append({"metric_a": a, "metric_b": b, "low": low, "high": high,
                      "difference": first["passed"] - second["passed"]})  # fmt: skip
    return found


def _limits(drawn: Sequence[int]) -> tuple[int | None, int | None]:
    """95 % of whole numbers; nothing of nothing."""
    if not drawn:
        return None, None
    low, high = np.quantile(drawn, (0.025, 0.975), method="nearest")
    return int(low), int(high)


def _rows(one: Judged, checks: Sequence[Check], grid: str, curves: Curves) -> list[Row]:
    return [
        {"row": found.row.label, "check": check.number, "name": check.name,
         "desideratum": found.row.desideratum, "metric": one.name, "passed": found.passed,
         "failed": "; ".join(found.failed)}
        for check in checks for found in judge(one, check, grid, curves[check.number])
    ]  # fmt: skip


def _courses(one: Judged, checks: Sequence[Check], grid: str, curves: Curves) -> list[Row]:
    return [
        {"check": check.number, "name": check.name, "variant": variant, "axis": check.axis,
         "metric": one.name, "x": [point.x for point in check.points(variant, grid)],
         "mean": [_finite(drawn.mean()) for drawn in values.T],
         "sd": [_finite(drawn.std(ddof=1)) if len(drawn) > 1 else None for drawn in values.T]}
        for check in checks for variant, values in curves[check.number].items()
    ]  # fmt: skip


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None

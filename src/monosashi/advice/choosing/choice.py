"""The choice: weighted points, how sure the lead is, how often each wins, what decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from monosashi.advice.choosing.criterion import NO_SPREAD, Criterion
from monosashi.advice.choosing.drawing import Points, kind_of
from monosashi.advice.choosing.result import Choice
from monosashi.advice.choosing.scales import FloatArray
from monosashi.advice.choosing.standing import Standing
from monosashi.results import Estimate, Row
from monosashi.statistics.multiplicity import adjust_some, holm

Weighed = Sequence[tuple[str, float, tuple[Criterion, ...]]]
CHANGES = (0.5, 1.5)
SAME = 1e-9  # points


def choose(weighed: Weighed, models: Sequence[str], confidence: float, seed: int) -> Choice:
    """Weigh the points of every model, and say how sure the first place is."""
    shares: dict[Criterion, float] = {}
    for _, weight, held in weighed:
        for one in held:
            shares[one] = shares.get(one, 0.0) + weight / len(held)
    points = Points.of(shares, models, seed)
    totals, drawn = points.scores()
    rows = _differences(points, totals, drawn, confidence)
    values = dict(zip(models, totals.tolist(), strict=True))
    standing = Standing.of(values, rows, confidence, higher=True)
    rival, most, least = _decided(points, standing.best, values)
    return Choice(
        weights={name: weight for name, weight, _ in weighed},
        scores={model: _estimate(points, i, totals, drawn, confidence)
                for i, model in enumerate(models)},
        points=tuple(_point_rows(points)),
        differences=tuple(rows), best=standing.best, tied_with_best=standing.tied,
        ranks=standing.ranks, win_shares=dict(zip(models, _wins(drawn), strict=True)),
        sensitivity=tuple(_sensitivity(points, weighed)), rival=rival, decided_by=most,
        against=least,
        identical=all(row["identical"] for row in rows), draws=len(drawn),
    )  # fmt: skip


def _differences(
    points: Points, totals: FloatArray, drawn: FloatArray, confidence: float
) -> list[Row]:
    """Differences of scores, a minus b, by t with the errors of joint resampling (Holm)."""
    names = list(combinations(range(len(points.models)), 2))
    rows = [{"model_a": points.models[a], "model_b": points.models[b],
             **_difference(points, (a, b), totals, drawn, confidence)}
            for a, b in names]  # fmt: skip
    adjusted = adjust_some([row["p_value"] for row in rows], holm)
    return [{**row, "p_adjusted": p} for row, p in zip(rows, adjusted, strict=True)]


def _difference(
    points: Points, pair: tuple[int, int], totals: FloatArray, drawn: FloatArray,
    confidence: float,
) -> Row:  # fmt: skip
    from scipy.special import stdtr, stdtrit

    a, b = pair
    gap, moved = float(totals[a] - totals[b]), drawn[:, a] - drawn[:, b]
    error, degrees = float(moved.std(ddof=1)), _degrees(points, pair)
    if error <= SAME:
        same = abs(gap) <= SAME
        return {"difference": 0.0 if same else gap, "low": None, "high": None, "p_value": None,
                "identical": same, "exact": True}  # fmt: skip
    reach = float(stdtrit(degrees, 0.5 + confidence / 2)) * error
    return {"difference": gap, "low": gap - reach, "high": gap + reach,
            "p_value": float(2 * stdtr(degrees, -abs(gap) / error)), "identical": False,
            "exact": False}  # fmt: skip


def _degrees(points: Points, pair: Sequence[int]) -> float:
    """Degrees of freedom of an error from several samples (Welch 1947, Satterthwaite 1946)."""
    parts: dict[object, FloatArray] = {}
    for share, one in zip(points.weights, points.criteria, strict=True):
        if not one.counted:
            held = [one.influence[points.models[i]] for i in pair]
            moved = share * one.scale.slope * (held[0] - (held[1] if len(held) > 1 else 0.0))
            parts[kind_of(one)] = parts.get(kind_of(one), np.zeros(len(moved))) + moved
    known = [(float(moved.var(ddof=1)) / len(moved), len(moved) - 1) for moved in parts.values()]
    total = sum(variance for variance, _ in known)
    if total <= NO_SPREAD**2:
        return float(min((n for _, n in known), default=1))
    return total**2 / sum(variance**2 / n for variance, n in known)


def _estimate(
    points: Points, i: int, totals: FloatArray, drawn: FloatArray, confidence: float
) -> Estimate:
    from scipy.special import stdtrit

    value, error = float(totals[i]), float(drawn[:, i].std(ddof=1))
    n = min((kind_of(one)[2] for one in points.criteria if not one.counted), default=1)
    if error <= SAME:
        return Estimate(value, None, None, None, "no interval: nothing varies", n)
    degrees = _degrees(points, (i,))
    reach = float(stdtrit(degrees, 0.5 + confidence / 2)) * error
    return Estimate(value, max(0.0, value - reach), min(100.0, value + reach), error,
                    f"joint resampling of units, t({degrees:.0f})", n,
                    clipped=value - reach < 0 or value + reach > 100)  # fmt: skip


def _wins(drawn: FloatArray) -> list[float]:
    """Share of the draws in which each is first; of equals each has its part."""
    first = drawn >= drawn.max(axis=1, keepdims=True) - SAME
    shares: list[float] = (first / first.sum(axis=1, keepdims=True)).mean(axis=0).tolist()
    return shares


def _point_rows(points: Points) -> list[Row]:
    return [{"model": model, "criterion": one.name, "weight": float(points.weights[c]),
             "points": float(points.values[c, m])}
            for c, one in enumerate(points.criteria)
            for m, model in enumerate(points.models)]  # fmt: skip


def _decided(
    points: Points, best: str, totals: dict[str, float]
) -> tuple[str, str | None, str | None]:
    """The strongest other model, what speaks most for the best against it, and what against."""
    rival = max((name for name in totals if name != best), key=totals.__getitem__)
    a, b = points.models.index(best), points.models.index(rival)
    parts = points.weights * (points.values[:, a] - points.values[:, b])
    names = [one.name for one in points.criteria]
    most, least = int(parts.argmax()), int(parts.argmin())
    return (rival, names[most] if parts[most] > SAME else None,
            names[least] if parts[least] < -SAME else None)  # fmt: skip


def _sensitivity(points: Points, weighed: Weighed) -> list[Row]:
    """Who is first when one weight is half, or half as much again."""
    rows: list[Row] = []
    for name, weight, held in weighed:
        for change in CHANGES:
            moved = points.weights.copy()
            for one in held:
                place = points.criteria.index(one)
                moved[place] += (change - 1.0) * weight / len(held)
            totals, _ = points.scores(moved)
            order = np.argsort(-totals, kind="stable")
            rows.append(
                {
                    "weight": name,
                    "factor": change,
                    "first": points.models[order[0]],
                    "lead": float(totals[order[0]] - totals[order[1]]),
                }
            )
    return rows

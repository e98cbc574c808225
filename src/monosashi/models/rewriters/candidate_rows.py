"""Candidates side by side: what fails, how far texts change, what it costs, how it is rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from monosashi.models.rewriters.edit_distance import edit_distance
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.results import Row
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.multiplicity import holm
from monosashi.statistics.sign_flips import sign_flips

FloatArray = npt.NDArray[np.float64]
LEVEL = 0.05
Place = tuple[str, str, str, int]


def candidate_row(
    found: RewriteSet, seconds: float, prices: Mapping[str, tuple[float, float]],
    ratings: Sequence[int | None], at_once: int = 1,
) -> Row:  # fmt: skip
    """One candidate; its intervals are over texts (records), whose rows are not independent.

    ``seconds`` is what the run took, ``at_once`` how many calls it had under way.
    """
    n = len(found.rows)
    failed = sum(not row.kept for row in found.rows)
    same = sum(row.kept and not row.usable for row in found.rows)
    wrong, rows = by_record([(row.record, float(not row.usable)) for row in found.rows])
    ends = mean_interval(wrong, rows)
    kept = kept_rows(found)
    return {"generator": found.generator, "n": n, "n_failed": failed, "n_unchanged": same,
            "error_rate": (failed + same) / n,
            "low": ends.low, "high": ends.high, "p_adjusted": None, "tied": True,
            **_over_texts("edit_distance", "edit", (0.0, 1.0), [
                (row.record, edit_distance(row.original, row.text)) for row in kept]),
            "seconds_per_text": _seconds(found, seconds, at_once) / n,
            "cost_per_text": _cost(found, prices.get(found.generator)),
            **_over_texts("judged", "judged", (1.0, 5.0), [
                (row.record, one) for row, one in zip(kept, ratings, strict=False)
                if one is not None]),
            "n_judged": sum(one is not None for one in ratings),
            "n_unjudged": sum(one is None for one in ratings)}  # fmt: skip


def _seconds(found: RewriteSet, seconds: float, at_once: int) -> float:
    """Of the run; where answers were there already, the waits for all of them, so many at once."""
    spent = found.spent or {}
    if not spent.get("found"):
        return seconds
    return float(spent["seconds"] + spent["found_seconds"]) / at_once


def _cost(found: RewriteSet, paid: tuple[float, float] | None) -> float | None:
    """Of a text, answers that were there already included; None where their tokens are unknown."""
    spent = found.spent
    if paid is None or spent is None or spent["found_uncounted"]:
        return None
    sent, received = (spent[name] + spent[f"found_{name}"] for name in ("sent", "received"))
    return float(sent * paid[0] + received * paid[1]) / 1e6 / len(found.rows)


def _over_texts(name: str, stem: str, bounds: tuple[float, float],
                values: Sequence[tuple[str, float]]) -> Row:  # fmt: skip
    """The mean of values of rows, with its interval over texts."""
    if not values:
        return {name: None, f"{stem}_low": None, f"{stem}_high": None}
    sums, counts = by_record(values)
    found = mean_interval(sums, counts, bounds=bounds)
    return {name: float(sums.sum() / counts.sum()), f"{stem}_low": found.low,
            f"{stem}_high": found.high}  # fmt: skip


def by_record(values: Sequence[tuple[str, float]]) -> tuple[FloatArray, FloatArray]:
    """Sum of the values of every record, and how many there are, in the order of first coming."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for record, value in values:
        sums[record] = sums.get(record, 0.0) + value
        counts[record] = counts.get(record, 0) + 1
    return np.array(list(sums.values())), np.array(list(counts.values()), dtype=np.float64)


def kept_rows(found: RewriteSet) -> list[RewriteRow]:
    """The rows that passed the gate."""
    return [row for row in found.rows if row.kept]


def compare(rows: list[Row], sets: Sequence[RewriteSet]) -> None:
    """P values against the candidate that fails least, adjusted together."""
    best = min(range(len(rows)), key=lambda i: (rows[i]["error_rate"], rows[i]["generator"]))
    others = [i for i in range(len(rows)) if i != best]
    fine = usable_places(sets[best])
    raw = []
    for i in others:
        mine = usable_places(sets[i])
        gained = [(key[0], float(fine[key] - mine[key])) for key in fine if key in mine]
        raw.append(sign_flips(by_record(gained)[0][:, None], rng=0)[0].p_value if gained else 1.0)
    for i, p in zip(others, holm(raw).tolist() if raw else [], strict=True):
        rows[i]["p_adjusted"], rows[i]["tied"] = p, p > LEVEL


def usable_places(found: RewriteSet) -> dict[Place, bool]:
    """Whether each text under each transformation and seed was rewritten."""
    return {(row.record, row.field, row.transformation, row.seed): row.usable
            for row in found.rows}  # fmt: skip

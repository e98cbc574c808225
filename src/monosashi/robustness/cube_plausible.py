"""Scores and chance levels that cannot be, or that do not fit together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from monosashi.embeddings import Fault, fault
from monosashi.robustness.cube_row import CubeRow

MOST = 100.0
NEVER_NEGATIVE = ("accuracy", "ndcg", "map", "mrr", "recall", "precision", "f1", "hit_rate",
                  "v_measure", "ap")  # fmt: skip
APART = 0.005  # points: originals that differ by less are the same number, printed otherwise


def implausible(rows: Sequence[CubeRow]) -> Iterator[Fault]:
    """Scores beyond 100 points or the metric's range; chance in another unit, or two of them."""
    beyond = [place for place, row in enumerate(rows) if any(map(_beyond, _scores(row)))]
    if beyond:
        yield fault("robustness.errors.beyond", beyond)
    negative = [place for place, row in enumerate(rows)
                if row.metric and _never_negative(row.metric)
                and any(score < 0 for score in _scores(row))]  # fmt: skip
    if negative:
        yield fault("robustness.errors.negative", negative)
    most = MOST if _in_points(rows) else 1.0
    odd = [place for place, row in enumerate(rows)
           if row.chance is not None and not -most <= row.chance <= most]  # fmt: skip
    if odd:
        yield fault("robustness.errors.chance_unit", odd)
    chances: dict[tuple[str, str], set[float]] = defaultdict(set)
    for row in rows:
        if row.chance is not None:
            chances[row.dataset, row.language].add(row.chance)
    two = [name for (name, _), held in chances.items() if len(held) > 1]
    if two:
        yield fault("robustness.errors.chances", ids=list(dict.fromkeys(two)))


def doubtful(rows: Sequence[CubeRow]) -> Iterator[Fault]:
    """What may be meant so, and is told."""
    known = [row.chance for row in rows if row.chance]
    if known and _in_points(rows) and max(map(abs, known)) <= 1:
        yield fault("robustness.notices.small_chance", most=f"{max(known):g}")
    originals: dict[tuple[str, ...], set[float]] = defaultdict(set)
    for row in rows:
        if row.original is not None and not row.n_failed:  # failed texts leave both sides
            originals[row.model, row.dataset, row.language, row.seed].add(row.original)
    apart = {key: max(held) - min(held) for key, held in originals.items()
             if max(held) - min(held) > APART}  # fmt: skip
    if apart and _in_points(rows):
        model, dataset = max(apart, key=lambda key: apart[key])[:2]
        yield fault("robustness.notices.originals", n=len(apart), most=f"{max(apart.values()):.2f}",
                    model=model, dataset=dataset)  # fmt: skip


def _scores(row: CubeRow) -> list[float]:
    return [score for score in (row.original, row.transformed) if score is not None]


def _beyond(score: float) -> bool:
    return abs(score) > MOST + 1e-9  # a share of 1 may come as 100.00000000000001 points


def _in_points(rows: Sequence[CubeRow]) -> bool:
    return any(abs(score) > 1 for row in rows for score in _scores(row))


def _never_negative(metric: str) -> bool:
    """By its name, without a cutoff: ``ndcg_at_10``, ``cosine_ap``, ``recall@5``."""
    name = re.split(r"@|_at_", metric.lower().replace("-", "_"))[0]
    return any(name == one or name.endswith(f"_{one}") for one in NEVER_NEGATIVE)

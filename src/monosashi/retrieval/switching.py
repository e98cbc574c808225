"""What changes for users when one system gives way to another."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from monosashi.results import Estimate
from monosashi.retrieval.comparison_result import LostQuery, Switch
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.misses import cut
from monosashi.retrieval.pairing import Paired
from monosashi.retrieval.query_table import FloatArray, QueryTable
from monosashi.statistics.paired import mcnemar_exact

SHOWN = 20


def measure_switch(paired: Paired, confidence: float, rng: np.random.Generator) -> Switch:
    """Compare the lists and the ranks of two systems, the first of them the old one."""
    old, new = paired.names
    before, after = paired.ranks(old), paired.ranks(new)
    ks = sorted(set(paired.results[old].ks) & set(paired.results[new].ks))
    gained = {k: int(((before > k) & (after <= k)).sum()) for k in ks}
    lost = {k: int(((before <= k) & (after > k)).sum()) for k in ks}
    return Switch(
        old=old,
        new=new,
        overlap=_overlap(paired, confidence, rng),
        gained=gained,
        lost=lost,
        mcnemar={k: mcnemar_exact(gained[k], lost[k]) for k in ks},
        examples=_examples(paired, before, after, ks),
    )


def _overlap(paired: Paired, confidence: float, rng: np.random.Generator) -> Estimate | None:
    """Mean share of the old list that stays; queries without an old list say nothing."""
    old, new = (_tops(paired, name) for name in paired.names)
    shares = [len({*a} & {*b}) / len(a) if a else np.nan for a, b in zip(old, new, strict=True)]
    values: Mapping[str, FloatArray] = {"overlap": np.array(shares)}
    if np.isnan(values["overlap"]).all():
        return None
    return estimate_means(values, paired.units, confidence=confidence, rng=rng)["overlap"]


def _tops(paired: Paired, name: str) -> list[tuple[str, ...]]:
    table = paired.results[name].queries
    return [table.top[i] for i in paired.order[name]]


def _examples(
    paired: Paired, before: FloatArray, after: FloatArray, ks: list[int]
) -> tuple[LostQuery, ...]:
    """Queries that left the first k for some k: those lost furthest first."""
    lost = np.array([[b <= k < a for k in ks] for b, a in zip(before, after, strict=True)])
    worst = np.lexsort((np.arange(len(after)), before, -after))
    rows = [int(i) for i in worst if lost[i].any()][:SHOWN]
    return tuple(_example(paired, i, before, after) for i in rows)


def _example(paired: Paired, i: int, before: FloatArray, after: FloatArray) -> LostQuery:
    old, new = paired.names
    held: QueryTable = paired.results[old].queries
    top = _top(paired, new, i)
    return LostQuery(
        query_id=held.ids[i],
        query_text=cut(None if held.texts is None else held.texts[i]),
        gold_id=held.best_gold[i],
        rank_old=int(before[i]),
        rank_new=int(after[i]) if np.isfinite(after[i]) else None,
        first_new=top[0] if top else None,
    )


def _top(paired: Paired, name: str, i: int) -> tuple[str, ...]:
    return paired.results[name].queries.top[paired.order[name][i]]

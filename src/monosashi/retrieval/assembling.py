"""Put scores, lists and texts together into one result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from monosashi.ranking.cosine import Float64Array
from monosashi.results import Estimate
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.judgement import Judgement
from monosashi.retrieval.misses import Text, best_graded, cut
from monosashi.retrieval.options import Settings
from monosashi.retrieval.query_table import QueryTable
from monosashi.retrieval.scoring import Scored
from monosashi.retrieval.units import Units

MARGIN = "margin"


def query_table(
    judgement: Judgement,
    units: Units,
    scored: Scored,
    *,
    texts: tuple[str | None, ...] | None,
    margin: Float64Array | None,
    top: tuple[tuple[str, ...], ...],
    text_of: Text,
) -> QueryTable:
    """One entry a judged query; ``text_of`` gives the text of a document, or None."""
    _, names, _ = judgement.pairs
    best = tuple(None if pair < 0 else names[pair] for pair in scored.first)
    gold = [name or best_graded(held) for name, held in zip(best, judgement.golds, strict=True)]
    shown = dict.fromkeys([*gold, *(listed[0] for listed in top if listed)])
    return QueryTable(
        ids=judgement.ids,
        texts=texts,
        groups=units.names,
        units=units.codes,
        missing=judgement.missing,
        golds=judgement.golds,
        best_gold=best,
        ranks=scored.ranks,
        scores=scored.scores,
        optimistic=scored.optimistic,
        margin=margin,
        top=top,
        document_texts={name: text for name in shown if (text := cut(text_of(name))) is not None},
    )


def metric_fields(table: QueryTable, units: Units, settings: Settings) -> dict[str, Any]:
    """The fields of a ``Retrieval`` that come from the scores of its queries."""
    columns = dict(table.scores)
    if table.margin is not None and not np.isnan(table.margin).all():
        columns[MARGIN] = table.margin
    found = estimate_means(columns, units, confidence=settings.confidence, rng=settings.rng,
                           bounds={MARGIN: (-1.0, 1.0)})  # fmt: skip
    return {
        **{name: _family(found, name, settings.ks) for name in ("recall", "hits")},
        "ndcg": _family(found, "ndcg", settings.ndcg_ks),
        "mrr": found["mrr"],
        "map": found["map"],
        "margin": found.get(MARGIN),
        "ceiling": {k: _ceiling(table, k) for k in settings.ks},
        "optimistic": {name: float(values.mean()) for name, values in table.optimistic.items()},
        "ties": int(table.ranks.tied.sum()),
        "n_queries": table.n,
        "n_groups": units.n,
        "missing": tuple(np.array(table.ids, dtype=object)[table.missing].tolist()),
        "ks": settings.ks,
        "ndcg_ks": settings.ndcg_ks,
        "confidence": settings.confidence,
        "queries": table,
    }


def _ceiling(table: QueryTable, k: int) -> float:
    """What recall@k is when all of the first k are right: below 1 where more than k are."""
    return float(np.mean([min(k, len(golds)) / len(golds) for golds in table.golds]))


def _family(found: Mapping[str, Estimate], name: str, ks: tuple[int, ...]) -> dict[int, Estimate]:
    return {k: found[f"{name}@{k}"] for k in ks}

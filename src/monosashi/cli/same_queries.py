"""Queries that every model of a comparison has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.cli.asked_queries import AskedQueries
    from monosashi.embeddings import EmbeddingSet, Fault, Gold
    from monosashi.embeddings.panel import Panel


def of_all_models(
    panel: Panel, asked: AskedQueries | None, options: DataOptions
) -> tuple[Panel, AskedQueries | None]:
    """With --invalid drop, queries that a model lacks are left out for all, and counted.

    Gold loses them too: they were not asked. Without --invalid drop they are an error later on.
    """
    if asked is None or options.invalid != "drop":
        return panel, asked
    every = set.intersection(*({*one.ids.tolist()} for one in asked.sets))
    known = {name: None for one in asked.sets for name in one.ids.tolist()}
    lacked = [name for name in known if name not in every]
    if not lacked or not every:
        return panel, asked
    sets = [_only(one, every) for one in asked.sets]
    told = replace(panel, notices=(*panel.notices, *_notices(panel.names, asked.sets, lacked)))
    return told, replace(asked, sets=sets, gold=_without(asked.gold, lacked))


def _only(queries: EmbeddingSet, kept: set[str]) -> EmbeddingSet:
    import numpy as np

    return queries.take(np.array([name in kept for name in queries.ids]))


def _notices(
    names: Sequence[str], sets: Sequence[EmbeddingSet], lacked: Sequence[str]
) -> list[Fault]:
    """For each model the queries that it lacks."""
    from monosashi.embeddings import fault

    missing = ([name for name in lacked if name not in {*one.ids.tolist()}] for one in sets)
    return [fault("cli.notices.queries_left_out", ids=found, model=model)
            for model, found in zip(names, missing, strict=True) if found]  # fmt: skip


def _without(gold: Gold | None, lacked: Sequence[str]) -> Gold | None:
    if gold is None:
        return None
    kept = {query: row for query, row in gold.relevance.items() if query not in {*lacked}}
    return replace(gold, relevance=kept)

"""Queries that every model of a comparison has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    whose = _whose(panel.names, asked.sets, lacked)
    told = replace(panel, notices=(*panel.notices, *_notices(whose)))
    return told, replace(asked, sets=sets, gold=_without(asked.gold, lacked),
                         left_out=_judged(whose, asked.gold))  # fmt: skip


def _only(queries: EmbeddingSet, kept: set[str]) -> EmbeddingSet:
    import numpy as np

    return queries.take(np.array([name in kept for name in queries.ids]))


def _whose(
    names: Sequence[str], sets: Sequence[EmbeddingSet], lacked: Sequence[str]
) -> dict[str, list[str]]:
    """For each model the queries that it lacks."""
    held = ({*one.ids.tolist()} for one in sets)
    return {model: [name for name in lacked if name not in known]
            for model, known in zip(names, held, strict=True)}  # fmt: skip


def _judged(whose: Mapping[str, list[str]], gold: Gold | None) -> dict[str, list[str]]:
    """Of these, the ones that would have counted: all where nothing is judged."""
    return {model: [name for name in found if gold is None
                    or (name in gold.relevance and gold.relevant(name))]
            for model, found in whose.items()}  # fmt: skip


def _notices(whose: Mapping[str, list[str]]) -> list[Fault]:
    """For each model the queries that it lacks."""
    from monosashi.embeddings import fault

    return [fault("cli.notices.queries_left_out", ids=found, model=model)
            for model, found in whose.items() if found]  # fmt: skip


def _without(gold: Gold | None, lacked: Sequence[str]) -> Gold | None:
    if gold is None:
        return None
    kept = {query: row for query, row in gold.relevance.items() if query not in {*lacked}}
    return replace(gold, relevance=kept)

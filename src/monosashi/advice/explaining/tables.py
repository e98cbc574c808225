"""Rows of an explanation, for files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.results import Row, Tables

if TYPE_CHECKING:
    from monosashi.advice.explaining.effects import Mend
    from monosashi.advice.explaining.result import ExplainedMiss, Layer, MissExplanation


def miss_tables(found: MissExplanation) -> Tables:
    """Shares, mends, one row a miss, one a miss and trial, one a miss and document listed."""
    return {
        "miss_layers": [_layer(one) for one in found.layers],
        "miss_mends": [_mend(one, found.found) for one in found.mends],
        "explained_misses": [_miss(one) for one in found.misses],
        "miss_trials": [
            {"query_id": one.query_id, "layer": held.layer, "trial": held.trial,
             "mended": held.mended, "rank": held.rank, "chance": held.chance, "told": held.told}
            for one in found.misses for held in one.answers
        ],
        "miss_lists": [
            {"query_id": one.query_id, **{name: getattr(held, name) for name in
             ("place", "document", "text", "cosine", "to_gold", "is_gold", "language",
              "near_duplicate", "wrong_lists", "is_hub")}}
            for one in found.misses for held in one.neighbours
        ],
    }  # fmt: skip


def _layer(one: Layer) -> Row:
    share = one.share
    return {
        "layer": one.layer,
        "count": one.count,
        "share": None if share is None else share.value,
        "low": None if share is None else share.low,
        "high": None if share is None else share.high,
        "of_all": one.of_all.value,
        "of_all_low": one.of_all.low,
        "of_all_high": one.of_all.high,
        "would_mend": one.would_mend,
        "by_chance": one.by_chance,
        "reason": None if one.reason is None else str(one.reason),
    }


def _mend(one: Mend, before: float) -> Row:
    held = one.difference
    return {"mend": one.mend, "layer": one.layer, "before": before, "after": one.after,
            "difference": held.value, "low": held.low, "high": held.high, "gained": one.gained,
            "lost": one.lost, "mended": one.mended}  # fmt: skip


def _miss(one: ExplainedMiss) -> Row:
    names = ("query_id", "query_text", "group", "query_language", "gold_id", "gold_text",
             "gold_rank", "gold_cosine", "gold_language", "layer")  # fmt: skip
    first = next((held for held in one.neighbours if not held.is_gold), None)
    return {
        **{name: getattr(one, name) for name in names},
        "also": ", ".join(one.also),
        "first_id": None if first is None else first.document,
        "first_text": None if first is None else first.text,
        "first_cosine": None if first is None else first.cosine,
    }

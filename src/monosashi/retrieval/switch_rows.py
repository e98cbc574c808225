"""The queries that a switch moves most, with texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from monosashi.results import Row
from monosashi.retrieval.list_agreement import Lists
from monosashi.retrieval.misses import best_graded, cut
from monosashi.retrieval.pairing import Paired
from monosashi.retrieval.query_table import FloatArray

SHOWN = 20
Texts = Mapping[str, str]


def moved_rows(
    paired: Paired, old: FloatArray, new: FloatArray, which: npt.NDArray[np.bool_]
) -> tuple[Row, ...]:
    """Of some queries, those that moved furthest: by the further of both ranks, then the nearer.

    Nowhere is further than any rank.
    """
    near, far = np.minimum(old, new), np.maximum(old, new)
    rows = np.flatnonzero(which)
    order = rows[np.lexsort((rows, near[rows], -far[rows]))][:SHOWN]
    firsts, texts = [paired.top(name) for name in paired.names], _texts(paired)
    return tuple({**_query(paired, int(i), texts), "rank_old": _rank(old[i]),
                  "rank_new": _rank(new[i]), **_firsts(firsts[0][i], firsts[1][i], texts)}
                 for i in order)  # fmt: skip


def changed_rows(
    ids: Sequence[str], lists: tuple[Lists, Lists], query_texts: Texts, texts: Texts
) -> tuple[Row, ...]:
    """The queries whose lists have the fewest documents in common."""
    old, new = lists
    common = np.array([len({*a} & {*b}) for a, b in zip(old, new, strict=True)])
    order = [int(i) for i in np.argsort(common, kind="stable") if old[i] != new[i]][:SHOWN]
    return tuple({"query_id": ids[i], "query_text": cut(query_texts.get(ids[i])),
                  "common": int(common[i]), **_firsts(old[i], new[i], texts)}
                 for i in order)  # fmt: skip


def _texts(paired: Paired) -> Texts:
    """Texts of the documents that are shown; those of the first system win."""
    tables = [held.queries.document_texts for held in paired.results.values()]
    return {name: text for table in reversed(tables) for name, text in table.items()}


def _query(paired: Paired, i: int, texts: Texts) -> Row:
    table = paired.first
    found = [paired.best_gold(name)[i] for name in paired.names]
    gold = next((name for name in found if name is not None), best_graded(table.golds[i]))
    return {"query_id": table.ids[i], "query_text": cut(table.texts[i] if table.texts else None),
            "gold_id": gold, "gold_text": texts.get(gold)}  # fmt: skip


def _firsts(old: tuple[str, ...], new: tuple[str, ...], texts: Texts) -> Row:
    """What comes first in both lists; an empty list has nothing there."""
    row: Row = {}
    for name, listed in (("first_old", old), ("first_new", new)):
        first = listed[0] if listed else None
        row |= {name: first, f"{name}_text": cut(texts.get(first)) if first else None}
    return row


def _rank(rank: float) -> int | None:
    return int(rank) if np.isfinite(rank) else None

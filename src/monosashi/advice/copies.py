"""Rows that say the same: identical vectors, near-duplicates, texts that were cut."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.neighbors import Neighbors
from monosashi.results import Row

SHOWN = 20
TEXT_SHOWN = 120


@dataclass(frozen=True)
class Copies:
    """Counts, with the first few as examples."""

    near_pairs: int
    near_rows: list[Row]
    identical: int
    other_text: list[Row]


def find_copies(unit: EmbeddingSet, lists: Neighbors, cosine: float) -> Copies:
    """Pairs at or above ``cosine`` in the neighbour lists, and groups of identical vectors."""
    rows, columns = np.nonzero(lists.distances <= 1 - cosine)
    partners = lists.indices[rows, columns]
    ends = np.sort(np.stack([rows, partners], axis=1), axis=1)
    pairs, first = np.unique(ends, axis=0, return_index=True)
    near = 1 - lists.distances[rows[first], columns[first]]
    closest = np.argsort(-near, kind="stable")[:SHOWN]
    groups = _identical_groups(unit, np.unique(pairs))
    return Copies(
        near_pairs=len(pairs),
        near_rows=[_pair(unit, int(pairs[i, 0]), int(pairs[i, 1]), near[i]) for i in closest],
        identical=sum(len(group) for group in groups),
        other_text=_differing_texts(unit, groups),
    )


def _identical_groups(unit: EmbeddingSet, rows: np.ndarray) -> list[list[int]]:
    """Only rows that have a near-duplicate can be identical to another."""
    same: defaultdict[bytes, list[int]] = defaultdict(list)
    for row in rows:
        same[np.ascontiguousarray(unit.vectors[row]).tobytes()].append(int(row))
    return [group for group in same.values() if len(group) > 1]


def _pair(unit: EmbeddingSet, a: int, b: int, cosine: float) -> Row:
    row = {"id_a": unit.ids[a], "id_b": unit.ids[b], "cosine": min(1.0, float(cosine))}
    if "text" in unit.columns:
        row |= {"text_a": _text(unit, a), "text_b": _text(unit, b)}
    return row


def _text(unit: EmbeddingSet, row: int) -> str:
    return str(unit.columns["text"][row])[:TEXT_SHOWN]


def _differing_texts(unit: EmbeddingSet, groups: list[list[int]]) -> list[Row]:
    if "text" not in unit.columns:
        return []
    texts = unit.columns["text"]
    cut = [group for group in groups if len({texts[row] for row in group}) > 1]
    return [{"ids": [unit.ids[r] for r in g], "texts": [_text(unit, r) for r in g]} for g in cut]

"""Joining sets by id: what all have, what each lacks, what only looks the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import Fault, fault, name_ids
from monosashi.embeddings.sets import EmbeddingSet


def code_points(text: str) -> str:
    """``U+304B U+3099``: what stands in a text that looks like another."""
    return " ".join(f"U+{ord(sign):04X}" for sign in text)


def lookalikes(left: Iterable[str], right: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of ids, one on each side only, that are equal after Unicode normalisation (NFC)."""
    ours, theirs = set(left), set(right)
    forms = {unicodedata.normalize("NFC", name): name for name in theirs - ours}
    found = [(name, forms.get(unicodedata.normalize("NFC", name))) for name in ours - theirs]
    return sorted((a, b) for a, b in found if b is not None)


def lookalike_fault(pairs: Sequence[tuple[str, str]], left: str, right: str) -> Fault:
    """Say which ids of two sources look the same but are not, with their code points."""
    a, b = pairs[0]
    return fault("embeddings.errors.lookalike_ids", ids=[a for a, _ in pairs], left=left,
                 right=right, example=a, ours=code_points(a), theirs=code_points(b))  # fmt: skip


def disjoint_fault(left: tuple[str, TextArray], right: tuple[str, TextArray]) -> Fault:
    """Two sources, each (name, ids), that have no id in common."""
    return fault(
        "embeddings.errors.disjoint",
        left=left[0],
        right=right[0],
        left_ids=name_ids(list(left[1]), 3),
        right_ids=name_ids(list(right[1]), 3),
    )


def join_faults(sets: Sequence[EmbeddingSet], names: Sequence[str]) -> list[Fault]:
    """Why these sets cannot be aligned, all reasons together."""
    faults = []
    for (data, name), (other, other_name) in combinations(zip(sets, names, strict=True), 2):
        if pairs := lookalikes(data.ids, other.ids):
            faults.append(lookalike_fault(pairs, name, other_name))
        elif not set(data.ids) & set(other.ids):
            faults.append(disjoint_fault((name, data.ids), (other_name, other.ids)))
    if not faults and not _shared(sets):
        faults.append(fault("embeddings.errors.nothing_shared", names=", ".join(names)))
    return faults


def common_ids(sets: Sequence[EmbeddingSet], names: Sequence[str]) -> tuple[TextArray, list[Fault]]:
    """Ids that all sets have, in the order of the first, and who lacks which others."""
    shared = _shared(sets)
    everything = list(dict.fromkeys(name for data in sets for name in data.ids))
    notices = []
    for data, name in zip(sets, names, strict=True):
        own = set(data.ids)
        if missing := [other for other in everything if other not in own]:
            notices.append(fault("embeddings.notices.missing_ids", ids=missing, model=name,
                                 n=len(shared)))  # fmt: skip
    first = sets[0].ids
    return first[np.array([name in shared for name in first], dtype=bool)], notices


def _shared(sets: Sequence[EmbeddingSet]) -> set[str]:
    return set.intersection(*(set(data.ids) for data in sets))


def column_differences(sets: Sequence[EmbeddingSet], names: Sequence[str]) -> list[Fault]:
    """Columns of one name that say different things about the same items."""
    notices = []
    first = sets[0]
    for data, name in zip(sets[1:], names[1:], strict=True):
        for column in first.columns.keys() & data.columns.keys():
            ours, theirs = first.columns[column].tolist(), data.columns[column].tolist()
            rows = [i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if _differ(a, b)]
            if rows:
                notices.append(fault("embeddings.notices.columns_differ", rows,
                                     list(first.ids[rows]), column=column, left=names[0],
                                     right=name))  # fmt: skip
    return sorted(notices, key=lambda note: (str(note.values["right"]), str(note.values["column"])))


def _differ(a: object, b: object) -> bool:
    return a != b and not (a != a and b != b)  # noqa: PLR0124 - NaN equals NaN here

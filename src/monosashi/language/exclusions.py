"""Texts that would make a measure lie: copies, twins and empty ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Pairs
from monosashi.embeddings.translations import documents
from monosashi.language.layout import BoolArray, IntArray, Layout


@dataclass(frozen=True, eq=False)
class Exclusions:
    """What the texts say; without texts nothing is excluded.

    Attributes
    ----------
    empty : (keys, L) bool
        Documents without any text.
    copied : (keys, L, L) bool
        Whether the documents of a key in two languages are (nearly) the same text: finding one
        from the other says nothing about translation.
    twins : mapping of document number to the numbers of all documents of its language with
        exactly its text (itself included); only documents that have a twin.
    """

    empty: BoolArray
    copied: BoolArray
    twins: Mapping[int, IntArray]

    @classmethod
    def of(cls, pairs: Pairs, layout: Layout, *, keep_copies: bool = False) -> Exclusions:
        """Compare the texts of ``pairs``; copies may be kept as if they were translations."""
        keys, languages = layout.document_of.shape
        copied = np.zeros((keys, languages, languages), dtype=bool)
        if pairs.text is None:
            return cls(np.zeros((keys, languages), dtype=bool), copied, {})
        for a, b in () if keep_copies else permutations(range(languages), 2):
            known = a > b
            names = pairs.languages[a], pairs.languages[b]
            copied[:, a, b] = copied[:, b, a] if known else pairs.untranslated(*names)
        table = documents(pairs, pairs.text)
        empty = np.array([[text is not None and not text.strip() for text in row] for row in table])
        return cls(empty, copied, _twins(table, layout.document_of))


def _twins(table: npt.NDArray[np.object_], document_of: IntArray) -> dict[int, IntArray]:
    places: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for key, language in np.argwhere(document_of >= 0):
        if text := table[key, language]:
            places[int(language), text].append(int(document_of[key, language]))
    groups = [np.array(sorted(group)) for group in places.values() if len(group) > 1]
    return {int(document): group for group in groups for document in group}

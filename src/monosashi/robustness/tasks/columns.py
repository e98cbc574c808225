"""Columns of a table of a task: which is which, and what kind of task they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.files.table import Table

NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "_id", "ids", "qid", "pair_id"),
    "left": ("left", "s1", "sentence1", "sent1", "text1", "sentence_1"),
    "right": ("right", "s2", "sentence2", "sent2", "text2", "sentence_2"),
    "score": ("score", "scores", "similarity_score", "similarity", "gold"),
    "label": ("label", "labels", "is_duplicate", "intent", "class", "category"),
    "text": ("text", "sentence", "utterance"),
    "split": ("split",),
    "query": ("query", "question"),
    "document": ("document", "doc", "passage", "answer", "context"),
    "positive": ("positive", "positives", "pos"),
    "negative": ("negative", "negatives", "neg"),
    "sentences": ("sentences",),
    "human": ("human_summaries",),
    "machine": ("machine_summaries",),
    "relevance": ("relevance",),
    "group": ("group", "set"),
}
# which columns make which kind; the first that fits
SIGNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("summarisation", ("human", "machine", "relevance")),
    ("reranking", ("query", "positive")),
    ("retrieval", ("query", "document")),
    ("sts", ("left", "right", "score")),
    ("pair_classification", ("left", "right", "label")),
    ("bitext", ("left", "right")),
    ("clustering", ("sentences", "label")),
    ("classification", ("text", "label", "split")),
)


class Columns:
    """The columns of one table, by what they mean; names that are given come first."""

    def __init__(self, table: Table, given: Mapping[str, str] | None = None) -> None:
        self.table = table
        self._given = dict(given or {})
        unknown = [name for name in self._given.values() if name not in table.columns]
        if unknown:
            raise DataError(fault("robustness_run.errors.columns", ids=unknown,
                                  source=table.source, known=", ".join(table.columns)))  # fmt: skip

    def name(self, what: str) -> str | None:
        """The column that holds this, if any."""
        if what in self._given:
            return self._given[what]
        known = {name.lower(): name for name in self.table.columns}
        return next((known[name] for name in NAMES[what] if name in known), None)

    def has(self, *what: str) -> bool:
        """Whether all of these are there."""
        return all(self.name(one) is not None for one in what)

    def take(self, what: str) -> list[Any]:
        """The values of one; refused by what it should be called."""
        name = self.name(what)
        if name is None:
            raise DataError(fault("robustness_run.errors.no_column", what=what,
                                  source=self.table.source, usual=", ".join(NAMES[what]),
                                  known=", ".join(self.table.columns)))  # fmt: skip
        return [None if is_missing(value) else value for value in listed(self.table.columns[name])]

    def ids(self) -> list[str]:
        """The ids, or the numbers of the rows."""
        return ([str(one) for one in self.take("id")] if self.has("id")
                else [str(row) for row in range(self.table.n)])  # fmt: skip

    def kind(self) -> str | None:
        """The kind of task that these columns make; None where they fit several or none."""
        return next((kind for kind, needed in SIGNS if self.has(*needed)), None)


def listed(values: Any) -> list[Any]:
    """Values of a column as Python's own."""
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def is_list(values: Sequence[Any]) -> bool:
    """Whether rows hold lists."""
    return bool(len(values)) and isinstance(values[0], list | tuple | np.ndarray)


def flat(values: Sequence[Any]) -> list[Any]:
    """All members of the lists of all rows."""
    return [one for row in values for one in listed(row)]

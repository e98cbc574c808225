"""The kinds of task: their fields, which of them are rewritten, and their metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from monosashi.models import Role

KindName = Literal["sts", "pair_classification", "classification", "clustering", "retrieval",
                   "reranking", "bitext", "summarisation"]  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """What tasks of one kind have in common.

    Attributes
    ----------
    name : str
    fields : mapping of field to role
        Models with roles embed symmetric texts as queries.
    unit : str
        The field whose records are drawn again for intervals.
    sides : mapping of option to the fields that are rewritten
        The first one is the default.
    metrics : tuple of str
        The main score of mteb first; then HTEB's where it is another.
    """

    name: KindName
    fields: Mapping[str, Role]
    unit: str
    sides: Mapping[str, tuple[str, ...]]
    metrics: tuple[str, ...]
    paired: bool = field(default=False)

    @property
    def default_side(self) -> str:
        """What is rewritten where nothing else is said."""
        return next(iter(self.sides))


def _pairs(name: KindName, metrics: tuple[str, ...]) -> Kind:
    sides = {"both": ("left", "right"), "left": ("left",), "right": ("right",)}
    return Kind(name, {"left": "query", "right": "query"}, "left", sides, metrics, paired=True)


def _search(name: KindName, metrics: tuple[str, ...]) -> Kind:
    sides = {"queries": ("query",), "corpus": ("document",), "both": ("query", "document")}
    return Kind(name, {"query": "query", "document": "passage"}, "query", sides, metrics)


KINDS: Mapping[str, Kind] = MappingProxyType({one.name: one for one in (
    _pairs("sts", ("cosine_spearman",)),
    _pairs("pair_classification", ("max_ap", "cosine_ap")),
    Kind("classification", {"text": "query", "train": "query"}, "text",
         {"test": ("text",), "train_and_test": ("text", "train")},
         ("accuracy", "accuracy_full_train")),
    Kind("clustering", {"text": "query"}, "text", {"all": ("text",)}, ("v_measure",)),
    _search("retrieval", ("ndcg_at_10",)),
    _search("reranking", ("map_at_1000",)),
    Kind("bitext", {"left": "query", "right": "query"}, "left",
         {"left": ("left",), "right": ("right",), "both": ("left", "right")}, ("f1",), paired=True),
    Kind("summarisation", {"human": "query", "machine": "query"}, "machine",
         {"both": ("human", "machine"), "machine": ("machine",)},
         ("cosine_spearman", "cosine_spearman_pooled")),
)})  # fmt: skip
"""What each kind is made of.

``metrics``: of HTEB, pair classification takes the average precision of the cosine alone,
classification the whole training split once, summarisation one correlation over all summaries.
"""

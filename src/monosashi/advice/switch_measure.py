"""Measure a switch: with gold from two evaluations, without it from two lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.advice.first_documents import Lists, first_documents
from monosashi.advice.switch import SHOWN, K, Switch
from monosashi.embeddings import Column, EmbeddingSet, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.results import Estimate, Provenance, Row
from monosashi.retrieval import QueryTable, Retrieval, RetrievalComparison
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.units import Units, labels_of
from monosashi.statistics.generators import as_generator
from monosashi.statistics.paired import mcnemar_exact

Texts = Mapping[str, str]
NEEDS_GOLD = ("lost", "gained", "difference", "mcnemar_p")


def switch_with_gold(
    compared: RetrievalComparison,
    old: Retrieval,
    new: Retrieval,
    texts: Texts,
    *,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Switch:
    """Lists and ranks of the same judged queries in two models; both evaluated in one order."""
    a, b = old.queries, new.queries
    means = _Means.of(Units(a.groups, a.units, old.n_groups), confidence, rng)
    before, after = (table.ranks.pessimistic <= K for table in (a, b))
    lost, gained = before & ~after, after & ~before
    found = means(**_agreement(a.top, b.top), lost=lost, gained=gained)
    return Switch(
        provenance=compared.provenance,
        old=old.name,
        new=new.name,
        k=K,
        n_queries=a.n,
        n_groups=old.n_groups,
        overlap=(found | _known(compared))["overlap"],
        same_first=found["same_first"],
        lost=found["lost"],
        gained=found["gained"],
        difference=_difference(compared, old.name, new.name),
        mcnemar_p=mcnemar_exact(int(gained.sum()), int(lost.sum())),
        lost_queries=_moved(a, b, lost, texts),
        gained_queries=_moved(a, b, gained, texts),
    )


def switch_without_gold(
    names: Sequence[str],
    documents: Sequence[EmbeddingSet],
    queries: Sequence[EmbeddingSet],
    texts: Texts,
    *,
    document: Column | None = None,
    query_groups: Column | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Switch:
    """What two models list for the same queries; nothing says which list is better."""
    asked = queries[0]
    units = Units.of(tuple(asked.ids.tolist()), labels_of(asked, query_groups))
    old, new = (first_documents(ask, held, k=K, document=document)
                for ask, held in zip(queries, documents, strict=True))  # fmt: skip
    found = _Means.of(units, confidence, rng)(**_agreement(old, new))
    return Switch(
        provenance=Provenance.of(documents[0], models=list(names), k=K, confidence=confidence),
        reasons=dict.fromkeys(NEEDS_GOLD, fault("advice.reasons.no_gold")),
        old=names[0],
        new=names[1],
        k=K,
        n_queries=asked.n,
        n_groups=units.n,
        overlap=found["overlap"],
        same_first=found["same_first"],
        changed_queries=_changed(asked, old, new, texts),
    )


@dataclass(frozen=True)
class _Means:
    """Shares of queries, all from the same resamples of the units."""

    units: Units
    confidence: float
    seed: int

    @classmethod
    def of(cls, units: Units, confidence: float, rng: int | np.random.Generator | None) -> _Means:
        return cls(units, confidence, int(as_generator(rng).integers(2**62)))

    def __call__(self, **columns: npt.NDArray[Any]) -> dict[str, Estimate]:
        """Means of values from 0 to 1; NaN, where a query has no list, is left out."""
        held = {name: values.astype(np.float64) for name, values in columns.items()}
        return estimate_means(held, self.units, confidence=self.confidence, rng=self.seed)


def _agreement(old: Lists, new: Lists) -> dict[str, npt.NDArray[np.float64]]:
    """Of each query; NaN where the old model has no list."""
    pairs = list(zip(old, new, strict=True))
    overlap = [len({*a} & {*b}) / len(a) if a else np.nan for a, b in pairs]
    first = [float(a[:1] == b[:1]) if a else np.nan for a, b in pairs]
    return {"overlap": np.array(overlap), "same_first": np.array(first)}


def _known(compared: RetrievalComparison) -> dict[str, Estimate]:
    """The overlap as the comparison gives it, so that one page holds one number."""
    found = compared.switch
    return {} if found is None or found.overlap is None else {"overlap": found.overlap}


def _difference(compared: RetrievalComparison, old: str, new: str) -> Estimate:
    row = compared.difference(new, old, f"recall@{K}")
    method = "paired over query units"
    return Estimate(row["difference"], row["low"], row["high"], None, method, compared.n_groups)


def _moved(
    old: QueryTable, new: QueryTable, which: npt.NDArray[np.bool_], texts: Texts
) -> tuple[Row, ...]:
    """The queries that moved furthest, by the ratio of ranks; nowhere is further than any rank."""
    a, b = (np.nan_to_num(table.ranks.pessimistic, nan=np.inf) for table in (old, new))
    near, far = np.minimum(a, b), np.maximum(a, b)
    rows = np.flatnonzero(which)
    order = rows[np.lexsort((rows, near[rows], -far[rows]))][:SHOWN]
    return tuple(_moved_row(old, new, int(i), texts) for i in order)


def _moved_row(old: QueryTable, new: QueryTable, i: int, texts: Texts) -> Row:
    gold = old.best_gold[i] or new.best_gold[i] or (old.golds[i][0][0] if old.golds[i] else None)
    ranks = [_rank(table.ranks.pessimistic[i]) for table in (old, new)]
    firsts = [table.top[i][0] if table.top[i] else None for table in (old, new)]
    return {"query_id": old.ids[i], "query_text": old.texts[i] if old.texts else None,
            "gold_id": gold, "gold_text": texts.get(gold or ""),
            "rank_old": ranks[0], "rank_new": ranks[1],
            "first_old": firsts[0], "first_old_text": texts.get(firsts[0] or ""),
            "first_new": firsts[1], "first_new_text": texts.get(firsts[1] or "")}  # fmt: skip


def _rank(rank: float) -> int | None:
    return None if np.isnan(rank) else int(rank)


def _changed(queries: EmbeddingSet, old: Lists, new: Lists, texts: Texts) -> tuple[Row, ...]:
    asked = texts_of(queries.ids, queries)
    common = np.array([len({*a} & {*b}) for a, b in zip(old, new, strict=True)])
    order = [int(i) for i in np.argsort(common, kind="stable") if old[i] != new[i]][:SHOWN]
    return tuple(
        {"query_id": str(queries.ids[i]), "query_text": asked.get(str(queries.ids[i])),
         "common": int(common[i]),
         "first_old": old[i][0], "first_old_text": texts.get(old[i][0]),
         "first_new": new[i][0], "first_new_text": texts.get(new[i][0])}
        for i in order
    )  # fmt: skip


def texts_of(names: TextArray, data: EmbeddingSet, most: int = 200) -> dict[str, str]:
    """Text of every document by its name, of its first row; empty without a column ``text``."""
    if "text" not in data.columns:
        return {}
    held: dict[str, str] = {}
    for name, text in zip(names, data.columns["text"], strict=True):
        if text is not None:
            held.setdefault(str(name), str(text)[:most])
    return held

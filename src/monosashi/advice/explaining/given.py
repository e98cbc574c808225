"""What a retrieval that was measured already says of the search that is explained."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.advice.explaining.search import FAR, Rows, Search
from monosashi.embeddings import DataError, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.retrieval import Retrieval
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.options import confidence_faults


def check_options(retrieval: Retrieval, confidence: float, **whole: tuple[Any, int]) -> None:
    """Options, and whether there are vectors to look at; all faults together."""
    faults = Faults()
    faults.found += confidence_faults(confidence)
    for name, (value, least) in whole.items():
        if not _is_whole(value) or value < least:
            faults.found.append(fault("advice.errors.at_least", name=name, least=least,
                                      given=value))  # fmt: skip
    if getattr(retrieval, "depth", 0) is not None:  # ranked lists, or no retrieval at all
        faults.found.append(fault("misses.errors.no_vectors"))
    faults.raise_any()


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_same(retrieval: Retrieval, asking: Asking) -> None:
    """The same vectors, judgements and groups as those that were searched."""
    marks = (fingerprint(asking.library.set), fingerprint(asking.queries))
    held = (retrieval.provenance.fingerprint, retrieval.provenance.settings.get("queries"))
    table = retrieval.queries
    judged = (table.ids, table.golds, table.groups)
    ours = (asking.judgement.ids, asking.judgement.golds, asking.units.names)
    same_search = (retrieval.n_documents, retrieval.n_excluded)
    asked = (asking.library.n, len(asking.task.hidden.documents))
    if marks != held or judged != ours or same_search != asked:
        raise DataError(fault("misses.errors.other_retrieval"))


def standing(retrieval: Retrieval, asking: Asking) -> Rows:
    """Wrong documents that do not stand behind the best right one of every asked query."""
    ranks = retrieval.ranks.pessimistic[: len(asking.rows)]
    here = ~np.isnan(ranks)
    return np.where(here, np.where(here, ranks, 1.0).astype(np.intp) - 1, FAR)


def listed(retrieval: Retrieval, asking: Asking) -> Rows:
    """Numbers of the first documents of every asked query, -1 where there are fewer."""
    top = retrieval.queries.top[: len(asking.rows)]
    number = asking.library.number
    out = np.full((len(top), max(map(len, top), default=0)), -1, dtype=np.intp)
    for i, names in enumerate(top):
        out[i, : len(names)] = [number[name] for name in names]
    return out


def not_here(retrieval: Retrieval, search: Search) -> list[str]:
    """Queries without a vector, and those none of whose answers is in the collection."""
    ids = search.asking.judgement.ids
    absent = [ids[i] for i in np.flatnonzero(search.before == FAR)]
    return [*absent, *retrieval.missing]

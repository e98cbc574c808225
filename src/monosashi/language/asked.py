"""Which rows ask: the documents themselves, or independent queries joined by key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Pairs, fault
from monosashi.embeddings.errors import name_ids
from monosashi.embeddings.sets import Column
from monosashi.embeddings.translations import texts_of
from monosashi.language.layout import IntArray
from monosashi.language.same_model import model_faults


@dataclass(frozen=True, eq=False)
class Asked:
    """Query rows ordered by language, then key, then row.

    Attributes
    ----------
    rows, keys, languages : (n,) int
        Row in the set of queries; codes of key and language as in the documents.
    independent : bool
        Whether the queries are texts of their own; otherwise each is a document of the pool.
    notices : tuple of Fault
    """

    rows: IntArray
    keys: IntArray
    languages: IntArray
    independent: bool
    notices: tuple[Fault, ...] = ()


def ask_documents(pairs: Pairs) -> Asked:
    """Every row of the documents asks for its translations."""
    return _sorted(pairs.set, pairs.text, pairs.key_codes, pairs.language_codes, independent=False)


def ask_queries(pairs: Pairs, queries: EmbeddingSet, key: Column, language: Column) -> Asked:
    """Independent queries; their answers are the documents that share their key.

    ``key`` and ``language`` must be names of columns that both sets have.
    """
    if not (isinstance(key, str) and isinstance(language, str)):
        raise DataError(fault("language.errors.query_columns"))
    faults = model_faults(pairs.set, queries, sides=("documents", "queries"), roles=False)
    names, spoken = queries.column(key, "key"), queries.column(language, "language")
    foreign = np.flatnonzero(~np.isin(spoken, pairs.languages))
    if len(foreign):
        names_of = sorted(set(spoken[foreign]))
        faults.append(fault("language.errors.foreign_queries", foreign.tolist(), names_of,
                            known=", ".join(pairs.languages)))  # fmt: skip
    known = np.isin(names, pairs.keys)
    if not known.any():
        faults.append(fault("language.errors.no_answers", ids=list(names[:3]),
                            examples=name_ids(list(pairs.keys[:3]))))  # fmt: skip
    if faults:
        raise DataError(*faults)
    keys = np.searchsorted(pairs.keys, names)
    keys[~known] = -1
    languages = np.searchsorted(np.array(pairs.languages, dtype=object), spoken)
    asked = _sorted(queries, texts_of(queries, None), keys, languages, independent=True)
    lost = np.flatnonzero(~known)
    if not len(lost):
        return asked
    note = fault("language.notices.unanswered", lost.tolist(), list(queries.ids[lost]))
    return Asked(asked.rows, asked.keys, asked.languages, True, (*asked.notices, note))


def _sorted(
    held: EmbeddingSet,
    text: npt.NDArray[np.object_] | None,
    keys: IntArray,
    languages: IntArray,
    *,
    independent: bool,
) -> Asked:
    """Leave out empty texts and unknown keys; order the rest."""
    rows = np.lexsort((held.ids.astype(str), keys, languages))
    empty = np.zeros(len(keys), dtype=bool) if text is None else text == ""
    rows = rows[~empty[rows] & (keys[rows] >= 0)]
    lost = np.flatnonzero(empty)
    notes = [fault("language.notices.empty_queries", lost.tolist(), list(held.ids[lost]))]
    return Asked(rows, keys[rows], languages[rows], independent, tuple(notes if len(lost) else ()))

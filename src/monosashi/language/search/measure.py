"""Measure what short queries find, when all their answers in all languages are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Gold, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.choices import check_choices
from monosashi.language.fitted import FittedRepair
from monosashi.language.judging import gamed, open_gold_pages
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.repairs import Repair
from monosashi.language.search.describing import describe
from monosashi.language.search.mending import mend
from monosashi.language.search.outcomes import Searched, search_outcomes
from monosashi.language.search.results import LanguageSearch, SearchedLanguage
from monosashi.results import Provenance
from monosashi.statistics.bootstrap import RESAMPLES, Resampling

Answers: TypeAlias = Gold | Mapping[str, Any] | str


def measure_language_search(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None,
    gold: Answers,
    query_language: Column | None = None,
    repairs: Mapping[str, Repair] | None = None,
    ks: Sequence[int] = (1, 5, 10),
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> LanguageSearch:
    """Put queries to the pages of all languages and rank every answer.

    Unlike pages that ask for their translations, queries show both what search across languages
    finds and what search inside a language gains or loses. It says nothing of answers that nobody
    has named: they count as wrong.

    Parameters
    ----------
    documents, key, language, ks, confidence, rng
        As in ``measure_language_bias``.
    queries : EmbeddingSet
        Their ``vectors``, in the query role of the model.
    gold : Gold, mapping of query id to ids of rows, or name of a shared column
        Any number of answers in any language.
    query_language : column name or values, optional
        Default: the name given as ``language``.
    repairs : mapping of name to fitted repair, optional
        Each is applied to documents and queries and everything is measured again. A repair
        fitted to these documents is tried on what it has seen; ``compare_language_repairs``
        cross-validates.

    Returns
    -------
    LanguageSearch

    Raises
    ------
    DataError
        As ``open_gold_pages``: queries in a language without documents or of another model, gold
        that names no document, no query with an answer.

    Notes
    -----
    rank = 1 + competitors above + competitors within 1e-9; answers and their copies do not
    compete with each other. Intervals are over units: queries linked by a common answer.

    Examples
    --------
    >>> pages = EmbeddingSet.from_arrays(
    ...     [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]],
    ...     columns={"key": list("abab"), "lang": ["ja", "ja", "en", "en"]})
    >>> titles = EmbeddingSet.from_arrays([[1.0, 0.0, 0.2], [0.0, 1.0, 0.2]],
    ...     columns={"key": ["a", "b"], "lang": ["ja", "ja"]})
    >>> found = measure_language_search(pages, key="key", language="lang", queries=titles,
    ...                                 gold="key")
    >>> float(found.of("ja").map), float(found.of("ja").cross[1])
    (1.0, 1.0)
    """
    if queries is None:
        raise DataError(fault("language.errors.gold_needs_queries"))
    refuse_kinds(kind_faults(EmbeddingSet, queries=queries),
                 kind_faults((Mapping, type(None)), repairs=repairs))  # fmt: skip
    refuse_kinds(
        *(
            kind_faults(FittedRepair, **{f"repairs[{name!r}]": one})
            for name, one in (repairs or {}).items()
            if not hasattr(one, "apply")
        )
    )
    documents, ks = as_set(documents), check_choices(ks, confidence)
    pages = open_gold_pages(documents, key=key, language=language, queries=queries, gold=gold,
                            query_language=query_language)  # fmt: skip
    measured = {"": Searched.of(pages, documents)}
    for name, repair in (repairs or {}).items():
        measured[name] = Searched.of(pages, *mend(pages, documents, repair))
    raw = measured[""].judged
    columns = search_outcomes(measured, ks)
    resampling = Resampling.of(columns.n_units, rng=rng)
    found = columns.resample(resampling, confidence)
    rows = [
        describe(
            found,
            one.judged,
            repair=name,
            code=code,
            language=pages.languages[code],
            ks=ks,
            signs=gamed(raw, one.judged) if name else (),
        )
        for name, one in measured.items()
        for code in np.unique(raw.own_pool).tolist()
    ]
    held = Provenance.of(documents, ks=list(ks), confidence=confidence, seed=resampling.seed,
                         query_role="independent queries", resamples=RESAMPLES)  # fmt: skip
    reasons = {}
    for row in rows:
        for side in ("own", "cross", "cross_alone", "cross_drop", "cross_language_drop",
                     "cross_candidates_drop"):  # fmt: skip
            if getattr(row, side) is None:
                kind = "own" if side == "own" else "cross"
                reasons[f"rows.{row.language}.{row.repair}.{side}"] = fault(
                    f"language.reasons.no_{kind}_answers"
                )
    answers = len(pages.question.golds.documents) / pages.question.n
    return LanguageSearch(
        provenance=replace(held, notices=(*held.notices, *pages.notices)),
        reasons=reasons,
        rows=tuple(_best_first(rows)),
        languages=pages.languages,
        documents=dict(zip(pages.languages, pages.layout.sizes.tolist(), strict=True)),
        answers=float(answers),
        ks=ks,
        confidence=confidence,
        drops={row.language: row.cross_drop for row in rows
               if not row.repair and row.cross_drop is not None},
        language_drops={row.language: row.cross_language_drop for row in rows
                        if not row.repair and row.cross_language_drop is not None},
    )  # fmt: skip


def _best_first(rows: Sequence[SearchedLanguage]) -> list[SearchedLanguage]:
    """Raw first; repairs by their mean average precision over all query languages."""
    total: dict[str, float] = {}
    for row in rows:
        total[row.repair] = total.get(row.repair, 0.0) + row.map.value * row.n
    return sorted(rows, key=lambda row: (row.repair != "", -total[row.repair]))

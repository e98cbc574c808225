"""``measure_rankings``: ranked lists of any system against known answers."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, Gold, Rankings, fault
from monosashi.embeddings.errors import name_ids
from monosashi.ranking import golds_in_list
from monosashi.results import Provenance
from monosashi.retrieval.assembling import metric_fields, query_table
from monosashi.retrieval.design import design_notices
from monosashi.retrieval.judgement import Judgement
from monosashi.retrieval.misses import TopScores, worst_misses
from monosashi.retrieval.options import Seed, Settings
from monosashi.retrieval.query_table import QueryTable
from monosashi.retrieval.results import LISTED, Retrieval
from monosashi.retrieval.scoring import Scored, score_golds
from monosashi.retrieval.units import Units, labels_of_mapping
from monosashi.retrieval.unknown_documents import unknown_documents
from monosashi.retrieval.why_none import ranking_reasons


def measure_rankings(
    rankings: Rankings | Mapping[str, Any],
    gold: Gold | Mapping[str, Any],
    *,
    ks: tuple[int, ...] = (1, 5, 10),
    ndcg_ks: tuple[int, ...] = (10,),
    groups: Mapping[str, Any] | None = None,
    query_texts: Mapping[str, str] | None = None,
    document_texts: Mapping[str, str] | None = None,
    documents: Collection[str] | None = None,
    name: str | None = None,
    confidence: float = 0.95,
    rng: Seed = None,
) -> Retrieval:
    """Measure the ranked lists of any system: lexical, hybrid, reranked, a vector store.

    The same metrics and result as ``measure_retrieval``. What a list does not hold counts as not
    found, as in trec_eval, so every metric is that of the lists as they were cut; ``depth`` is
    the shortest of them, and a notice says when it is shorter than a k. Only equal scores tie;
    lists without scores have no ties that could be known.

    Parameters
    ----------
    rankings : Rankings, or what ``Rankings.of`` takes
        Query id to ids in order, or to ``{id: score}``.
    gold : Gold, or what ``Gold.of`` takes
        Judged queries without a list count as 0 and are named.
    ks, ndcg_ks, confidence, rng : as in ``measure_retrieval``
    groups : mapping of query id to label, optional
        Queries of one group are not independent: intervals are over whole groups.
    query_texts, document_texts : mapping of id to text, optional
        To show beside the misses, and beside the queries that a switch of systems moves.
    documents : collection of ids, optional
        All documents that could be listed. Listed ones that are not among them are counted
        (``n_unknown``) and told in a warning; without it nothing is known of them.
    name : str, optional
        Default: the name of the rankings.

    Raises
    ------
    DataError
        Scores that rise within a list, gold that names none of the queries or none of the
        documents listed, queries without a group; and all that ``Rankings.of`` and ``Gold.of``
        refuse.

    Examples
    --------
    >>> found = measure_rankings({"q1": ["a"], "q2": []}, {"q1": "a", "q2": "a"})
    >>> found.mrr.value, found.n_queries
    (0.5, 2)
    """
    settings = Settings.of(ks, ndcg_ks, confidence, rng)
    lists, judged = _checked(rankings, gold)
    units = Units.of(judged.ids, labels_of_mapping(groups, judged.ids[: judged.n_asked]))
    scored, gold_scores = _score(lists, judged, settings)
    top = tuple(lists.documents.get(query, ())[:LISTED] for query in judged.ids)
    shown = document_texts or {}
    table = query_table(judged, units, scored, texts=_texts(judged, query_texts), margin=None,
                        top=top, text_of=shown.get)  # fmt: skip
    lengths = [len(lists.documents[query]) for query in judged.ids[: judged.n_asked]]
    notices = (*lists.notices, *design_notices(table, units.n, grouped=groups is not None),
               *_short(lengths, max(settings.ks + settings.ndcg_ks)))  # fmt: skip
    return Retrieval(
        provenance=Provenance(len(lists.documents), 0, digest_of(lists),
                              settings={"source": lists.source, "grouped": groups is not None,
                                        "rng": settings.seed}, notices=notices),
        reasons=ranking_reasons(known=documents is not None),
        name=lists.name if name is None else name,
        n_documents=None,
        n_unjudged=judged.n_unjudged,
        golds_absent=None,
        n_excluded=0,
        depth=min(lengths),
        **unknown_documents(lists, judged, documents),
        misses=_misses(table, lists, gold_scores, shown),
        **metric_fields(table, units, settings),
    )  # fmt: skip


def _checked(rankings: Any, gold: Any) -> tuple[Rankings, Judgement]:
    lists = Rankings.of(rankings)
    rising = [query for query, scores in lists.scores.items()
              if scores is not None and (np.diff(scores) > 0).any()]  # fmt: skip
    if rising:
        raise DataError(fault("retrieval.errors.rising_scores", ids=rising, source=lists.source))
    judgements = Gold.of(gold)
    judged = Judgement.of(judgements, tuple(lists.documents))
    _refuse_other_documents(lists, judgements)
    return lists, judged


def _refuse_other_documents(lists: Rankings, gold: Gold) -> None:
    """Lists and gold must have one document in common at least, relevant or not.

    That most of the gold is listed nowhere proves nothing: lists end.
    """
    listed = dict.fromkeys(name for documents in lists.documents.values() for name in documents)
    judged = dict.fromkeys(name for grades in gold.relevance.values() for name in grades)
    if listed and judged.keys().isdisjoint(listed):
        raise DataError(fault("retrieval.errors.no_gold_listed", ids=tuple(judged),
                              listed=name_ids(tuple(listed)), source=lists.source))  # fmt: skip


def _score(
    lists: Rankings, judged: Judgement, settings: Settings
) -> tuple[Scored, list[float | None]]:
    """Score all queries; and what each list gave the gold document that came first."""
    parts = []
    for query, answers in zip(judged.ids, judged.golds, strict=True):
        listed, scores = lists.documents.get(query, ()), lists.scores.get(query)
        parts.append(golds_in_list(listed, scores, [name for name, _ in answers]))
    level, above, ties = (np.concatenate(column) for column in zip(*parts, strict=True))
    scored = score_golds(judged, level, above, ties, settings)
    _, names, _ = judged.pairs
    first = [None if pair < 0 else _score_of(lists, query, names[pair])
             for query, pair in zip(judged.ids, scored.first, strict=True)]  # fmt: skip
    return scored, first


def _score_of(lists: Rankings, query: str, document: str) -> float | None:
    scores = lists.scores[query]
    return None if scores is None else scores[lists.documents[query].index(document)]


def _texts(judged: Judgement, texts: Mapping[str, str] | None) -> tuple[str | None, ...] | None:
    return None if texts is None else tuple(texts.get(name) for name in judged.ids)


def _misses(
    table: QueryTable, lists: Rankings, gold_scores: list[float | None], texts: Mapping[str, str]
) -> Any:
    held = [lists.scores.get(query) for query in table.ids]
    top: TopScores = [None if scores is None else scores[:LISTED] for scores in held]
    return worst_misses(table, top, gold_scores, texts.get)


def _short(lengths: list[int], deepest: int) -> tuple[Fault, ...]:
    short = sum(length < deepest for length in lengths)
    if not short:
        return ()
    return (fault("retrieval.notices.short_lists", short=short, lists=len(lengths),
                  depth=min(lengths), k=deepest),)  # fmt: skip


def digest_of(lists: Rankings) -> str:
    """First 16 hex digits of SHA-256 over queries, lists and scores."""
    digest = hashlib.sha256()
    for query, documents in lists.documents.items():
        digest.update(repr((query, documents, lists.scores[query])).encode("utf-8", "replace"))
    return digest.hexdigest()[:16]

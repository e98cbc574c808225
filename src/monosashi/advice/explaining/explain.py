"""``explain_misses``: which layer failed each query, and what mending it does to all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.advice.explaining.before import Sides
from monosashi.advice.explaining.crowding_layer import near_duplicates, try_crowding
from monosashi.advice.explaining.displaced_layer import try_displaced
from monosashi.advice.explaining.effects import measure_mends
from monosashi.advice.explaining.given import (
    check_options,
    check_same,
    listed,
    not_here,
    standing,
)
from monosashi.advice.explaining.hub_layer import find_hubs, try_hub
from monosashi.advice.explaining.labelling import label
from monosashi.advice.explaining.language_layer import try_language
from monosashi.advice.explaining.languages import Languages
from monosashi.advice.explaining.result import SHOWN, MissExplanation
from monosashi.advice.explaining.search import Search
from monosashi.advice.explaining.shares import share_layers
from monosashi.advice.explaining.telling import tell_misses
from monosashi.advice.explaining.trial import Tested
from monosashi.advice.explaining.wording_layer import try_wording
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.results import Provenance
from monosashi.retrieval import Retrieval
from monosashi.retrieval.asking import Asking


def explain_misses(
    retrieval: Retrieval,
    queries: EmbeddingSet | Any,
    documents: EmbeddingSet | Any,
    *,
    gold: Any,
    k: int = 1,
    language: Any = None,
    query_language: Any = None,
    groups: Any = None,
    document: Any = None,
    exclude: Any = None,
    draws: int = 20,
    confidence: float = 0.95,
    rng: int = 0,
    n_jobs: int | None = None,
) -> MissExplanation:
    """Put every miss under the layer that failed, and measure what mending each layer does.

    A miss is a query without a right document among the first ``k``, ties against it. Each layer is
    undone, all else equal, and the search is run again:

    ============  ==============================================================================
    language      only documents of the answer's language; or the mean of each language taken off
    hub           documents that stand wrongly in many other queries' lists taken out
    crowding      near-duplicates of the answer set aside
    displaced     the mean shift q - d+ of the other half of the queries taken off
    wording       another phrasing of the group finds the answer
    ============  ==============================================================================

    The first layer that finds the answer gives the label; the others are kept. The order is that of
    the table, but of hub, crowding and displaced the one that explains most misses comes first.
    ``other`` is what none mends. Taking out documents or moving vectors mends some misses by
    chance, so each test stands beside a control that does as much at random: a layer tells of a
    miss only where the control mends it in fewer than one of five draws, and only if its test
    mends more of such misses than any single draw does.

    It says what would have found an answer, not that the answer is right, nor that a mend helps
    other queries: what each does to *all* queries stands beside it, gains less losses.

    Parameters
    ----------
    retrieval : Retrieval
        What ``measure_retrieval`` gave for the same queries, documents, gold and options.
    queries, documents, gold, groups, document, exclude
        As for ``measure_retrieval``. ``groups`` mark the wordings of one question.
    k : int
    language : column of ``documents``, optional
    query_language : column of ``queries``, optional
        Default: the column of the same name, if the queries have it.
    draws : int
        Of every control, at least 9.
    confidence : float
    rng : int
    n_jobs : int, optional

    Returns
    -------
    MissExplanation

    Raises
    ------
    DataError
        Ranked lists instead of vectors, another retrieval than that of these data, options that
        mean nothing, and all that ``measure_retrieval`` refuses.

    Examples
    --------
    >>> from monosashi.retrieval import measure_retrieval
    >>> documents = np.eye(30)[:, :20] + 0.1
    >>> documents[20] = documents[3]
    >>> documents = documents[:21]
    >>> gold = {str(i): str(i) for i in range(20)}
    >>> found = measure_retrieval(documents[:20], documents, gold=gold)
    >>> why = explain_misses(found, documents[:20], documents, gold=gold)
    >>> why.misses[0].query_id, why.misses[0].layer
    ('3', 'crowding')
    """
    check_options(retrieval, confidence, k=(k, 1), draws=(draws, 9), rng=(rng, 0))
    asking = Asking.of(queries, documents, gold=gold, document=document, exclude=exclude,
                       groups=groups)  # fmt: skip
    check_same(retrieval, asking)
    directions, candidates = asking.directions()
    search = Search(asking, directions, candidates, standing(retrieval, asking), k, draws, rng,
                    n_jobs)  # fmt: skip
    top = listed(retrieval, asking)
    languages = Languages.of(asking, language, query_language)
    hubs = find_hubs(search, top)
    near = near_duplicates(search) if len(search.missed) else None
    sides = Sides(search, hubs, languages, near)
    tested = _try_all(sides, grouped=groups is not None)
    labels = label(tested, len(search.missed))
    mends = {name: after for one in tested for name, after in one.mends.items()}
    absent = not_here(retrieval, search)
    told = (*retrieval.provenance.notices, *(note for one in tested for note in one.notices))
    about = Provenance.of(asking.library.set, queries=fingerprint(asking.queries), k=k,
                          draws=draws, confidence=confidence, rng=rng,
                          grouped=groups is not None)  # fmt: skip
    return MissExplanation(
        provenance=replace(about, notices=told),
        name=retrieval.name,
        k=k,
        n_queries=retrieval.n_queries,
        n_groups=asking.units.n,
        n_documents=asking.library.n,
        n_missed=len(search.missed),
        n_not_here=len(absent),
        not_here=tuple(absent[:SHOWN]),
        found=float((search.before < k).sum()) / retrieval.n_queries,
        order=labels.order,
        layers=share_layers(search, tested, labels, confidence),
        mends=measure_mends(search, mends, labels.layer, confidence),
        missing={name: why for one in tested for name, why in one.missing.items()},
        draws=draws,
        confidence=confidence,
        misses=tell_misses(search, tested, labels, sides, top),
        absent=frozenset(absent),
        hits={asking.judgement.ids[i]: int(search.before[i]) + 1
              for i in np.flatnonzero(search.before < k)},
    )  # fmt: skip


def _try_all(sides: Sides, *, grouped: bool) -> list[Tested]:
    """Every layer in its order; nothing where nothing is missed."""
    search = sides.search
    if not len(search.missed):
        return []
    return [
        try_language(search, sides.languages),
        try_hub(search, sides.hubs),
        try_crowding(search, sides.near),
        try_displaced(search),
        try_wording(search, grouped=grouped),
    ]

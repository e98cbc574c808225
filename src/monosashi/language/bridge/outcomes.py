"""What a translation bridge finds, direction by direction, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.bridge.road import Road
from monosashi.language.bridge.translated_queries import bridge_scores
from monosashi.language.corpus import Corpus
from monosashi.language.judging import GoldPages, Judged, Question, judge
from monosashi.language.scored import Space
from monosashi.statistics.proportions import wilson


@dataclass(frozen=True)
class BridgeDirection:
    """Recall of the right page among the pages of one language.

    Attributes
    ----------
    n : int
        Queries with a right page and a translation.
    recall : mapping of k to (value, low, high)
        Share within the first k of that language's list, ties against it; Wilson intervals, 95 %.
    untranslated : int
        Queries that have a right page and no translation; they are not in ``n``.
    """

    n: int
    recall: Mapping[int, tuple[float, float, float]]
    untranslated: int


@dataclass(frozen=True, eq=False)
class BridgeOutcomes:
    """A bridge measured beside other mends.

    Attributes
    ----------
    judged : Judged
        Of every query. ``ranks("pool")`` are the ranks in each language's own list; the mixed ones
        are of lists side by side, so that heads tie: an interval, never one order.
    directions : mapping of (source, target) to BridgeDirection
        Also (source, source): the own index, searched with the query as it is.
    calls : int
        Of the translators.
    translated, embedded : int
        Texts that were asked for in this run (others came from the store).
    seconds_per_query : float or None
        Wait for one translation and one embedding, as they came here in batches; None where all
        translations came from the store.
    """

    judged: Judged
    directions: Mapping[tuple[str, str], BridgeDirection]
    calls: int
    translated: int
    embedded: int
    seconds_per_query: float | None


def bridge_outcomes(
    pages: Corpus | GoldPages,
    documents: EmbeddingSet,
    road: Road,
    *,
    question: Question | None = None,
    queries: EmbeddingSet | None = None,
    ks: tuple[int, ...] = (1, 5, 10),
    text: str = "text",
) -> BridgeOutcomes:
    """Translate queries, search each language's index alone, and rank the known answers there.

    Parameters
    ----------
    pages : Corpus or GoldPages
        As ``language.door.open_corpus`` and ``language.judging.open_gold_pages`` make them.
    documents : EmbeddingSet
        Raw vectors.
    road : Road
    question : Question, optional
        Default that of ``pages``.
    queries : EmbeddingSet, optional
    ks : tuple of int
    text : str
        Column of the queries' texts.

    Raises
    ------
    DataError
        As ``bridge_scores``.
    """
    asked = question or (Question.of_corpus(pages) if isinstance(pages, Corpus) else pages.question)
    scores = bridge_scores(pages, asked, documents, road, queries=queries, text=text)
    judged = judge(scores.scores(Space.of(pages, asked, documents, queries)), asked)
    ranks, found = judged.ranks("pool"), {}
    for source, target in np.ndindex(len(pages.languages), len(pages.languages)):
        mine = (judged.own_pool == source) & (judged.state[:, target] > 0)
        useful = mine & scores.known[:, target]
        if useful.any():
            found[pages.languages[source], pages.languages[target]] = BridgeDirection(
                int(useful.sum()),
                {k: _share(ranks[useful, target] <= k) for k in ks},
                int((mine & ~useful).sum()),
            )
    toll = road.toll
    cost = toll.translating
    wait = cost.seconds_per_text
    per_query = None if wait is None or not toll.embedded else (
        wait + toll.embedding_seconds / toll.embedded
    )  # fmt: skip
    return BridgeOutcomes(judged, found, cost.calls, cost.asked, toll.embedded, per_query)


def _share(hits: np.ndarray) -> tuple[float, float, float]:
    n, count = len(hits), int(hits.sum())
    return count / n, *wilson(count, n)

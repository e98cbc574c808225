"""Compare all ways to mend language on the user's own pages, and take one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.bridge import Road
from monosashi.language.choosing.arguments import (
    check_ceiling,
    check_names,
    check_ways,
    is_real,
    is_whole,
)
from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.choose import choose
from monosashi.language.choosing.costs import Prices, Use, check_amounts
from monosashi.language.choosing.crossing import crossed
from monosashi.language.choosing.folds import cut
from monosashi.language.choosing.ground import Answers, Ground, open_ground
from monosashi.language.choosing.picking import Limits
from monosashi.language.choosing.trials import Progress, Trials
from monosashi.language.choosing.ways import chosen_ways
from monosashi.language.repairs import Refittable
from monosashi.language.scored import ScoreMethod
from monosashi.results import Provenance
from monosashi.statistics.bootstrap import RESAMPLES, Resampling
from monosashi.statistics.generators import as_generator


def compare_language_repairs(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None = None,
    gold: Answers | None = None,
    methods: Sequence[str] | None = None,
    others: Mapping[str, ScoreMethod | Refittable] | None = None,
    bridge: ScoreMethod | Road | None = None,
    max_same_language_loss: float = 0.01,
    calls_per_day: float | None = None,
    latency: float | None = None,
    prices: Prices | Mapping[str, float] | None = None,
    folds: int = 5,
    max_queries: int | None = None,
    force: bool = False,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    progress: Progress | None = None,
) -> LanguageRepairChoice:
    """Measure every way to mend language in one mixed pool, and take the simplest good one.

    Everything is cross-fitted: a query is judged by a repair that was fitted without its item (its
    page with all translations, or the section whose title it is). What is deployed is fitted to
    all pages and does a little better. The figures are for these pages and queries; they say
    nothing of other corpora, of what readers click, or of answers that nobody has named.

    Parameters
    ----------
    documents : EmbeddingSet
    key, language : column name or (n,) values
        What is said, and in which language; rows that share both are chunks of one document.
    queries : EmbeddingSet, optional
        Independent queries (titles, a query log). Without them pages ask for their translations,
        and what same-language search loses cannot be known.
    gold : Gold, mapping, or name of a column, optional
        Which documents answer which query, in any language; a column that queries and documents
        share. Default: documents with the query's key.
    methods : sequence of str, optional
        Some of the ways by name (``language.choosing.ORDER``); default all that can be measured.
    others : mapping of name to ScoreMethod or to a repair that can be fitted again, optional
        Ways of your own. A ScoreMethod is shown all queries, in the order of the corpus.
    bridge : Road or ScoreMethod, optional
        Translators with the embedder of the index (``language.bridge.Road.of``): texts of the
        queries (column ``text``) are translated, each language's index is searched alone. The
        measured time of a translation stands in for ``translation_ms`` where that is not given.
    max_same_language_loss : float
        Most that recall@1 inside the query's own language may fall. The whole interval of the
        loss must lie below; where it does not, the way is not taken.
    calls_per_day, latency : float, optional
        Queries a day; milliseconds that a mend may add to a search.
    prices : Prices or mapping, optional
        ``embedding`` and ``translation`` (1,000 calls), ``search_ms``, ``translation_ms``.
    folds : int
    max_queries : int, optional
        Most queries that are measured: those of items drawn at random; every document stays in
        the pool and may be fitted to. Default 100 million divided by the number of documents
        (2,000 for 50,000), but 1,000 at least; a notice says how many of how many were measured.
    force : bool
        Go on with fewer than 50 documents of a language.
    confidence : float
    rng : int or Generator, optional
    progress : callable, optional
        Called before each way with how many are done, of how many, and its name.

    Returns
    -------
    LanguageRepairChoice

    Raises
    ------
    DataError
        As ``measure_language_bias``; names that are not known; gold without queries; fewer than
        50 documents of a language; fewer items than folds; amounts that are no amounts.

    Notes
    -----
    Taken is the simplest way that is surely better than none and whose mean average precision
    (answers of all languages, ties against them) is not surely below the best; this second
    "surely" holds for all comparisons together (Bonferroni).
    Left out of the choice are ways that show signs of gaming, lose too much in the own language
    (or, without independent queries, keep less than half of its lists), or are too slow. "none" is
    the answer where every direction surely loses less than 0.03 of recall@1 to language, and where
    nothing is surely better.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics = rng.normal(size=(60, 8))
    >>> tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], 60, axis=0)
    >>> vectors = np.hstack([np.vstack([topics, topics]), tongue])
    >>> columns = {"slug": [*range(60)] * 2, "lang": ["ja"] * 60 + ["en"] * 60}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> found = compare_language_repairs(pages, key="slug", language="lang",
    ...                                  methods=["centering", "csls"])
    >>> found.pick, found.why
    ('centering', 'highest')
    """
    documents, generator = as_set(documents), as_generator(rng)
    queries = None if queries is None else as_set(queries)
    check_names(methods)
    check_ways(others, bridge)
    check_ceiling(max_queries)
    limits = _checked(max_same_language_loss, latency, calls_per_day, confidence)
    use = Use(calls_per_day, latency, Prices.of(prices))
    ground = open_ground(documents, key=key, language=language, queries=queries, gold=gold,
                         force=force, max_queries=max_queries, rng=generator)  # fmt: skip
    _check_folds(ground, folds)
    use, scores = crossed(ground, use, bridge)
    ways = chosen_ways(ground, methods, others or {}, scores)
    trials = Trials.of(ground, ways, cut(ground, folds, generator), progress)
    resampling = Resampling.of(ground.n_units, rng=generator)
    settings = {"folds": folds, "max_queries": max_queries, "confidence": confidence,
                "max_same_language_loss": max_same_language_loss,
                "seed": resampling.seed}  # fmt: skip
    return choose(trials, resampling, limits, use, _provenance(ground, documents, settings))


def _check_folds(ground: Ground, folds: int) -> None:
    most = ground.n_units // 2
    if not is_whole(folds) or not 2 <= folds <= most:
        raise DataError(fault("language.errors.bad_folds", given=folds, n=ground.n_units,
                              most=most))  # fmt: skip


def _checked(loss: float, latency: float | None, calls: float | None, confidence: float) -> Limits:
    if not is_real(confidence) or not 0 < confidence < 1:
        raise DataError(fault("language.errors.bad_confidence", given=confidence))
    check_amounts({"max_same_language_loss": loss, "latency": latency, "calls_per_day": calls},
                  needed=("max_same_language_loss",))  # fmt: skip
    return Limits(loss, latency, confidence)


def _provenance(ground: Ground, documents: EmbeddingSet, settings: dict[str, Any]) -> Provenance:
    asked = {"query_role": ground.role, "resamples": RESAMPLES}
    held = Provenance.of(documents, **settings, **asked)
    return replace(held, notices=(*held.notices, *ground.held.notices))

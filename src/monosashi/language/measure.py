"""Measure how much of a ranking is decided by language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.asking import Asking
from monosashi.language.choices import check_choices, wanted_directions
from monosashi.language.direction import add_outcomes, describe
from monosashi.language.door import open_corpus
from monosashi.language.geometry import measure_geometry
from monosashi.language.outcomes import Outcomes
from monosashi.language.pool_hubs import measure_pool_hubs
from monosashi.language.results import LanguageBias
from monosashi.language.search import Answers, measure_language_search
from monosashi.language.translated import translation_counts, translation_notices
from monosashi.statistics.bootstrap import Resampling


def measure_language_bias(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    source: str | None = None,
    target: str | None = None,
    queries: EmbeddingSet | None = None,
    gold: Answers | None = None,
    keep_copies: bool = False,
    translated: str | Column | None = None,
    ks: Sequence[int] = (1, 5, 10),
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> LanguageBias:
    """Compare finding translations among their own language with finding them among all.

    Every page asks for its translation twice: among pages of the target language only, and in
    one pool of all languages from which its own page is left out. What recall loses from the one
    to the other has two parts: the mixed pool holds more candidates, and language decides a part
    of the ranking. The first is what recall would lose if language played no part; it is worked
    out from counts, not drawn (``thin_mixed_pool``). It does not say whether searchers find what
    they want: that needs queries with known answers.

    Parameters
    ----------
    documents : EmbeddingSet
        Rows of two or more languages. ``query_vectors``, where present, ask the questions;
        otherwise the document vectors do, and the result says so (``query_role``).
    key, language : column name or (n,) values
        What is said, and in which language. Rows that share both are chunks of one document,
        which scores by its best chunk.
    source, target : str, optional
        Report only directions from or to a language. The mixed pool always holds all languages.
    queries : EmbeddingSet, optional
        Independent queries (titles, a query log) with the same columns; the documents of their
        key are the answers.
    gold : Gold, mapping of query id to ids, or name of a shared column, optional
        Which documents answer which query, any number in any language. Documents then ask for
        their translations, and what the queries find stands in ``search``.
    keep_copies : bool
        Ask for translations that are copies of the text, too; by default they are left out and
        named (equal texts, or over 90 % of the words or runs of three characters shared).
    translated : "human", "machine", "unknown", or a column of these, optional
        Where the texts came from; it changes no number, only what may be said of them.
    ks : sequence of int
        Cut-offs of recall; 1 is always added.
    confidence : float
    rng : int or Generator, optional

    Returns
    -------
    LanguageBias

    Raises
    ------
    DataError
        One language only, no shared key, gaps in the columns, zero vectors (by row), queries of
        another model or language.

    Notes
    -----
    rank = 1 + competitors with a higher cosine + competitors within 1e-9 of it. The other
    translations of the item, and exact copies of a right answer, do not compete. Intervals are
    over keys (Clopper-Pearson for plain hits and misses, else Korn & Graubard 1998): they speak of
    other items put to this pool. For a wholly new pool of the same size and kind they
    held the mean in 92-95 % of simulations (nominal 95 %); for another size or mix of languages
    they say nothing. Where chunks are drawn, those of the language part also hold what pages in
    each other's way add (94-98 % then; see ``Changes.mutual_variance``). The mixed pool follows
    LAReQA (Roy et al. 2020, arXiv 2004.05484).

    Examples
    --------
    >>> topic, tongue = np.eye(3), np.array([[2.0, 0.0], [0.0, 2.0]])
    >>> vectors = [[*topic[i], *tongue[j]] for j in (0, 1) for i in range(3)]
    >>> columns = {"slug": list("abcabc"), "lang": ["ja"] * 3 + ["en"] * 3}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> found = measure_language_bias(pages, key="slug", language="lang").directions["ja", "en"]
    >>> float(found.target_only.recall[1]), float(found.mixed.recall[1]), float(found.drop)
    (1.0, 0.0, 1.0)
    >>> float(found.language_drop), float(found.candidates_drop)  # two wrong pages, each 1 of 2
    (0.75, 0.25)
    """
    documents = as_set(documents)
    ks = check_choices(ks, confidence)
    came, search = translation_counts(documents, translated), None
    if gold is not None:
        search = measure_language_search(documents, key=key, language=language, queries=queries,
                                         gold=gold, ks=ks, confidence=confidence,
                                         rng=rng)  # fmt: skip
        queries = None
    corpus = open_corpus(documents, key=key, language=language, queries=queries,
                         keep_copies=keep_copies)  # fmt: skip
    wanted = wanted_directions(corpus, source, target)
    asking = Asking.of(corpus, documents, ks)
    corpus = replace(corpus, notices=(*corpus.notices, *translation_notices(came)))
    columns = Outcomes(*corpus.units())
    found = [pair for pair in wanted if add_outcomes(columns, asking, pair)]
    if not found:
        raise DataError(fault("language.errors.nothing_to_find"))
    resampling = Resampling.of(columns.n_units, rng=rng)
    drawn = columns.resample(resampling, confidence)
    reasons = {}
    for a, b in (corpus.names(pair) for pair in wanted if pair not in found):
        reasons[f"directions.{a}->{b}"] = fault("language.reasons.no_pairs", source=a, target=b)
    if (hubs := measure_pool_hubs(corpus, asking.ranks)) is None:
        reasons["hubs"] = fault("language.reasons.short_lists")
    directions = {corpus.names(pair): describe(asking, drawn, pair, reasons) for pair in found}
    settings = {"source": source, "target": target, "ks": list(ks), "confidence": confidence,
                "seed": resampling.seed, "keep_copies": keep_copies}  # fmt: skip
    return LanguageBias(
        provenance=corpus.provenance(documents, **settings),
        reasons=reasons,
        directions=directions,
        query_role=corpus.role,
        languages=corpus.languages,
        documents=dict(zip(corpus.languages, corpus.layout.sizes.tolist(), strict=True)),
        geometry=measure_geometry(asking.candidates, corpus.languages),
        ks=ks,
        confidence=confidence,
        hubs=hubs,
        translated=came,
        search=search,
        corpus=corpus,
        ranks=asking.ranks,
        thinned=asking.thinned,
    )

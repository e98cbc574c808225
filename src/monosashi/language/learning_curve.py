"""How many documents a centring needs: search after fitting it to n random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.centering import LanguageCentering
from monosashi.language.centroids import Centroids
from monosashi.language.corpus import Corpus
from monosashi.language.door import open_corpus
from monosashi.language.learning_curves import CentroidError, CurvePoint, LearningCurve
from monosashi.language.trial import Trial
from monosashi.ranking import GoldRanks, hits
from monosashi.statistics.generators import as_generator

SIZES = (20, 50, 100, 200, 400)
Recalls = dict[Pair, float]

__all__ = ["LearningCurve", "learning_curve"]


def learning_curve(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    sizes: Sequence[int] = SIZES,
    repeats: int = 30,
    rng: int | np.random.Generator | None = None,
) -> LearningCurve:
    """recall@1 of the mixed pool after centring fitted to n random documents of each language.

    It says from how many documents on the mean is steady enough for these data, and where a
    centring fitted to few does harm. All documents are searched and mended every time, those the
    mean was taken from among them; queries lose the mean of documents. Repeats share documents
    when n comes near the number there is, so their spread is then too small for other documents.

    Parameters
    ----------
    documents, key, language
        As in ``measure_language_bias``.
    sizes : sequence of int
        Documents of each language that the centring is fitted to, without replacement. Those not
        below the number of documents of the smallest language are left out, with a notice.
    repeats : int
    rng : int or Generator, optional

    Returns
    -------
    LearningCurve

    Raises
    ------
    DataError
        As ``measure_language_bias``; no size that fits, fewer than 2 repeats.

    Notes
    -----
    The error of a mean of n unit vectors is sqrt((1 - |c|^2) / n), root mean square of its length.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics = rng.normal(size=(60, 8))
    >>> tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], 60, axis=0)
    >>> vectors = np.hstack([np.vstack([topics, topics]), tongue])
    >>> columns = {"slug": [*range(60)] * 2, "lang": ["ja"] * 60 + ["en"] * 60}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> curve = learning_curve(pages, key="slug", language="lang", sizes=[3, 30], repeats=5)
    >>> few, many = (point for point in curve.points if point.source == "ja")
    >>> many.recall > few.recall > many.raw
    True
    """
    documents = as_set(documents)
    corpus = open_corpus(documents, key=key, language=language)
    asked, notices = _check(sizes, repeats, corpus)
    generator = as_generator(rng)
    trial = Trial(corpus, np.zeros(len(corpus.pairs.keys), dtype=np.intp))
    raw = _recalls(corpus, corpus.rank(documents, k=0))
    runs = {n: [_run(trial, n, generator) for _ in range(repeats)] for n in asked}
    provenance = corpus.provenance(documents, sizes=list(asked), repeats=repeats)
    return LearningCurve(
        provenance=replace(provenance, notices=(*provenance.notices, *notices)),
        query_role=corpus.role,
        points=tuple(_point(corpus, n, pair, [recalls[pair] for _, recalls in found], raw[pair])
                     for n, found in runs.items() for pair in raw),
        centroids=_errors(trial, {n: [held for held, _ in found] for n, found in runs.items()}),
        repeats=repeats,
    )  # fmt: skip


def _check(
    sizes: Sequence[int], repeats: Any, corpus: Corpus
) -> tuple[tuple[int, ...], tuple[Fault, ...]]:
    """The sizes that the smallest language allows; a notice about the others."""
    if not _whole(repeats):
        raise DataError(fault("language.errors.bad_repeats", given=repeats))
    given = ", ".join(map(str, sizes))
    if not sizes or not all(map(_whole, sizes)):
        raise DataError(fault("language.errors.bad_sizes", given=given or "-"))
    smallest = int(np.bincount(corpus.pairs.language_codes).min())
    asked = tuple(sorted({int(n) for n in sizes if n < smallest}))
    if not asked:
        raise DataError(fault("language.errors.no_size_fits", given=given, n=smallest))
    lost = ", ".join(str(n) for n in sorted({*sizes}) if n >= smallest)
    note = fault("language.notices.sizes_left_out", given=lost, n=smallest)
    return asked, ((note,) if lost else ())


def _whole(given: Any) -> bool:
    whole = isinstance(given, int | np.integer) and not isinstance(given, bool)
    return bool(whole and given >= 2)


def _run(trial: Trial, n: int, rng: np.random.Generator) -> tuple[Centroids, Recalls]:
    """Means of n documents of each language, and recalls of everything mended with them."""
    codes = trial.corpus.pairs.language_codes
    rows = np.concatenate([rng.choice(np.flatnonzero(codes == code), n, replace=False)
                           for code in range(len(trial.corpus.languages))])  # fmt: skip
    part = trial.documents.take(np.sort(rows))
    repair = LanguageCentering.fit(part, language=trial.labels[np.sort(rows)], force=True)
    mended = repair.apply(trial.documents, language=trial.labels)
    return repair.documents, _recalls(trial.corpus, trial.corpus.rank(mended, k=0))


def _recalls(corpus: Corpus, ranks: GoldRanks) -> Recalls:
    mixed, recalls = ranks.ranks("mixed"), {}
    for pair in permutations(range(len(corpus.languages)), 2):
        rows = asking_rows(corpus, pair)
        if len(rows):
            recalls[pair] = float(hits(mixed[rows, pair[1]], 1).mean())
    return recalls


def _point(corpus: Corpus, n: int, pair: Pair, found: list[float], raw: float) -> CurvePoint:
    recalls: npt.NDArray[np.float64] = np.array(found)
    return CurvePoint(
        *corpus.names(pair), n, raw, float(recalls.mean()), float(recalls.std(ddof=1)),
        float(recalls.min()), float(recalls.max()), float((recalls < raw).mean()),
    )  # fmt: skip


def _errors(trial: Trial, fitted: dict[int, list[Centroids]]) -> tuple[CentroidError, ...]:
    whole = LanguageCentering.fit(trial.documents, language=trial.labels, force=True).documents
    return tuple(
        CentroidError(name, n, float(np.sqrt(max(0.0, 1 - _squared(mean)) / n)),
                      float(np.sqrt(np.mean([_squared(one.means[name] - mean) for one in held]))))
        for name, mean in whole.means.items() for n, held in fitted.items()
    )  # fmt: skip


def _squared(vector: npt.NDArray[np.float64]) -> float:
    return float(np.add.reduce(vector * vector))

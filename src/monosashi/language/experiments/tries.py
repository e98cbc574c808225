"""Turn every knob, measure the drop again, and compare query by query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.corpus import Corpus
from monosashi.language.door import open_corpus
from monosashi.language.experiments.first_scores import direction_curve
from monosashi.language.experiments.knob import Knob, TriedKnob, largest_difference
from monosashi.language.experiments.knobs import (
    Embed,
    cleaning_knobs,
    dimension_knobs,
    role_knobs,
)
from monosashi.language.experiments.results import LanguageExperiments
from monosashi.language.lost_by_mixing import Lost
from monosashi.language.outcomes import Outcomes, Resampled
from monosashi.statistics.bootstrap import Resampling

PART, CHANGE = (-1.0, 1.0), (-2.0, 2.0)
BOUNDS = {"language": PART}
CHANGES = ("drop", "language")
NEAREST = 10


def try_knobs(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    embed: Embed | None = None,
    roles: Sequence[str] = (),
    keep_copies: bool = False,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> LanguageExperiments:
    """Try what people try first, and say what each changes in the drop, with an interval.

    Dimensions (three quarters, half, a quarter, renormalised) need vectors only. With ``embed``
    also texts cleaned of full-width signs and of heading marks, and, for a model with two roles,
    all four settings of who asks and who answers. A score threshold is shown as a curve.

    Parameters
    ----------
    documents, key, language, keep_copies, confidence, rng
        As in ``measure_language_bias``; the documents (or their query vectors) ask.
    embed : function of texts and a role, optional
        Gives an EmbeddingSet of the same model; texts come from the column ``text``.
    roles : sequence of "query", "passage"
        Roles that the model has; none for a model that embeds all texts alike.

    Returns
    -------
    LanguageExperiments

    Raises
    ------
    DataError
        As ``measure_language_bias``; ``embed`` for documents without texts.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics, tongue = rng.normal(size=(40, 8)), np.repeat([[2.0, 0], [0, 2.0]], 40, axis=0)
    >>> vectors = np.hstack([np.vstack([topics, topics]), tongue])
    >>> columns = {"slug": [*range(40)] * 2, "lang": ["ja"] * 40 + ["en"] * 40}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> found = try_knobs(pages, key="slug", language="lang")
    >>> sorted({knob.name for knob in found.knobs})
    ['dimensions 2', 'dimensions 5', 'dimensions 8']
    """
    documents = as_set(documents)
    corpus = open_corpus(documents, key=key, language=language, keep_copies=keep_copies)
    before = Lost.of(corpus, documents, k=NEAREST)
    knobs = list(_knobs(documents, embed, roles))
    columns, same, lost = Outcomes(*corpus.units()), {}, {}
    pairs = [pair for pair in _pairs(corpus) if len(asking_rows(corpus, pair))]
    for pair in pairs:
        _add(columns, before, "", pair)
    reasons: dict[str, Fault] = {}
    for knob in knobs:
        try:
            turned = knob.make()
            same[knob.name] = largest_difference(documents, turned)
            if same[knob.name] != 0.0:
                after = Lost.of(corpus, turned)
                for pair in pairs:
                    _add(columns, after, knob.name, pair, before)
        except DataError as error:
            lost[knob.name] = reasons[f"knobs.{knob.name}"] = error.faults[0]
    resampling = Resampling.of(columns.n_units, rng=rng)
    found = columns.resample(resampling, confidence)
    tried = [_describe(found, corpus, knob, pair, same[knob.name])
             for knob in knobs if knob.name not in lost for pair in pairs]  # fmt: skip
    return LanguageExperiments(
        provenance=corpus.provenance(documents, confidence=confidence, seed=resampling.seed),
        reasons=reasons,
        knobs=tuple(tried),
        before={corpus.names(pair): found.estimate(("", pair, "drop")) for pair in pairs},
        language_before={corpus.names(pair): found.estimate(("", pair, "language"))
                         for pair in pairs},
        thresholds=tuple(point for pair in pairs
                         for point in direction_curve(corpus, documents, before.ranks, pair,
                                                      confidence)),
    )  # fmt: skip


def _describe(
    found: Resampled, corpus: Corpus, knob: Knob, pair: Pair, difference: float | None
) -> TriedKnob:
    place = (knob.name, pair)
    return TriedKnob(
        knob.name,
        knob.kind,
        *corpus.names(pair),
        target_only=found.maybe((*place, "alone")),
        mixed=found.maybe((*place, "mixed")),
        drop=found.maybe((*place, "drop")),
        change=found.maybe((*place, "drop", "change")),
        language_drop=found.maybe((*place, "language")),
        language_change=found.maybe((*place, "language", "change")),
        identical=difference == 0.0,
        largest_difference=difference,
    )


def _knobs(documents: EmbeddingSet, embed: Embed | None, roles: Sequence[str]) -> Iterator[Knob]:
    yield from dimension_knobs(documents)
    if embed is None:
        return
    if "text" not in documents.columns:
        raise DataError(fault("language.errors.knobs_need_texts"))
    texts = [str(text) for text in documents.columns["text"]]
    yield from cleaning_knobs(documents, texts, embed)
    yield from role_knobs(documents, texts, embed, roles)


def _pairs(corpus: Corpus) -> list[Pair]:
    languages = range(len(corpus.languages))
    return [(a, b) for a in languages for b in languages if a != b]


def _add(columns: Outcomes, lost: Lost, knob: str, pair: Pair, before: Lost | None = None) -> None:
    """Columns of one setting, and what it changes beside the setting before."""
    rows, found = asking_rows(lost.corpus, pair), lost.columns(pair)
    for name, values in found.items():
        mutual = lost.mutual_variance(pair) if name == "language" else 0.0
        columns.add((knob, pair, name), rows, values, BOUNDS.get(name, (0.0, 1.0)), mutual)
    if before is not None:
        held = before.columns(pair)
        for name in CHANGES:
            columns.add((knob, pair, name, "change"), rows, found[name] - held[name], CHANGE)

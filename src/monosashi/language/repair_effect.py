"""Measure what repairs do to search in a mixed pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.choices import check_choices
from monosashi.language.door import open_corpus
from monosashi.language.effect import RepairEffect
from monosashi.language.judging import gamed
from monosashi.language.judging.gamed import Sign
from monosashi.language.kinds import kind_faults, refuse_kinds, repair_faults
from monosashi.language.outcomes import Outcomes
from monosashi.language.pool_hubs import PoolHubs, measure_pool_hubs
from monosashi.language.ranks_as_judged import as_judged
from monosashi.language.repaired import (
    GAIN,
    After,
    Measured,
    add_after,
    add_before,
    describe_repair,
)
from monosashi.language.repairs import Repair, code_of, shipped_repairs
from monosashi.language.results import LanguageBias
from monosashi.language.trial import Trial, halves
from monosashi.ranking import average_precision
from monosashi.statistics.bootstrap import Resampling
from monosashi.statistics.generators import as_generator


def measure_repair_effect(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    repairs: Mapping[str, Repair | EmbeddingSet] | None = None,
    queries: EmbeddingSet | None = None,
    keep_copies: bool = False,
    ks: Sequence[int] = (1, 5, 10),
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    before: LanguageBias | None = None,
) -> RepairEffect:
    """Rank translations in the mixed pool before and after each repair, all directions.

    A repair can raise recall by putting the other language first whatever is asked; so the share
    of the own language in the top 10 and the overlap of same-language neighbours stand beside
    it. Figures are for these documents; ``held_out`` fits the repair to the other half of the
    items. Nothing here says what searchers of one language lose: that needs their queries.

    Parameters
    ----------
    documents, key, language, queries, keep_copies, ks, confidence, rng
        As in ``measure_language_bias``.
    repairs : mapping of name to repair or to repaired EmbeddingSet, optional
        Default: centring per language (document and, with query vectors, query-side centroid)
        and one global mean, fitted to ``documents``.
    before : LanguageBias, optional
        The measure of the same documents, to save ranking them again.

    Returns
    -------
    RepairEffect

    Raises
    ------
    DataError
        As ``measure_language_bias`` and ``LanguageCentering.fit``; repaired sets with other ids.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics = rng.normal(size=(60, 8))
    >>> tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], 60, axis=0)
    >>> vectors = np.hstack([np.vstack([topics, topics]), tongue])
    >>> columns = {"slug": [*range(60)] * 2, "lang": ["ja"] * 60 + ["en"] * 60}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> effect = measure_repair_effect(pages, key="slug", language="lang")
    >>> row = effect.directions["ja", "en"]["centring per language (document centroid)"]
    >>> float(row.after) > float(row.before)
    True
    """
    documents = as_set(documents)
    ks = check_choices(ks, confidence)
    if repairs is not None:
        refuse_kinds(kind_faults(Mapping, repairs=repairs))
        refuse_kinds(repair_faults(**{f"repairs[{name!r}]": one for name, one in repairs.items()
                                      if not isinstance(one, EmbeddingSet)}))  # fmt: skip
    measured = _start(documents, key, language, queries, before, keep_copies=keep_copies, ks=ks)
    corpus = measured.corpus
    if repairs is None:
        repairs = shipped_repairs(documents, language=language, queries=queries)
    generator = as_generator(rng)
    resampling = Resampling.of(corpus.units()[1], rng=generator)
    columns, looked = _try_all(measured, repairs, generator)
    found = columns.resample(resampling, confidence)
    reasons: dict[str, Fault] = {}
    directions = {
        corpus.names(pair): {name: describe_repair(measured, found, pair, name, reasons)
                             for name in repairs}
        for pair in measured.pairs
    }  # fmt: skip
    hubs = {"hubs_before": measure_pool_hubs(corpus, measured.ranks),
            **{f"hubs.{name}": one.hubs for name, one in looked.items()}}  # fmt: skip
    reasons |= {path: fault("language.reasons.short_lists")
                for path, held in hubs.items() if held is None}  # fmt: skip
    settings = {"ks": list(ks), "confidence": confidence, "seed": resampling.seed}
    return RepairEffect(
        provenance=corpus.provenance(documents, **settings),
        reasons=reasons,
        repairs={name: code_of(repair) for name, repair in repairs.items()},
        directions=directions,
        query_role=corpus.role,
        confidence=confidence,
        signs={name: one.signs for name, one in looked.items()},
        hubs={name: one.hubs for name, one in looked.items()},
        hubs_before=hubs["hubs_before"],
        map_before=found.estimate("map"),
        map_after={name: found.estimate((name, "map")) for name in repairs},
        map_gain={name: found.estimate((name, "map gain")) for name in repairs},
    )


@dataclass(frozen=True)
class _Looked:
    """What a repair did to the whole pool."""

    signs: tuple[Sign, ...]
    hubs: PoolHubs | None


def _try_all(
    measured: Measured,
    repairs: Mapping[str, Repair | EmbeddingSet],
    generator: np.random.Generator,
) -> tuple[Outcomes, dict[str, _Looked]]:
    corpus = measured.corpus
    judged, looked = as_judged(corpus, measured.ranks), {}
    trial = Trial(corpus, halves(len(corpus.pairs.keys), generator))
    columns = Outcomes(*corpus.units())
    for pair in measured.pairs:
        add_before(columns, measured, pair)
    everyone, precision = np.arange(corpus.task.n), average_precision(measured.ranks)
    columns.add("map", everyone, precision)
    for name, repair in repairs.items():
        after, held_out = trial.rank(repair), trial.held_out(repair)
        for pair in measured.pairs:
            add_after(columns, measured, After(name, after, held_out), pair)
        mended = average_precision(after)
        columns.add((name, "map"), everyone, mended)
        columns.add((name, "map gain"), everyone, mended - precision, GAIN)
        signs = gamed(judged, as_judged(corpus, after))
        looked[name] = _Looked(signs, measure_pool_hubs(corpus, after))
    return columns, looked


def _start(
    documents: EmbeddingSet,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None,
    before: LanguageBias | None,
    *,
    keep_copies: bool,
    ks: tuple[int, ...],
) -> Measured:
    if before is None:
        corpus = open_corpus(documents, key=key, language=language, queries=queries,
                             keep_copies=keep_copies)  # fmt: skip
        ranks = corpus.rank(documents)
        return Measured(corpus, ranks, corpus.thin(documents, ranks), ks)
    held = before.corpus.queries if queries is not None else before.corpus.pairs.set
    if before.corpus.pairs.set is not documents or held is not (queries or documents):
        raise DataError(fault("language.errors.other_before"))
    return Measured(before.corpus, before.ranks, before.thinned, ks)

"""Hold a repair against vectors of today: whether it still fits them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import ADVISED_DOCUMENTS
from monosashi.language.freshness.asked_today import language_labels, queries_of_today
from monosashi.language.freshness.drift import Drift, Fresh, measure_drift
from monosashi.language.freshness.growth import growth, outgrown, without_mean
from monosashi.language.freshness.index_card import IndexCard, as_index_card
from monosashi.language.freshness.notes import check_notices, check_reasons
from monosashi.language.freshness.results import STATES, RepairCheck, is_own
from monosashi.language.freshness.seen import Seen, compare_cards
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.mendable import mended_faults
from monosashi.language.spread import LEAST_UNITS
from monosashi.results.provenance import Provenance

if TYPE_CHECKING:
    from monosashi.models import Embedder


def check_repair(
    repair: FittedRepair,
    sample: EmbeddingSet,
    index_card: IndexCard | EmbeddingSet | ModelCard | None = None,
    *,
    language: Column | None = None,
    key: Column | None = None,
    queries: EmbeddingSet | None = None,
    query_language: Column | None = None,
    embedder: Embedder | None = None,
) -> RepairCheck:
    """Compare cards, fixed texts, means, languages and numbers of documents.

    It says whether the means still describe documents like those of the sample. It does not say
    that the repair helps (``measure_repair_effect`` does).

    Parameters
    ----------
    repair : FittedRepair
    sample : EmbeddingSet
        Raw (unmended) document vectors of today, drawn at random: 20 of each language are needed,
        200 see much more. The documents that the repair was fitted to may be among them; the
        check then misses some drift and gives no false alarm.
    index_card : IndexCard, EmbeddingSet or ModelCard, optional
        What is known of the whole index: model, number of documents. Without it growth shows
        only where the sample alone has far more documents than the repair was fitted to.
    language : column name or values; default the column that the repair was fitted with
    key : column name or values, optional
        Rows of a language that share a key (chunks of a page) count as one unit, since they are
        alike and tell less than as many pages.
    queries : EmbeddingSet, optional
        Raw query vectors of today, a random sample of the query log: where the repair holds means
        of queries they are held against those by the same rule. Default the query vectors of
        ``sample``, where the means are of documents in the query role, too.
    query_language : column name or values; default ``language``
    embedder : Embedder, optional
        Embeds the repair's fixed texts now. Otherwise those in the card of the sample are
        compared, which were embedded when the sample was.

    Returns
    -------
    RepairCheck

    Raises
    ------
    DataError
        Vectors that were mended; a sample without a language column, with zero vectors, or too
        small to judge any language when nothing else is wrong.

    Notes
    -----
    Drift: |mean of the sample - stored mean| beyond ``noise_band``, 1 % of false alarms over all
    languages together (each gets its equal part).

    Examples
    --------
    >>> from monosashi.language import LanguageCentering
    >>> rng = np.random.default_rng(0)
    >>> tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], 100, axis=0)
    >>> def pages(shift):
    ...     vectors = np.hstack([rng.normal(size=(200, 8)) + shift, tongue])
    ...     return EmbeddingSet.from_arrays(vectors, columns={"lang": ["ja"] * 100 + ["en"] * 100})
    >>> repair = LanguageCentering.fit(pages(0.0), language="lang")
    >>> repair.check(pages(0.0)).states, repair.check(pages(0.5)).states
    (('too_few',), ('drifted', 'too_few'))
    """
    refuse_kinds(kind_faults(FittedRepair, repair=repair),
                 kind_faults((EmbeddingSet, type(None)), queries=queries))  # fmt: skip
    sample = as_set(sample)
    if faults := mended_faults(repair.model, sample.model):
        raise DataError(*faults)
    index = as_index_card(index_card, repair.column if language is None else language)
    seen = compare_cards(repair, sample, index, embedder)
    today, unknown = _documents(repair, sample, seen, language, key)
    unknown = {**without_mean(repair.documents, index), **unknown}
    spoken = language if query_language is None else query_language
    asked = None if seen.other_space else queries_of_today(
        repair, sample, queries, language=spoken, key=key)  # fmt: skip
    drift, query_drift = measure_drift(repair, today, asked)
    every = (*drift, *query_drift)
    few = {name: n for name, n in repair.documents.counts.items() if n < ADVISED_DOCUMENTS}
    grown = growth(repair.documents, index)
    if not grown and today is not None:
        grown = outgrown(repair.documents, today.means.counts)
    holds = _holding(seen, unknown=unknown, drifted=any(one.drifted for one in every),
                     grown=any(one.much for one in grown), few=few)  # fmt: skip
    if not any(one.judged for one in every) and not holds - {"grown", "too_few"}:
        raise DataError(_unjudged(repair, sample.n, every))
    origin = Provenance.of(sample, embedder=None if embedder is None else embedder.name)
    told = check_notices(repair, seen, every, origin.notices, asked=asked is not None,
                         own=(bool(holds) and is_own(drift), is_own(query_drift)))  # fmt: skip
    return RepairCheck(
        provenance=replace(origin, notices=told),
        states=tuple(name for name in STATES if name in holds) or ("ok",),
        method=repair.called, model=repair.model.name or "", built_at=repair.built_at,
        documents=dict(repair.documents.counts), drift=drift, query_drift=query_drift,
        growth=grown, differences=tuple(seen.differences), canary=seen.canary, unknown=unknown,
        few=few, reasons=check_reasons(drift, query_drift, index, seen.canary),
    )  # fmt: skip


def _unjudged(repair: FittedRepair, n: int, every: Sequence[Drift]) -> Fault:
    """Why no language could be judged: too few units, or enough of them, all alike."""
    if alike := list(dict.fromkeys(one.language for one in every if one.all_alike)):
        return fault("language.errors.sample_alike", ids=alike)
    return fault("language.errors.sample_too_small", n=n, least=LEAST_UNITS,
                 known=", ".join(repair.languages))  # fmt: skip


def _holding(
    seen: Seen, *, unknown: Mapping[str, int], drifted: bool, grown: bool, few: Mapping[str, int]
) -> set[str]:
    """Names of the states that hold."""
    changed = seen.canary is not None and seen.canary.changed
    found = {"canary_changed": changed, "unknown_language": unknown, "drifted": drifted,
             "grown": grown, "too_few": few}  # fmt: skip
    cards = {one.state for one in seen.differences if one.state}
    return cards | {name for name, holds in found.items() if holds}


def _documents(
    repair: FittedRepair, sample: EmbeddingSet, seen: Seen, language: Column | None,
    key: Column | None,
) -> tuple[Fresh | None, dict[str, int]]:  # fmt: skip
    """Documents in known languages, and rows in others; nothing is compared across spaces."""
    labels = language_labels(repair, sample, language)
    known = np.isin(labels, repair.languages)
    names, counts = np.unique(labels[~known].astype(str), return_counts=True)
    unknown = dict(zip(names.tolist(), counts.tolist(), strict=True))
    if seen.other_space or not known.any():
        return None, unknown
    units = sample.ids if key is None else sample.column(key, "key")
    held = sample.take(known)
    return Fresh.of(held.vectors, labels[known], units[known]), unknown

"""Hold a repair against vectors of today: whether it still fits them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, as_set, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import ADVISED_DOCUMENTS
from monosashi.language.freshness.drift import Drift, measure_drift
from monosashi.language.freshness.growth import growth
from monosashi.language.freshness.index_card import IndexCard, as_index_card
from monosashi.language.freshness.notes import check_notices, check_reasons
from monosashi.language.freshness.results import STATES, RepairCheck
from monosashi.language.freshness.seen import Seen, compare_cards
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
    embedder: Embedder | None = None,
) -> RepairCheck:
    """Compare cards, fixed texts, means, languages and numbers of documents.

    It says whether the means still describe documents like those of the sample. It does not say
    that the repair helps (``measure_repair_effect`` does), nor anything of queries' means.

    Parameters
    ----------
    repair : FittedRepair
    sample : EmbeddingSet
        Raw (unmended) document vectors of today, drawn at random: 20 of each language are needed,
        200 see much more. The documents that the repair was fitted to may be among them; the
        check then misses some drift and gives no false alarm.
    index_card : IndexCard, EmbeddingSet or ModelCard, optional
        What is known of the whole index: model, number of documents. Without it nothing is said
        of growth.
    language : column name or values; default the column that the repair was fitted with
    key : column name or values, optional
        Rows of a language that share a key (chunks of a page) count as one unit, since they are
        alike and tell less than as many pages.
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
    sample = as_set(sample)
    if faults := mended_faults(repair.model, sample.model):
        raise DataError(*faults)
    index = as_index_card(index_card, repair.column if language is None else language)
    seen = compare_cards(repair, sample, index, embedder)
    drift, unknown = _drift(repair, sample, seen, language, key)
    few = {name: n for name, n in repair.documents.counts.items() if n < ADVISED_DOCUMENTS}
    grown = growth(repair.documents, index)
    holds = {one.state for one in seen.differences if one.state}
    holds |= {name for name, found in (
        ("canary_changed", seen.canary is not None and seen.canary.changed),
        ("unknown_language", unknown), ("drifted", any(one.drifted for one in drift)),
        ("grown", any(one.much for one in grown)), ("too_few", few)) if found}  # fmt: skip
    if not any(one.judged for one in drift) and not holds - {"grown", "too_few"}:
        raise DataError(fault("language.errors.sample_too_small", n=sample.n, least=LEAST_UNITS,
                              known=", ".join(repair.languages)))  # fmt: skip
    origin = Provenance.of(sample, embedder=embedder is not None)
    return RepairCheck(
        provenance=replace(origin, notices=check_notices(repair, seen, drift, origin.notices)),
        states=tuple(name for name in STATES if name in holds) or ("ok",),
        method=repair.kind, model=repair.model.name or "", built_at=repair.built_at,
        documents=dict(repair.documents.counts), drift=drift, growth=grown,
        differences=tuple(seen.differences), canary=seen.canary, unknown=unknown, few=few,
        reasons=check_reasons(drift, index, seen.canary),
    )  # fmt: skip


def _drift(
    repair: FittedRepair, sample: EmbeddingSet, seen: Seen, language: Column | None,
    key: Column | None,
) -> tuple[tuple[Drift, ...], dict[str, int]]:  # fmt: skip
    """Drift of the known languages, and rows in others; nothing is compared across spaces."""
    labels = _labels(repair, sample, language)
    known = np.isin(labels, repair.languages)
    names, counts = np.unique(labels[~known].astype(str), return_counts=True)
    unknown = dict(zip(names.tolist(), counts.tolist(), strict=True))
    if seen.other_space:
        return (), unknown
    units = sample.ids if key is None else sample.column(key, "key")
    held = sample.take(known)
    if not held.n:
        return (), unknown
    return measure_drift(repair, held.vectors, labels[known], units[known]), unknown


def _labels(repair: FittedRepair, sample: EmbeddingSet, language: Column | None) -> TextArray:
    given = repair.column if language is None else language
    if repair.is_global:
        return np.array([repair.languages[0]] * sample.n, dtype=object)
    if given is None:
        raise DataError(fault("language.errors.language_needed"))
    return sample.column(given, "language")

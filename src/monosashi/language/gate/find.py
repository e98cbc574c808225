"""`find_duplicates`: drafts against the pages of a site, language by language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from numbers import Real
from pathlib import Path
from typing import Literal

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, TextSet, fault
from monosashi.embeddings.checks import language_twins
from monosashi.embeddings.sets import Column
from monosashi.language.bridge import Road
from monosashi.language.bridge.road import Translators
from monosashi.language.gate.answering import answers_of
from monosashi.language.gate.inputs import (
    Thresholds,
    checked_aim,
    draft_key,
    embedded_drafts,
    key_of,
    languages_of,
    road_of,
)
from monosashi.language.gate.known_pages import KnownPages, Pairs
from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.pages import SitePages
from monosashi.language.gate.results import CheckedDraft, Duplicates
from monosashi.language.gate.setting import Setting
from monosashi.language.gate.standing import standing
from monosashi.language.gate.telling import bridge_told, copied, notices_of, verdict_of
from monosashi.language.kinds import kind_faults, refuse_kinds, repair_faults
from monosashi.language.repairs import Repair
from monosashi.models import Embedder
from monosashi.results import Provenance
from monosashi.statistics.generators import as_generator


def find_duplicates(
    drafts: EmbeddingSet | TextSet | str | Sequence[str],
    index: EmbeddingSet,
    *,
    language: Column = "language",
    key: Column | None = None,
    draft_language: str | None = None,
    embedder: Embedder | str | None = None,
    bridge: Translators | Road | None = None,
    repair: Repair | None = None,
    threshold: Thresholds = "auto",
    precision: float = 0.95,
    duplicate_share: float = 0.5,
    confidence: float = 0.95,
    pairs: Pairs = (),
    k: int = 5,
    calibrate_on: int | None = None,
    invalid: Literal["error", "drop"] = "error",
    store: str | Path | bool | None = None,
    rng: int | np.random.Generator | None = 0,
) -> Duplicates:
    """Say which pages of an index tell what a draft tells, in its own language and in others.

    Every language of the index is searched alone, with a threshold of its own for each direction:
    cosines of different languages do not compare. With ``bridge`` the draft is translated, with
    ``repair`` both sides are mended; inside its own language raw vectors always meet. A direction
    whose known pairs cannot carry the stated precision abstains, and says how many it would take.
    It measures nearness of meaning as the model sees it; whether two pages may stand side by side
    is for a person to say.

    Parameters
    ----------
    drafts : EmbeddingSet of the same model, or TextSet, text or texts (then with ``embedder``)
        A draft with the key of a page is that page or its translation: these do not count.
    index : EmbeddingSet
        The pages; rows that share key and language are chunks of one.
    language, key : column name or (n,) values
        Of the index (and of drafts, by the same name). Without keys no translation is known.
    draft_language : str, optional
        Language of drafts that name none.
    embedder : Embedder or str, optional
        The model of the index; needed for drafts that are texts, and for a bridge.
    bridge : translator, its line, several of them, or a Road
    repair : Repair, optional
        Of the index; not together with a bridge.
    threshold : number or "auto"
        "auto" calibrates on translations by key and on ``pairs``.
    precision, confidence : float
        Of flagged drafts, so many are to be duplicates, with this confidence.
    duplicate_share : float
        Share of drafts that are duplicates, above 0 and at most one half: the rarer they are, the
        stricter the threshold.
    pairs : iterable of (id, id)
        Pages of the index that are known to be duplicates of each other.
    k : int
        Nearest pages listed for each language.
    calibrate_on : int, optional
        Use so many known pages of a direction at most; with a bridge each of them is translated.
    invalid : "error" or "drop"
        Whether texts without a translation stop everything, or are left out and counted.
    store : path, False or None
        Where translations and vectors are kept.
    rng : int, Generator or None
        Draws the sample and the folds.

    Raises
    ------
    DataError
        Other models, languages that are not known, options that exclude each other, no embedder,
        a repair that says it does not fit these pages any more.
    ServiceError
        A translator or an embedder failed; what it had answered is kept.

    Notes
    -----
    Known pages ask twice: with their duplicate in the index, and without it. At threshold t let R
    be the share whose duplicate reaches t, and A the share of alarms for anything else. With the
    share s of duplicates, precision = s R / (s R + (1 - s) A). Taken is the lowest t for which
    this holds the aim with exact one-sided limits (Clopper and Pearson 1934) of R and A.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics = rng.normal(size=(200, 16))
    >>> index = EmbeddingSet.from_arrays(
    ...     np.vstack([topics, topics + 0.1 * rng.normal(size=topics.shape)]),
    ...     columns={"key": [*range(200)] * 2, "language": ["en"] * 200 + ["ja"] * 200},
    ... )
    >>> draft = EmbeddingSet.from_arrays(topics[:1], ids=["draft"], columns={"language": ["ja"]})
    >>> found = find_duplicates(draft, index, key="key")
    >>> found.found, found.drafts[0].answers[1].nearest[0].key
    (True, '0')
    """
    refuse_kinds(kind_faults(EmbeddingSet, index=index), repair_faults(repair=repair),
                 kind_faults(Real, precision=precision, duplicate_share=duplicate_share,
                             confidence=confidence))  # fmt: skip
    aim = checked_aim(precision, duplicate_share, confidence, threshold=threshold, k=k)
    road = road_of(bridge, embedder, store=store, invalid=invalid)
    if road is not None and repair is not None:
        raise DataError(fault("language.errors.bridge_or_repair"))
    asked = embedded_drafts(drafts, index, embedder, store=store)
    pages = SitePages.of(index, key=key_of(key, index), language=language)
    spoken = languages_of(asked, language, draft_language, pages)
    given = SitePages.of(asked, key=draft_key(key, asked), language=spoken)
    if twins := language_twins([*pages.languages, *given.languages]):
        raise DataError(*twins)
    notices = standing(repair, pages)
    meeting = Meeting(pages, road, repair)
    setting = Setting(meeting, KnownPages(pages, pairs), aim, calibrate_on,
                      int(as_generator(rng).integers(2**63)))  # fmt: skip
    thresholds = {(source, target): setting.threshold(source, target, threshold)
                  for source in given.languages for target in pages.languages}  # fmt: skip
    answered = answers_of(meeting, given, thresholds, k)
    checked = tuple(
        CheckedDraft(str(given.ids[i]), str(given.keys[i]), str(given.spoken[i]),
                     verdict_of([one.verdict for one in answered[i]]), answered[i],
                     given.beginning(int(i)))
        for i in np.argsort(given.order[given.starts])  # as they came
    )  # fmt: skip
    settings = {"threshold": threshold, "confidence": confidence, "k": k,
                "calibrate_on": calibrate_on}  # fmt: skip
    held = Provenance.of(index, **settings)
    told = (*held.notices, *notices, *copied(setting.copies), *notices_of(road, thresholds))
    return Duplicates(
        provenance=replace(held, notices=told),
        drafts=checked, thresholds=thresholds, method=meeting.method, precision=precision,
        duplicate_share=duplicate_share, bridge=None if road is None else bridge_told(road),
        n_pages={name: len(pages.in_language(name)) for name in pages.languages},
        languages=pages.languages,
    )  # fmt: skip

"""`related`: for every page the pages beside it, in its own language and in others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from numbers import Real
from pathlib import Path
from types import NoneType
from typing import Literal

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.sets import Column
from monosashi.language.gate.inputs import key_of
from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.pages import SitePages
from monosashi.language.gate.standing import standing
from monosashi.language.kinds import kind_faults, refuse_kinds, repair_faults
from monosashi.language.related.digests import (
    changed_settings,
    page_digests,
    settings_digest,
    settings_of,
)
from monosashi.language.related.floors import measured_floors
from monosashi.language.related.reading import Earlier, read_related
from monosashi.language.related.renewal import Renewal
from monosashi.language.related.results import PageRelations, Related
from monosashi.language.repairs import Repair
from monosashi.models.moment import moment
from monosashi.results import Provenance
from monosashi.statistics.generators import as_generator

Floor = float | Literal["auto"]
Floors = dict[tuple[str, str], float | None]


def related(
    index: EmbeddingSet,
    *,
    language: Column = "language",
    key: Column | None = None,
    repair: Repair | None = None,
    k: int = 5,
    floor: Floor = "auto",
    percentile: float = 99.0,
    previous: Earlier | str | Path | None = None,
    refit_floor: bool = False,
    rng: int | np.random.Generator | None = 0,
) -> Related:
    """List the nearest pages of every page, language by language; none where none is near.

    Inside a language raw vectors meet; across languages mended ones, if there is a ``repair``.
    Lists of different languages stand side by side and are never merged: their scores do not
    compare. What is near is near to the model; whether readers find it useful is not measured.

    Parameters
    ----------
    index : EmbeddingSet
        Rows that share key and language are chunks of one page.
    language, key : column name or (n,) values
        Pages with one key are translations of each other and in no list of each other.
    repair : Repair, optional
        Fitted to these pages.
    k : int
        Most pages in one list.
    floor : number or "auto"
        A page below it is unrelated. "auto" measures it, direction by direction.
    percentile : float
        For "auto": a related page is nearer than so many percent of all pairs of pages.
    previous : result of an earlier run, optional
        Pages that have not changed keep their lists, which only take in what has; the outcome is
        that of computing everything, with the floors of then.
    refit_floor : bool
        Measure the floors anew all the same.
    rng : int, Generator or None
        Draws pages for the floors, where a language has more than 1,000.

    Raises
    ------
    DataError
        Numbers that cannot be, an earlier result that is none, zero vectors, a repair that says it
        does not fit these pages any more.

    Examples
    --------
    >>> pages = EmbeddingSet.from_arrays(
    ...     [[1, 0.1], [1, 0.2], [0, 1]], ids=["a", "b", "c"], columns={"language": ["en"] * 3}
    ... )
    >>> found = related(pages, floor=0.9)
    >>> [(page.id, [one.id for one in page.related["en"]]) for page in found.pages]
    [('a', ['b']), ('b', ['a']), ('c', [])]
    """
    refuse_kinds(kind_faults(EmbeddingSet, index=index), repair_faults(repair=repair),
                 kind_faults((Related, Earlier, str, Path, NoneType),
                             previous=previous))  # fmt: skip
    check_lists(k, floor, percentile)
    if not index.n:
        raise DataError(fault("embeddings.errors.empty", name="index", shape=index.vectors.shape))
    pages = SitePages.of(index, key=key_of(key, index), language=language)
    _distinct(pages)
    settings = {"k": k, "floor": floor, "percentile": percentile}
    made_with = settings_of(pages, repair, settings)
    digest = settings_digest(made_with)
    earlier = read_related(previous) if isinstance(previous, str | Path) else previous
    notices: list[Fault] = standing(repair, pages)
    if earlier is not None and earlier.settings_digest != digest:
        notices += changed_settings(earlier.made_with, made_with)
        earlier = None
    meeting = Meeting(pages, repair=repair)
    floors, dated, told = _floors(meeting, floor, percentile, None if refit_floor else earlier,
                            as_generator(rng))  # fmt: skip
    notices += told
    if earlier is not None and floors == earlier.floors and floor == "auto":
        notices.append(fault("language.notices.related_kept_floor", date=dated))
    if earlier is not None and floors != earlier.floors:
        earlier = None
    renewal = Renewal.of(meeting, k, floors, page_digests(pages), earlier)
    lists, translations = renewal.lists(), _translations(pages)
    held = Provenance.of(index, **settings)
    return Related(
        provenance=replace(held, notices=(*held.notices, *notices)),
        pages=tuple(
            PageRelations(str(pages.ids[i]), str(pages.keys[i]), str(pages.spoken[i]),
                          renewal.digests[i], lists[i], translations[i],
                          pages.beginning(i))
            for i in range(pages.n)
        ),
        floors=floors, floor_basis="percentile" if floor == "auto" else "given",
        percentile=percentile, floors_of=dated, method=meeting.method, k=k,
        settings_digest=digest, made_with=made_with, computed=renewal.computed,
        kept=pages.n - renewal.computed,
    )  # fmt: skip


def _floors(
    meeting: Meeting, floor: Floor, percentile: float, earlier: Earlier | None,
    rng: np.random.Generator,
) -> tuple[Floors, str, list[Fault]]:  # fmt: skip
    """As given, as measured before where all directions were, or measured now."""
    names = meeting.index.languages
    pairs = {(source, target) for source in names for target in names}
    if floor != "auto":
        return dict.fromkeys(sorted(pairs), float(floor)), moment(), []
    if earlier is not None and set(earlier.floors) == pairs:
        return earlier.floors, earlier.floors_of, []
    measured, told = measured_floors(meeting, percentile, rng)
    return measured, moment(), told


def _translations(pages: SitePages) -> list[dict[str, str]]:
    """Of every page, language by language: one that shares its key."""
    told: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for key, language, name in zip(pages.keys, pages.spoken, pages.ids, strict=True):
        told[str(key)][str(language)] = str(name)
    return [
        {name: page for name, page in told[str(key)].items() if name != str(language)}
        for key, language in zip(pages.keys, pages.spoken, strict=True)
    ]


def _distinct(pages: SitePages) -> None:
    names, counts = np.unique(pages.ids.astype(str), return_counts=True)
    if (counts > 1).any():
        raise DataError(fault("language.errors.related_twice", ids=list(names[counts > 1])))


def check_lists(k: int, floor: Floor, percentile: float) -> None:
    """Refuse numbers that make no list, all of them at once."""
    given = {"percentile": percentile} | ({} if floor == "auto" else {"floor": floor})
    refuse_kinds(kind_faults(Real, **given))
    faults = Faults()
    if type(k) is not int or k < 1:
        faults.found.append(fault("language.errors.bad_k", given=k))
    if floor != "auto" and not -1 <= floor <= 1:
        faults.found.append(fault("language.errors.related_floor", given=floor))
    if not 0 < percentile < 100:
        faults.found.append(fault("language.errors.related_percentile", given=percentile))
    faults.raise_any()

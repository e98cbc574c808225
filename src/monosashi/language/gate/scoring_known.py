"""Score known pages as if they were drafts."""

from __future__ import annotations

import numpy as np

from monosashi.language.gate.known_pages import KnownPages
from monosashi.language.gate.known_scores import KnownScores
from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.nearest_pages import Wanted, nearest_pages
from monosashi.language.gate.pages import Float64Array
from monosashi.language.gate.pair_cosines import pair_cosines
from monosashi.language.layout import IntArray


def known_scores(
    meeting: Meeting,
    known: KnownPages,
    source: str,
    target: str,
    *,
    sample: int | None,
    rng: np.random.Generator,
) -> KnownScores:
    """Pages of ``source`` ask the index of ``target``, with their known duplicates and without.

    Across languages only pages with a known duplicate ask, so that both figures are of the same
    pages; inside a language all of them do.

    Parameters
    ----------
    meeting : Meeting
    known : KnownPages
    source, target : str
    sample : int, optional
        Ask with so many pages at most (a translator may cost money); drawn by ``rng``.
    rng : Generator
    """
    index = meeting.index
    mine, pool = index.in_language(source), index.in_language(target)
    place = np.full(index.n, -1, dtype=np.intp)
    place[pool] = np.arange(len(pool))
    if source != target:
        mine = np.array([page for page in mine
                         if any(place[other] >= 0 for other in known.partners[page])],
                        dtype=np.intp)  # fmt: skip
    if sample is not None and sample < len(mine):
        mine = np.sort(rng.choice(mine, size=sample, replace=False))
    asked, able = meeting.asked(index, mine, source, target)
    mine, asked = mine[able], asked.take(np.flatnonzero(able))
    held = meeting.held(target, cross=source != target)
    partners = [_places(place, known.partners[page]) for page in mine]
    unsaid = [_places(place, {int(page), *known.unsaid[page]}) for page in mine]
    hidden = [[*ours, *theirs] for ours, theirs in zip(partners, unsaid, strict=True)]
    duplicate = _best(len(mine), _pairs(partners)[0],
                      pair_cosines(asked, held, _pairs(partners)))  # fmt: skip
    nearest = nearest_pages(asked, held, Wanted(1), hidden=_pairs(hidden))
    some = np.flatnonzero(np.diff(nearest.starts))
    other = _best(len(mine), some, nearest.scores)
    scores = KnownScores(duplicate, other, known.units(index.n)[mine])
    return scores.take(np.isfinite(other))


def _best(n: int, rows: IntArray, scores: Float64Array) -> Float64Array:
    """(n,) the highest score of every row; NaN where there is none."""
    found = np.full(n, np.nan)
    np.fmax.at(found, rows, scores)
    return found


def _pairs(places: list[list[int]]) -> tuple[IntArray, IntArray]:
    """(rows, places), rows rising."""
    rows = np.repeat(np.arange(len(places)), [len(one) for one in places])
    return rows, np.array([at for one in places for at in one], dtype=np.intp)


def _places(place: IntArray, pages: set[int]) -> list[int]:
    """Where pages stand in the pool, those of other languages aside."""
    return [int(place[page]) for page in pages if place[page] >= 0]

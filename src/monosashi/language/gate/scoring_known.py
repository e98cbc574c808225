"""Score known pages as if they were drafts."""

from __future__ import annotations

import numpy as np

from monosashi.language.gate.known_pages import KnownPages
from monosashi.language.gate.known_scores import KnownScores
from monosashi.language.gate.meeting import Meeting
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
    held = meeting.held(target, cross=source != target)
    duplicate, other = np.full(len(mine), np.nan), np.full(len(mine), -np.inf)
    for row, scores in enumerate(asked.each(held)):
        page = int(mine[row])
        partners = _places(place, known.partners[page])
        hidden = _places(place, {page, *known.unsaid[page]})
        duplicate[row] = scores[partners].max() if partners else np.nan
        scores[[*partners, *hidden]] = -np.inf
        other[row] = scores.max()
    kept = able & np.isfinite(other)
    return KnownScores(duplicate, other, known.units(index.n)[mine]).take(kept)


def _places(place: IntArray, pages: set[int]) -> list[int]:
    """Where pages stand in the pool, those of other languages aside."""
    return [int(place[page]) for page in pages if place[page] >= 0]

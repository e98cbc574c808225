"""How near two pages must be to be related: nearer than almost all pairs of pages."""

from __future__ import annotations

import math

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.gate.meeting import Meeting
from monosashi.language.layout import IntArray

MOST_PAGES = 1_000
FEWEST_ABOVE = 10  # pairs beyond a percentile, so that it is one


def measured_floors(
    meeting: Meeting, percentile: float, rng: np.random.Generator
) -> tuple[dict[tuple[str, str], float | None], list[Fault]]:
    """The percentile of the cosines of different pages, for each direction.

    At most 1,000 pages of a language ask, drawn by ``rng``; those with one key are one page. It is
    one value for both directions between two languages. None where there are no two pages. Told are
    directions with too few pairs for the percentile.
    """
    pages, found = meeting.index, {}
    few: list[str] = []
    for number, source in enumerate(pages.languages):
        for target in pages.languages[number:]:
            mine, theirs = (_some(pages.in_language(one), rng) for one in (source, target))
            cross = source != target
            asked, _ = meeting.asked(pages, mine, source, target)
            held, _ = meeting.asked(pages, theirs, target, source)
            scores = asked.cosines(held)
            other = pages.keys[mine][:, None] != pages.keys[theirs][None, :]
            if not cross:
                other &= mine[:, None] < theirs[None, :]
            value = float(np.percentile(scores[other], percentile)) if other.any() else None
            found[source, target] = found[target, source] = value
            if 0 < other.sum() * (100 - percentile) < FEWEST_ABOVE * 100:
                few.append(f"{source} → {target} ({int(other.sum()):,})")
    needed = math.ceil(FEWEST_ABOVE * 100 / (100 - percentile) - 1e-6)
    told = [fault("language.notices.related_few_pairs", directions=", ".join(few),
                  percentile=percentile, needed=needed)] if few else []  # fmt: skip
    return found, told


def _some(pages: IntArray, rng: np.random.Generator) -> IntArray:
    if len(pages) <= MOST_PAGES:
        return pages
    return np.sort(rng.choice(pages, size=MOST_PAGES, replace=False))

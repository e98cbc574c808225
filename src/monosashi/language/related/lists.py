"""The nearest pages of a page in one language: computed, or brought up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.nearest_pages import Wanted, nearest_pages
from monosashi.language.layout import BoolArray, IntArray
from monosashi.language.related.results import RelatedPage

PLACES = 6  # decimals that are written; equal scores are ordered by id


@dataclass(frozen=True, eq=False)
class Lists:
    """How lists are made.

    Attributes
    ----------
    meeting : Meeting
    k : int
    """

    meeting: Meeting
    k: int

    @cached_property
    def order(self) -> IntArray:
        """Settles equal scores."""
        return self.meeting.index.id_order()

    def fresh(
        self, asking: IntArray, pool: IntArray, floor: float | None
    ) -> list[tuple[RelatedPage, ...]]:
        """Lists of some pages of one language among some pages of one language."""
        pages = self.meeting.index
        if not len(asking) or not len(pool) or floor is None:
            return [() for _ in asking]
        source, target = str(pages.spoken[asking[0]]), str(pages.spoken[pool[0]])
        asked, _ = self.meeting.asked(pages, asking, source, target)
        held, _ = self.meeting.asked(pages, pool, target, source)
        found = nearest_pages(asked, held, Wanted(self.k, floor=floor, decimals=PLACES),
                              hidden=pages.same_key(pages.keys[asking], pool),
                              order=self.order[pool])  # fmt: skip
        ids, keys = pages.ids[pool], pages.keys[pool]
        return [tuple(RelatedPage(str(ids[at]), str(keys[at]), float(score))
                      for at, score in zip(places, scores, strict=True))
                for places, scores in found.each()]  # fmt: skip

    def updated(
        self, old: Sequence[tuple[RelatedPage, ...]], asking: IntArray, pool: IntArray,
        changed: BoolArray, floor: float | None,
    ) -> tuple[list[tuple[RelatedPage, ...]], BoolArray]:  # fmt: skip
        """Old lists of pages that have not changed, against pages that have; which were redone.

        A list that loses one of its pages while it was full is computed anew: what stood behind
        its end is not known. Others only take in what has changed, so that the outcome is the one
        of computing everything.
        """
        pages = self.meeting.index
        same = {str(pages.ids[page]) for page in pool[~changed[pool]]}
        kept = [tuple(one for one in listed if one.id in same) for listed in old]
        lost = [len(listed) == self.k and len(rest) < self.k
                for listed, rest in zip(old, kept, strict=True)]  # fmt: skip
        broken = np.array(lost, dtype=bool)
        new = self.fresh(asking[~broken], pool[changed[pool]], floor)
        whole = self.fresh(asking[broken], pool, floor)
        merged, redone = iter(new), iter(whole)
        out = [next(redone) if gone else _best((*rest, *next(merged)), self.k)
               for gone, rest in zip(broken, kept, strict=True)]  # fmt: skip
        return out, broken


def _best(found: Sequence[RelatedPage], k: int) -> tuple[RelatedPage, ...]:
    return tuple(sorted(found, key=lambda one: (-one.score, one.id))[:k])

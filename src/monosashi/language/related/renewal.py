"""Which lists are computed, and which are taken over from an earlier run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from monosashi.language.gate.meeting import Meeting
from monosashi.language.layout import BoolArray, IntArray
from monosashi.language.related.lists import Lists
from monosashi.language.related.reading import Earlier
from monosashi.language.related.results import RelatedPage

Listed = dict[str, tuple[RelatedPage, ...]]


@dataclass(eq=False)
class Renewal:
    """Pages now against pages then.

    Attributes
    ----------
    meeting : Meeting
    how : Lists
    floors : mapping of (language, language) to float or None
    digests : (m,) text
    changed : (m,) bool
        New, or another text or vector than then.
    earlier : Earlier or None
    touched : set of int
        Pages for which any list was computed from the whole pool.
    """

    meeting: Meeting
    how: Lists
    floors: Mapping[tuple[str, str], float | None]
    digests: list[str]
    changed: BoolArray
    earlier: Earlier | None
    touched: set[int] = field(default_factory=set)

    @classmethod
    def of(
        cls, meeting: Meeting, k: int, floors: Mapping[tuple[str, str], float | None],
        digests: list[str], earlier: Earlier | None,
    ) -> Renewal:  # fmt: skip
        """Compare the digests of pages."""
        then = {} if earlier is None else {name: one.digest for name, one in earlier.pages.items()}
        pages = meeting.index
        changed = np.array([then.get(str(name)) != digest
                            for name, digest in zip(pages.ids, digests, strict=True)])  # fmt: skip
        return cls(meeting, Lists(meeting, k), floors, digests, changed, earlier)

    @property
    def computed(self) -> int:
        """Pages with a list that was computed from the whole pool."""
        return len(self.touched)

    def lists(self) -> list[Listed]:
        """Lists of every page, the own language first, then by name."""
        pages = self.meeting.index
        found: list[Listed] = [{} for _ in range(pages.n)]
        for source in pages.languages:
            mine = pages.in_language(source)
            for target in sorted(pages.languages, key=lambda name, own=source: (name != own, name)):  # type: ignore[misc]
                self._direction(found, mine, pages.in_language(target), (source, target))
        return found

    def _direction(
        self, found: list[Listed], mine: IntArray, pool: IntArray, pair: tuple[str, str]
    ) -> None:
        new, old = mine[self.changed[mine]], mine[~self.changed[mine]]
        floor = self.floors[pair]
        for page, listed in zip(new, self.how.fresh(new, pool, floor), strict=True):
            found[page][pair[1]] = listed
        self.touched |= {int(page) for page in new}
        if self.earlier is None:
            return
        before = [self.earlier.pages[str(self.meeting.index.ids[page])].related.get(pair[1], ())
                  for page in old]  # fmt: skip
        updated, redone = self.how.updated(before, old, pool, self.changed, floor)
        for page, listed in zip(old, updated, strict=True):
            found[page][pair[1]] = listed
        self.touched |= {int(page) for page in old[redone]}

"""Which pages are known duplicates: translations by key, and pairs that the user names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.translations import same_or_nearly
from monosashi.language.gate.pages import SitePages
from monosashi.language.kinds import kind_faults, refuse_kinds, told

Pairs = Iterable[tuple[str, str]]


class KnownPages:
    """Partners of every page.

    Attributes
    ----------
    partners : mapping of page to pages
        Known duplicates, in any language.
    unsaid : mapping of page to pages
        Neither duplicates nor strangers: pages with the very same text as a partner or as the
        page itself, and translations that were never translated.
    """

    def __init__(self, pages: SitePages, pairs: Pairs = ()) -> None:
        self.partners: defaultdict[int, set[int]] = defaultdict(set)
        self.unsaid: defaultdict[int, set[int]] = defaultdict(set)
        self._by_key(pages)
        refuse_kinds(kind_faults(Iterable, pairs=pairs))
        self._by_pairs(pages, list(pairs))
        self._same_texts(pages)

    def _by_key(self, pages: SitePages) -> None:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for page, key in enumerate(pages.keys):
            groups[str(key)].append(page)
        for group in groups.values():
            for one in group:
                for other in group:
                    if one == other:
                        continue
                    copied = pages.texts is not None and same_or_nearly(
                        pages.texts[one], pages.texts[other]
                    )
                    (self.unsaid if copied else self.partners)[one].add(other)

    def _by_pairs(self, pages: SitePages, pairs: list[tuple[str, str]]) -> None:
        place = {str(name): page for page, name in enumerate(pages.ids)}
        if faults := pair_faults(pairs, place):
            raise DataError(*faults)
        for one, other in pairs:
            self.partners[place[one]].add(place[other])
            self.partners[place[other]].add(place[one])

    def _same_texts(self, pages: SitePages) -> None:
        if pages.texts is None:
            return
        twins: defaultdict[str, list[int]] = defaultdict(list)
        for page, text in enumerate(pages.texts):
            if text:
                twins[text].append(page)
        alike = {page: group for group in twins.values() if len(group) > 1 for page in group}
        for page in range(pages.n):
            for partner in (page, *self.partners[page]):
                self.unsaid[page] |= {twin for twin in alike.get(partner, ())
                                      if twin != page} - self.partners[page]  # fmt: skip

    def units(self, n: int) -> np.ndarray:
        """(n,) pages that are linked by what is known have one number."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        links = [(a, b) for held in (self.partners, self.unsaid)
                 for a, others in held.items() for b in others]  # fmt: skip
        table = np.array(links, dtype=np.intp).reshape(-1, 2)
        graph = coo_array((np.ones(len(table)), (table[:, 0], table[:, 1])), shape=(n, n))
        _, label = connected_components(graph, directed=False)
        return np.asarray(label)


def pair_faults(pairs: list[Any], known: Container[str]) -> list[Fault]:
    """Pairs that are not two ids, ids that no page has, and pages paired with themselves."""
    odd = [row for row, pair in enumerate(pairs) if not _is_pair(pair)]
    whole = [pair for pair in pairs if _is_pair(pair)]
    unknown = sorted({name for pair in whole for name in pair if name not in known})
    alone = sorted({one for one, other in whole if one == other and one in known})
    found = []
    if odd:
        found.append(fault("language.errors.pairs_not_two", odd, first=told(pairs[odd[0]])))
    if unknown:
        found.append(fault("language.errors.pairs_unknown", ids=unknown))
    if alone:
        found.append(fault("language.errors.pairs_with_itself", ids=alone))
    return found


def _is_pair(pair: Any) -> bool:
    return (isinstance(pair, tuple | list) and len(pair) == 2
            and all(isinstance(name, str) for name in pair))  # fmt: skip

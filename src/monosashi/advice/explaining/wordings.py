"""Which queries are other wordings of which: those of its group with no further answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from monosashi.advice.explaining.search import Rows, Search

Key = tuple[int, frozenset[int]]


@dataclass(frozen=True, eq=False)
class Wordings:
    """Queries by group and answers.

    Attributes
    ----------
    keys : list of (group, answers)
        Of every query.
    rows : mapping of key to queries
    seeking : mapping of (group, answer) to the keys that hold it
    """

    keys: list[Key]
    rows: dict[Key, Rows]
    seeking: dict[tuple[int, int], list[Key]]
    _members: dict[Key, Rows] = field(default_factory=dict)

    @classmethod
    def of(cls, search: Search) -> Wordings:
        """Collect all queries; those without an answer here have no other wording."""
        units, starts = search.asking.units.codes[: search.n], search.task.golds.starts
        golds = [frozenset(search.task.golds.documents[a:b].tolist()) for a, b in pairwise(starts)]
        keys = [(int(unit), held) for unit, held in zip(units, golds, strict=True)]
        collected: defaultdict[Key, list[int]] = defaultdict(list)
        for query, key in enumerate(keys):
            if key[1]:
                collected[key].append(query)
        seeking: defaultdict[tuple[int, int], list[Key]] = defaultdict(list)
        for unit, held in collected:
            for answer in held:
                seeking[unit, answer].append((unit, held))
        rows = {key: np.array(held, dtype=np.intp) for key, held in collected.items()}
        return cls(keys, rows, seeking)

    def members(self, key: Key) -> Rows:
        """Queries of a group all of whose answers are among some answers."""
        if key not in self._members:
            unit, golds = key
            near = {other for answer in golds for other in self.seeking.get((unit, answer), ())}
            held = [self.rows[other] for other in near if other[1] <= golds]
            nobody = np.empty(0, dtype=np.intp)
            self._members[key] = np.sort(np.concatenate([*held, nobody]))
        return self._members[key]

    def others(self, query: int) -> Rows:
        """Other wordings of a query."""
        held = self.members(self.keys[query])
        others: Rows = held[held != query]
        return others

    def together(self) -> Iterator[tuple[Rows, Rows]]:
        """Queries of one key, and all wordings that answer them."""
        for key, rows in self.rows.items():
            yield rows, self.members(key)

    @property
    def any(self) -> bool:
        """Whether any query has another wording."""
        return any(len(members) > 1 for _, members in self.together())

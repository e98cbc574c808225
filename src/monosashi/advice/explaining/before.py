"""What stands before the answer of a miss, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.hub_layer import Hubs
from monosashi.advice.explaining.languages import Languages
from monosashi.advice.explaining.search import Rows, Search
from monosashi.embeddings import Fault
from monosashi.ranking import exact_cosines
from monosashi.retrieval.misses import cut

SHOWN = 5


@dataclass(frozen=True)
class Neighbour:
    """A document in the list of a query.

    Attributes
    ----------
    place : int
        In the list, from 1.
    cosine : float
        With the query.
    to_gold : float or None
        Cosine with the nearest right document; None for a query without one here.
    is_gold : bool
    language : str or None
    near_duplicate : bool
        Of the nearest right document.
    wrong_lists : int
        Independent units in whose lists it stands without answering.
    is_hub : bool
    """

    place: int
    document: str
    text: str | None
    cosine: float
    to_gold: float | None
    is_gold: bool
    language: str | None
    near_duplicate: bool
    wrong_lists: int
    is_hub: bool


@dataclass(frozen=True, eq=False)
class Sides:
    """What is known of documents when lists are shown."""

    search: Search
    hubs: Hubs
    languages: Languages | Fault
    near: dict[int, Rows] | None

    def list_of(self, query: int, top: Rows) -> tuple[Neighbour, ...]:
        """The first documents of a query, right ones among them."""
        documents = np.array([number for number in top[:SHOWN] if number >= 0], dtype=np.intp)
        asked = np.full(len(documents), query)
        cosines, rows = self._best(asked, documents)
        near = set() if self.near is None else {int(one) for one in self.near[query]}
        right = self._right(query)
        to_gold = self._to_gold(query, rows)
        names = self.search.asking.library
        return tuple(
            Neighbour(
                place=place + 1,
                document=names.ids[number],
                text=cut(names.text_of(names.ids[number])),
                cosine=float(cosines[place]),
                to_gold=None if to_gold is None else float(to_gold[place]),
                is_gold=int(number) in right,
                language=self._language(int(number)),
                near_duplicate=int(number) in near and int(number) not in right,
                wrong_lists=int(self.hubs.lists[number]),
                is_hub=bool(np.isin(number, self.hubs.documents)),
            )
            for place, number in enumerate(documents)
        )

    def gold(self, query: int) -> tuple[str, float, str | None] | None:
        """The nearest right document, its cosine with the query, and its language."""
        place, pairs = int(self.search.place[query]), self.search.pairs
        if place < 0:
            return None
        library = self.search.asking.library
        number = int(library.document_of[pairs.answers[place]])
        cosine = float(np.add.reduce(pairs.query[place] * pairs.answer[place]))
        return library.ids[number], cosine, self._language(number)

    def _right(self, query: int) -> set[int]:
        starts = self.search.task.golds.starts
        held = self.search.task.golds.documents[starts[query] : starts[query + 1]]
        return {int(one) for one in held}

    def _best(self, queries: Rows, documents: Rows) -> tuple[np.ndarray, Rows]:
        """Cosine of each document's best row, and that row among the candidates."""
        held = self.search.candidates
        rows, entry = held.expand(documents)
        cosines = exact_cosines(self.search.queries, held.rows, queries[entry], rows)
        order = np.lexsort((rows, -cosines, entry))
        _, first = np.unique(entry[order], return_index=True)
        chosen = order[first]
        return cosines[chosen], rows[chosen]

    def _to_gold(self, query: int, rows: Rows) -> np.ndarray | None:
        place = int(self.search.place[query])
        if place < 0:
            return None
        unit = self.search.candidates.rows.unit(rows)
        cosines: np.ndarray = np.add.reduce(unit * self.search.pairs.answer[place], axis=1)
        return cosines

    def _language(self, number: int) -> str | None:
        if isinstance(self.languages, Fault):
            return None
        name: str = self.languages.names[self.languages.documents[number]]
        return name

"""Texts to vectors in one role: from the store where it has them, else from the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import name_ids, name_rows
from monosashi.models.answers import AnswerStore, text_digest
from monosashi.models.embedder import Embedder, Role, Vectors, checked_vectors
from monosashi.models.watching import Watch


@dataclass
class Counts:
    """Where the answers of a run came from; a text that two roles need counts twice."""

    embedded: int = 0
    found: int = 0
    resumed: int = 0
    calls: int = 0
    written: int = 0


class Answering:
    """One role of one embedder, with its store and its watch.

    Parameters
    ----------
    ids : (n,) ids of all texts, to name those that fail
    progress : function that is told how many texts have just got their vector
    """

    def __init__(self, embedder: Embedder, role: Role, store: AnswerStore | None, watch: Watch, *,
                 ids: TextArray, progress: Callable[[int], None]) -> None:  # fmt: skip
        self.embedder, self.role, self.store, self.watch = embedder, role, store, watch
        self.ids, self.progress = ids, progress
        self.counts = Counts()

    @property
    def dimension(self) -> int:
        """Length of a vector, known from the canaries before any text is sent."""
        return self.watch.reference().dimension

    def vectors(self, texts: Sequence[str], rows: Sequence[int]) -> Vectors:
        """(n, d) vectors of different texts, which stand at ``rows`` of the input.

        Raises
        ------
        DataError
            The model failed; faults name rows and ids of the input. What it had answered before
            is in the store.
        """
        made: Vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        missing = list(range(len(texts))) if self.store is None else self._recall(texts, made)
        self.counts.found += len(texts) - len(missing)
        self.progress(len(texts) - len(missing))
        while missing:
            size = max(1, self.embedder.batch)  # some models learn what a service takes at a time
            part, missing = missing[:size], missing[size:]
            try:
                made[part] = self._ask([texts[place] for place in part])
            except DataError as error:
                _place(error, [rows[place] for place in part], self.ids)
                raise
            self.progress(len(part))
        return made

    def finish(self) -> None:
        """Make sure that all answers are of one model.

        After more than one call, and for rows of an unfinished run that no check has covered.
        """
        if self.counts.calls > 1 or (self.counts.resumed and not self.counts.calls):
            self.watch.after_asking()

    def _recall(self, texts: Sequence[str], made: Vectors) -> list[int]:
        """Fill in what the store has; return the places that are missing."""
        digests = [text_digest(text) for text in texts]
        held = self._held(digests)
        missing = []
        for place, digest in enumerate(digests):
            if digest in held:
                made[place] = held[digest]
            else:
                missing.append(place)
        return missing

    def _held(self, digests: Sequence[bytes]) -> dict[bytes, Vectors]:
        if self.store is None:
            return {}
        held = self.store.get(self.watch.space, digests)
        if odd := {len(vector) for vector in held.values()} - {self.dimension}:
            raise DataError(fault("models.errors.store_dimension", path=self.store.path,
                                  found=min(odd), expected=self.dimension))  # fmt: skip
        return held

    def _ask(self, texts: list[str]) -> Vectors:
        self.watch.before_asking()
        self.counts.calls += 1
        returned = self.embedder.embed(texts, self.role)
        made = checked_vectors(returned, name=self.embedder.name, n=len(texts),
                               dimension=self.dimension)  # fmt: skip
        if self.store is not None:
            digests = [text_digest(text) for text in texts]
            new = self.store.put(self.watch.space, digests, made, run=self.watch.run)
            if new < len(texts):  # another process was quicker: its answer is the one that stays
                held = self._held(digests)
                made = np.stack([held.get(digest, row)
                                 for digest, row in zip(digests, made, strict=True)])  # fmt: skip
        self.counts.embedded += len(texts)
        return made


def _place(error: DataError, rows: Sequence[int], ids: TextArray) -> None:
    """Let the error, whatever its type, name rows of the whole input instead of the batch."""
    DataError.__init__(error, *(_placed(one, rows, ids) for one in error.faults))


def _placed(one: Fault, rows: Sequence[int], ids: TextArray) -> Fault:
    placed = [rows[row] for row in one.rows if row < len(rows)]
    if not placed:
        return one
    named = {"rows": name_rows(placed), "ids": name_ids(list(ids[placed]))}
    return Fault(one.code, {**one.values, **named}, tuple(placed))

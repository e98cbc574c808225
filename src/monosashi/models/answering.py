"""Texts to vectors in one role: from the store where it has them, else from the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.models.answers import AnswerStore, text_digest
from monosashi.models.canaries import change_between
from monosashi.models.embedder import Embedder, Role, Vectors, checked_vectors
from monosashi.models.placing import placed_in_input
from monosashi.models.proving import unlike_now
from monosashi.models.watching import Watch


@dataclass
class Counts:
    """Where the answers of a run came from; a text that two roles need counts twice.

    ``control`` texts were embedded only to see whether the model is the same: the canaries, and
    one text of every batch that no check of an earlier run had covered.
    """

    embedded: int = 0
    found: int = 0
    resumed: int = 0
    calls: int = 0
    written: int = 0
    control: int = 0
    damaged: int = 0


class Answering:
    """One role of one embedder, with its store and its watch.

    Parameters
    ----------
    ids : (n,) ids of all texts, to name those that fail
    progress : function that is told how many texts have just got their vector
    begin : function that is called before texts go to the model
    """

    def __init__(self, embedder: Embedder, role: Role, store: AnswerStore | None, watch: Watch, *,
                 ids: TextArray, progress: Callable[[int], None],
                 begin: Callable[[], None]) -> None:  # fmt: skip
        self.embedder, self.role, self.store, self.watch = embedder, role, store, watch
        self.ids, self.progress, self._begin = ids, progress, begin
        self.counts = Counts()
        self._unchecked = 0

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
        missing = list(range(len(texts)))
        if self.store is not None:
            missing = self._recall(self.store, texts, rows, made)
        self.counts.found += len(texts) - len(missing)
        self.progress(len(texts) - len(missing))
        while missing:
            size = max(1, self.embedder.batch)  # some models learn what a service takes at a time
            part, missing = missing[:size], missing[size:]
            self._prepare()
            with placed_in_input([rows[place] for place in part], self.ids):
                made[part] = self._ask([texts[place] for place in part])
            self.progress(len(part))
        return made

    def check(self) -> None:
        """Make sure that the answers since the last check are of one model."""
        if self._unchecked:
            self.watch.after_asking()
            self._unchecked = 0

    def finish(self) -> None:
        """The last check; one call without a store has nothing with which it could be mixed."""
        if self.store is not None or self.counts.calls > 1:
            self.check()

    def _recall(
        self, store: AnswerStore, texts: Sequence[str], rows: Sequence[int], made: Vectors
    ) -> list[int]:
        """Fill in what the store has; return the places that are missing."""
        digests = [text_digest(text) for text in texts]
        held = self._held(store, digests)
        unproven = store.unproven(self.watch.space, digests, run=self.watch.run)
        if suspects := {place: unproven[digest] for place, digest in enumerate(digests)
                        if digest in held and digest in unproven}:  # fmt: skip
            self._prepare()
            for place in unlike_now(self, texts, rows, suspects, held):
                held.pop(digests[place])
        missing = []
        for place, digest in enumerate(digests):
            if digest in held:
                made[place] = held[digest]
            else:
                missing.append(place)
        return missing

    def _held(self, store: AnswerStore, digests: Sequence[bytes]) -> dict[bytes, Vectors]:
        before = store.damaged
        held = store.get(self.watch.space, digests)
        self.counts.damaged += store.damaged - before
        if odd := {len(vector) for vector in held.values()} - {self.dimension}:
            raise DataError(fault("models.errors.store_dimension", path=store.path,
                                  found=min(odd), expected=self.dimension))  # fmt: skip
        return held

    def _prepare(self) -> None:
        """Before texts are sent: say so, and look whether the model is the one of before."""
        self._begin()
        if self.store is not None:
            self.store.writable()
        self.watch.before_asking()

    def embedded_now(self, texts: Sequence[str]) -> Vectors:
        """The vectors of one call."""
        returned = self.embedder.embed(list(texts), self.role)
        return checked_vectors(returned, name=self.embedder.name, n=len(texts),
                               dimension=self.dimension)  # fmt: skip

    def _ask(self, texts: list[str]) -> Vectors:
        self.counts.calls += 1
        self._unchecked += 1
        made = self.embedded_now(texts)
        if self.store is not None:
            digests = [text_digest(text) for text in texts]
            new = self.store.put(self.watch.space, digests, made, run=self.watch.run)
            if new < len(texts):  # another process was quicker: its answer is the one that stays
                made = self._agreed(self.store, digests, made)
        self.counts.embedded += len(texts)
        return made

    def _agreed(self, store: AnswerStore, digests: Sequence[bytes], made: Vectors) -> Vectors:
        """What the store has where it is like ours; else its batch is doubted and ours is kept."""
        held = self._held(store, digests)
        unproven = store.unproven(self.watch.space, digests, run=self.watch.run)
        kept = np.stack([held.get(digest, row)
                         for digest, row in zip(digests, made, strict=True)])  # fmt: skip
        other = [row for row, digest in enumerate(digests) if digest in unproven
                 and change_between(kept[row : row + 1], made[row : row + 1])]  # fmt: skip
        if other:
            store.settle({unproven[digests[row]]: False for row in other})
            store.put(self.watch.space, [digests[row] for row in other], made[other],
                      run=self.watch.run)  # fmt: skip
            kept[other] = made[other]
        return kept

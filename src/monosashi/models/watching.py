"""Watch over a run: the canaries before the first call, and again after the calls."""

from __future__ import annotations

from monosashi.embeddings import DataError, fault
from monosashi.models.answers import AnswerStore, space_digest
from monosashi.models.canaries import (
    Canaries,
    change_between,
    embed_canaries,
    first_canaries,
    stored_canaries,
)
from monosashi.models.embedder import Embedder, Role
from monosashi.models.moment import moment


class ModelChangedError(DataError):
    """The model behind a name is another one than before; nothing was mixed."""


class Watch:
    """Knows the canaries of one space; asks the model for them only when it is asked anyway.

    Parameters
    ----------
    store : AnswerStore or None
        Where the canaries of earlier runs are.
    run : str
        Name of this run's batches in the store.
    earlier : Canaries or None
        Canaries of an unfinished run, used when the store has none.

    Attributes
    ----------
    embedded : int
        Fixed texts that were embedded.
    """

    def __init__(self, embedder: Embedder, role: Role, store: AnswerStore | None, *,
                 run: str, earlier: Canaries | None = None) -> None:  # fmt: skip
        self.embedder, self.role, self.store, self.run = embedder, role, store, run
        self.space = space_digest(embedder.identity(role))
        held = None if store is None else stored_canaries(store.canaries(self.space))
        self._reference = held or earlier
        if store is not None and held is None and earlier is not None and not store.read_only:
            store.keep_canaries(self.space, earlier.by_text())
        self._fresh = False
        self.embedded = 0

    def reference(self) -> Canaries:
        """The canaries as first answered; a space without any gets them now."""
        if self._reference is None:
            self._reference = self._first()
        return self._reference

    def before_asking(self) -> None:
        """Make sure, once a run, that the model is the one that answered before."""
        reference = self.reference()
        if not self._fresh:
            self._compare(reference, "models.errors.model_changed")
            self._fresh = True

    def after_asking(self) -> None:
        """Make sure that the model has not changed while it answered: only then trust it."""
        self._compare(self.reference(), "models.errors.model_changed_midway")
        if self.store is not None:
            self.store.trust(self.space, self.run)

    def _first(self) -> Canaries:
        """Embed them for the first time; another process may have been quicker."""
        if self.store is not None:
            self.store.writable()
        texts, vectors = first_canaries(self.embedder, self.role)
        made = Canaries(texts, vectors, moment())
        self.embedded += len(texts)
        self._fresh = True
        if self.store is None:
            return made
        self.store.describe(self.space, self.embedder.identity(self.role))
        self.store.keep_canaries(self.space, made.by_text())
        kept = stored_canaries(self.store.canaries(self.space))
        if kept is None or kept.texts != made.texts:
            self._fresh = kept is None
        else:
            self._fresh = change_between(kept.vectors, made.vectors) is None
        return kept or made

    def _compare(self, reference: Canaries, code: str) -> None:
        now = embed_canaries(self.embedder, self.role, reference.texts)
        self.embedded += len(reference.texts)
        change = change_between(reference.vectors, now)
        if change is None:
            return
        if self.store is not None:
            self.store.doubt(self.space, self.run)
        raise ModelChangedError(
            fault(code, name=self.embedder.name, date=reference.created, cosine=change.cosine,
                  length=change.length)
        )  # fmt: skip

"""A piece of work: checked texts, an embedder that is ready, its roles and its store."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from monosashi.embeddings import ModelCard, TextSet
from monosashi.embeddings.door import check_choice
from monosashi.models.answering import Answering
from monosashi.models.answers import AnswerStore, default_store, space_digest, text_digest
from monosashi.models.canaries import Canaries
from monosashi.models.embedder import Embedder, NeedsFit, Role
from monosashi.models.moment import moment
from monosashi.models.notices import token_limit
from monosashi.models.registry import embedder as embedder_named
from monosashi.models.sending import Sending, texts_to_send
from monosashi.models.watching import Watch

Roles = Literal["both", "query", "passage"]
Progress = Callable[[int, int], None]
Store = AnswerStore | str | Path | bool | None


@runtime_checkable
class Announces(Protocol):
    """A progress that is also told, once, that texts are about to go to the model."""

    def begin(self, total: int, found: int) -> None:
        """``found`` of the ``total`` answers that are needed are in the store."""
        ...


@dataclass
class Job:
    """Everything that is decided before the first text is sent.

    Attributes
    ----------
    roles : tuple of Role
        The first one makes ``vectors``, a second one ``query_vectors``.
    store : AnswerStore or None
    """

    texts: TextSet
    sending: Sending
    embedder: Embedder
    roles: tuple[Role, ...]
    store: AnswerStore | None
    max_chars: int | None
    progress: Progress | None
    run: str
    done: int = 0
    begun: bool = False

    def answering(self, role: Role, earlier: Canaries | None = None) -> Answering:
        """The side of one role, watched over."""
        watch = Watch(self.embedder, role, self.store, run=self.run, earlier=earlier)
        return Answering(self.embedder, role, self.store, watch, ids=self.texts.ids,
                         progress=self._advance, begin=self._begin)  # fmt: skip

    def card(self, watch: Watch) -> ModelCard:
        """The card of the vectors that were made under this watch."""
        canaries = watch.reference()
        return replace(
            self.embedder.card(watch.role),
            dimension=canaries.dimension,
            built_at=moment(),
            text_cut=self.max_chars,
            token_limit=token_limit(self.embedder),
            canaries=canaries.for_card(),
        )

    def columns(self) -> dict[str, Any]:
        """The columns of the texts, the text among them."""
        return {"text": self.texts.texts, **self.texts.columns}

    def _begin(self) -> None:
        if not self.begun and isinstance(self.progress, Announces):
            self.progress.begin(self.sending.different * len(self.roles), self._known())
        self.begun = True

    def _known(self) -> int:
        """Answers of all roles that the store has."""
        if self.store is None:
            return 0
        digests = [text_digest(text) for text in dict.fromkeys(self.sending.sent)]
        spaces = [space_digest(self.embedder.identity(role)) for role in self.roles]
        return sum(self.store.known(space, digests) for space in spaces)

    def _advance(self, rows: int) -> None:
        self.done += rows
        if self.progress is not None and rows:
            self.progress(self.done, len(self.sending.sent) * len(self.roles))


@contextmanager
def prepared(
    texts: TextSet | Sequence[str],
    embedder: Embedder | str,
    *,
    role: Roles,
    max_chars: int | None,
    store: Store,
    progress: Progress | None,
) -> Iterator[Job]:
    """Check everything, fit what must be fitted, and open the store for the time of the work."""
    check_choice("role", role, ("both", "query", "passage"))
    held = texts if isinstance(texts, TextSet) else TextSet.from_lists(texts)
    sending = texts_to_send(held, max_chars)
    ready = embedder_named(embedder) if isinstance(embedder, str) else embedder
    if isinstance(ready, NeedsFit) and not ready.fitted:
        ready.fit(list(dict.fromkeys(sending.sent)))
    with _opened(store, ready) as answers:
        yield Job(held, sending, ready, _sides(ready, role), answers, max_chars, progress,
                  secrets.token_hex(8))  # fmt: skip


def _sides(embedder: Embedder, role: Roles) -> tuple[Role, ...]:
    if role != "both":
        check_choice("role", role, embedder.roles or ("passage", "query"))
        return (role,)
    sides: tuple[Role, ...] = ("passage", "query")
    return tuple(side for side in sides if side in embedder.roles) or ("passage",)


@contextmanager
def _opened(store: Store, embedder: Embedder) -> Iterator[AnswerStore | None]:
    if isinstance(store, AnswerStore):
        yield store if embedder.worth_storing else None
        return
    path = default_store() if store is None or store is True else store
    if not path or not embedder.worth_storing:
        yield None
        return
    with AnswerStore(path) as opened:
        yield opened

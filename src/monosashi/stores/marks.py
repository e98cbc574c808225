"""What a store notes about mended vectors: by which repair, and whether all of them are there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.card import same_mending
from monosashi.stores.addresses import Address
from monosashi.stores.store_protocols import MENDED, Collection
from monosashi.stores.store_rows import StoredRows


@dataclass(frozen=True)
class Mark:
    """Note about the vectors of one name.

    Attributes
    ----------
    mended : str or None
        The mark of the repair, as in ``ModelCard``; None where the set that was written had none.
    writer : str or None
        The run that writes; None once all are there.
    over : bool
        Whether vectors of another repair stood there before, so that both may stand there now.
    """

    mended: str | None = None
    writer: str | None = None
    over: bool = False

    @property
    def whole(self) -> bool:
        """Whether every vector is of this repair."""
        return self.writer is None and not self.over

    def to_text(self) -> str:
        """As a store keeps it."""
        return json.dumps({"mended": self.mended, "writer": self.writer, "over": self.over})


def mark_of(collection: Collection, name: str) -> Mark | None:
    """The note about vectors of that name; None where an older version wrote them, or nobody."""
    held: Any = collection.note(name)
    try:
        told = None if held is None else json.loads(held)
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    return Mark(told.get("mended"), told.get("writer"), bool(told.get("over")))


def refuse_unfinished(collection: Collection, name: str, address: Address) -> Mark | None:
    """The note; vectors that a run is writing, or has not written to the end, are no index."""
    mark = mark_of(collection, name)
    if mark is not None and not mark.whole:
        raise DataError(fault("stores.errors.beside_unfinished", address=address, name=name,
                              mended=mark.mended or "-"))  # fmt: skip
    return mark


def marked(data: EmbeddingSet, mark: Mark | None) -> EmbeddingSet:
    """The set with what the store notes in its card, unless that says it already."""
    if mark is None or mark.mended is None or data.model.mended not in (None, MENDED):
        return data
    return replace(data, model=replace(data.model, mended=mark.mended))


def other_fit_faults(
    collection: Collection, name: str, ours: str | None, found: StoredRows, address: Address
) -> list[Fault]:
    """Rows that the set lacks and that another repair has mended would stay as they are."""
    mark = mark_of(collection, name)
    left = found.left_mended.get(name, [])
    if not left or (mark is not None and not mark.over and _alike(mark.mended, ours)):
        return []
    theirs = "-" if mark is None else mark.mended or "-"
    return [fault("stores.errors.beside_other_fit", ids=left, address=address, name=name,
                  theirs=theirs, ours=ours or "-")]  # fmt: skip


@contextmanager
def noted(
    collection: Collection, name: str, ours: str | None, address: Address, *, fresh: bool
) -> Iterator[None]:
    """Note that vectors are being written, and at the end that all are there.

    A run that is killed leaves the first note, which no reader passes. Two runs at once on a
    server, which no lock keeps apart, find each other's notes, and say so.
    """
    before = mark_of(collection, name)
    over = not fresh and (before is None or before.over or not _alike(before.mended, ours))
    mine = Mark(ours, uuid4().hex, over)
    collection.set_note(name, mine.to_text())
    yield
    if mark_of(collection, name) != mine:
        collection.set_note(name, replace(mine, writer="several", over=True).to_text())
        raise DataError(fault("stores.errors.beside_two_writers", address=address, name=name))
    collection.set_note(name, Mark(ours).to_text())


def _alike(theirs: str | None, ours: str | None) -> bool:
    return same_mending(theirs, ours) and MENDED not in (theirs, ours)

"""Fill the rows of one role, block after block, into memory or into a file."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.models.answering import Answering
from monosashi.models.embedder import Vectors
from monosashi.models.sending import Sending
from monosashi.models.watching import ModelChangedError

GONE = frozenset(("service_silent", "service_unreachable", "service_status", "service_garbled",
                  "command_failed", "command_timeout"))  # fmt: skip
BLOCK = 4_096  # texts; what is lost when nothing keeps single answers


class Target(Protocol):
    """An (n, d) array, or a file that is written and read like one."""

    def __getitem__(self, rows: Any, /) -> Any: ...
    def __setitem__(self, rows: slice, values: Vectors, /) -> None: ...


class Journal(Protocol):
    """Which blocks are done."""

    def is_done(self, block: int) -> bool:
        """Whether an earlier run has written this block."""
        ...

    def add(self, block: int, vectors: Vectors) -> None:
        """Note that a block is written."""
        ...


def fill(
    target: Target,
    sending: Sending,
    answering: Answering,
    *,
    journal: Journal | None = None,
) -> None:
    """Write the vector of every text; blocks that the journal has are left as they are.

    Where something is kept (a journal, a store), the model is checked after every block, before
    the journal knows of it; so only answers of one block can be without a check when a run ends.
    """
    n = len(sending.sent)
    try:
        for block, start in enumerate(range(0, n, BLOCK)):
            stop = min(start + BLOCK, n)
            new = int((sending.source[start:stop] == np.arange(start, stop)).sum())
            if journal is not None and journal.is_done(block):
                answering.counts.resumed += new
                answering.progress(stop - start)
            else:
                _write(target, sending, answering, block, journal=journal)
            answering.counts.written += new
        answering.finish()
    except (DataError, OSError) as error:  # OSError: no room for the rows; the model is there
        _check_after(error, answering)
        raise


def _write(
    target: Target, sending: Sending, answering: Answering, block: int, *, journal: Journal | None
) -> None:
    start, stop = block * BLOCK, min((block + 1) * BLOCK, len(sending.sent))
    rows = _block(target, sending, answering, start, stop)
    if gaps := np.flatnonzero(~np.isfinite(rows).all(axis=1)).tolist():
        raise DataError(fault("models.errors.non_finite", [start + row for row in gaps],
                              name=answering.embedder.name))  # fmt: skip
    target[start:stop] = rows
    if journal is not None or answering.store is not None:
        answering.check()
    if journal is not None:
        journal.add(block, rows)


def _check_after(error: Exception, answering: Answering) -> None:
    """What a failed run had been answered is checked too, if the model still answers."""
    faults = error.faults if isinstance(error, DataError) else ()
    gone = any(one.code.rpartition(".")[2] in GONE for one in faults)
    if gone or isinstance(error, ModelChangedError) or answering.store is None:
        return
    try:
        answering.check()
    except ModelChangedError:
        raise
    except DataError:
        return  # the next run does it


def _block(
    target: Target, sending: Sending, answering: Answering, start: int, stop: int
) -> Vectors:
    """The vectors of rows start to stop: new texts from answers, others from where they stood."""
    source = sending.source[start:stop]
    made: Vectors = np.empty((stop - start, answering.dimension), dtype=np.float32)
    new = np.flatnonzero(source == np.arange(start, stop))
    if len(new):
        rows = (new + start).tolist()
        made[new] = answering.vectors([sending.sent[row] for row in rows], rows)
    answering.progress(stop - start - len(new))
    before = np.flatnonzero(source < start)
    if len(before):
        made[before] = target[source[before]]
    again = np.flatnonzero((source >= start) & (source != np.arange(start, stop)))
    made[again] = made[source[again] - start]
    return made

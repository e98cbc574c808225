"""Fill the rows of one role, block after block, into memory or into a file."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from monosashi.models.answering import Answering
from monosashi.models.embedder import Vectors
from monosashi.models.sending import Sending

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
    """Write the vector of every text; blocks that the journal has are left as they are."""
    n = len(sending.sent)
    for block, start in enumerate(range(0, n, BLOCK)):
        stop = min(start + BLOCK, n)
        if journal is not None and journal.is_done(block):
            answering.counts.resumed += stop - start
            answering.progress(stop - start)
        else:
            rows = _block(target, sending, answering, start, stop)
            target[start:stop] = rows
            if journal is not None:
                journal.add(block, rows)
        answering.counts.written += stop - start
    answering.finish()


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

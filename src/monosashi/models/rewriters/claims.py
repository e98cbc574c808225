"""Who is asking what: so that two runs on one file of answers do not pay for the same twice."""

from __future__ import annotations

import os
import socket
import time
from typing import Literal
from uuid import uuid4

from monosashi.models.rewriters.store import RewriteStore

BEAT = 2.0  # seconds between two signs of life
FRESH = 20.0  # seconds after which a run that gives none counts as gone
State = Literal["mine", "theirs", "there"]


class Claims:
    """Calls that this run has under way, told to other runs on the same file.

    A run that died holds nothing: on this machine its process is looked for, and elsewhere its
    last sign of life is at most 20 seconds old.

    Parameters
    ----------
    store : RewriteStore

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> with RewriteStore(Path(folder.name) / "answers.sqlite") as store:
    ...     one, other = Claims(store), Claims(store)
    ...     states = one.take("ab" * 32), other.take("ab" * 32)
    ...     one.close()
    ...     states, other.take("ab" * 32)
    (('mine', 'theirs'), 'mine')
    >>> folder.cleanup()
    """

    def __init__(self, store: RewriteStore) -> None:
        self._store, self._run = store, uuid4().hex
        self._host, self._process = socket.gethostname(), os.getpid()
        self._beaten: float | None = None
        self.beat()

    def beat(self) -> None:
        """Give a sign of life, if the last one is a while ago."""
        now = time.time()
        if self._beaten is None or not 0 <= now - self._beaten < BEAT:
            self._store.seen(self._run, self._host, self._process, now)
            self._beaten = now

    def take(self, key: str) -> State:
        """Take a call, unless it is answered already or another living run asks for it."""
        self.beat()
        return self._store.claim(key, self._run, self._lives)

    def drop(self, key: str) -> None:
        """Give back a call that failed."""
        self._store.drop_claim(key, self._run)

    def close(self) -> None:
        """Give back what was taken and not answered."""
        self._store.unclaim(self._run)

    def _lives(self, host: str, process: int, seen: float) -> bool:
        if abs(time.time() - seen) > FRESH:
            return False
        return host != self._host or os.name != "posix" or _runs(process)


def _runs(process: int) -> bool:
    """Whether a process of this machine is there; signal 0 is none."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

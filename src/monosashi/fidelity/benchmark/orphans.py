"""Processes that end when the one that asked them has ended."""

from __future__ import annotations

import os
import threading
import time

EVERY = 1.0  # seconds
_watched: set[int] = set()


def end_with(parent: int) -> None:
    """Watch the parent from a thread of this process; without it nobody wants the answer.

    A process whose parent was killed is handed to another one, so that its parent's number changes.
    Called for each task, begun once. Nothing is watched in the process that asks.
    """
    if parent == os.getpid() or parent in _watched:
        return
    _watched.add(parent)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(EVERY)
    os._exit(1)

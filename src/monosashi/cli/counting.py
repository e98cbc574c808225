"""How far a long count is, and how long it may take: on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

from monosashi.words import say

STEP, PATIENCE = 0.5, 2.0  # seconds between lines, and before the first


def counting(what: str) -> Callable[[int, int], None] | None:
    """What to tell of ``(done, total)``; None where nobody watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    return Counting(what)


class Counting:
    """One line, written over again: share done and seconds left, by the speed so far."""

    def __init__(self, what: str) -> None:
        self.what, self._began = what, monotonic()
        self._next = self._began + PATIENCE

    def __call__(self, done: int, total: int) -> None:
        """Say it at most twice a second."""
        now = monotonic()
        if now < self._next or not done:
            return
        self._next = now + STEP
        left = (now - self._began) / done * (total - done)
        text = say(f"cli.progress.{self.what}", done=done, total=total, seconds=round(left))
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

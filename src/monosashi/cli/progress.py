"""Say on standard error what is being measured, only when somebody watches."""

from __future__ import annotations

import sys
from time import monotonic

from monosashi.cli.layout import visible
from monosashi.cli.streams import complain
from monosashi.words import say

PAUSE = 15.0  # seconds between two lines where nobody watches


def show_step(step: str) -> None:
    """``measuring hubs …`` on a terminal; nothing in a pipe or a log."""
    if _watched():
        print(f"\r\033[K{say('cli.progress.' + step)}", end="", file=sys.stderr, flush=True)


class WaysOfProgress:
    """Which way is tried, of how many: on a terminal at once, else a line from time to time."""

    def __init__(self) -> None:
        self._last = monotonic()

    def __call__(self, done: int, total: int, name: str) -> None:
        """Before each way."""
        told = say("cli.progress.ways", done=done + 1, total=total, name=visible(name))
        if _watched():
            print(f"\r\033[K{told}", end="", file=sys.stderr, flush=True)
        elif monotonic() - self._last >= PAUSE:
            complain(told)
            self._last = monotonic()


class PartsOfProgress:
    """How many parts are done: on a terminal at once, else a line from time to time."""

    def __init__(self) -> None:
        self._last = monotonic()

    def __call__(self, done: int, total: int) -> None:
        """After each part."""
        told = say("cli.progress.parts", done=done, total=total)
        if _watched():
            print(f"\r\033[K{told}", end="", file=sys.stderr, flush=True)
        elif monotonic() - self._last >= PAUSE:
            complain(told)
            self._last = monotonic()


def clear_step() -> None:
    """Leave the line clean for the result."""
    if _watched():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()

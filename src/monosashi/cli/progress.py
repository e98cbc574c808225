"""Say on standard error what is being measured, only when somebody watches."""

from __future__ import annotations

import sys

from monosashi.words import say


def show_step(step: str) -> None:
    """``measuring hubs …`` on a terminal; nothing in a pipe or a log."""
    if _watched():
        print(f"\r\033[K{say('cli.progress.' + step)}", end="", file=sys.stderr, flush=True)


def clear_step() -> None:
    """Leave the line clean for the result."""
    if _watched():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()

"""A bar with speed and time left on a terminal; elsewhere a line when it begins and each minute."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from monosashi.cli.streams import complain
from monosashi.words import say

AT_ONCE = ("hashing", "tfidf")
MINUTE = 60.0


@contextmanager
def embedding_progress(name: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what ``embed`` tells its progress to."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield LinesOfProgress(name)
        return
    with _bar() as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class LinesOfProgress:
    """For a pipe or a log: what is embedded, before the model is asked, and a line a minute.

    ``hashing`` and ``tfidf`` are done before anybody could wonder, and say nothing at first.
    """

    def __init__(self, name: str) -> None:
        self.name, self._last = name, monotonic()

    def begin(self, total: int, found: int) -> None:
        """Say it once, when there is something to embed."""
        if self.name not in AT_ONCE:
            kind = "begin_found" if found else "begin"
            complain(say(f"cli.progress.{kind}", name=self.name, total=total, found=found))
        self._last = monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Say how far it is, at most once a minute."""
        if monotonic() - self._last >= MINUTE and done < total:
            complain(say("cli.progress.going", name=self.name, done=done, total=total))
            self._last = monotonic()


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        """Texts a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else say("cli.progress.speed", speed=speed))

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        Speed(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )

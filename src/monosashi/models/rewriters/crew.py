"""Threads that wait for answers, and what they report to the one that writes."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from monosashi.embeddings import ServiceError, fault
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.steps import Answer, Call


class StoppedError(Exception):
    """The run is over; a call that waits to be sent again is not sent."""


@dataclass(frozen=True)
class Again:
    """A call is about to be sent once more, when ``written`` is set."""

    call: Call
    written: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Came:
    """Answers to calls, or what went wrong."""

    calls: Sequence[Call]
    answers: Sequence[Answer] = ()
    error: BaseException | None = None


class Crew:
    """Workers of one run; they touch no store."""

    def __init__(self, rewriter: StepRewriter) -> None:
        self._rewriter = rewriter
        self._tasks: SimpleQueue[Sequence[Call] | None] = SimpleQueue()
        self.events: SimpleQueue[Again | Came] = SimpleQueue()
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def submit(self, calls: Sequence[Call]) -> None:
        """Hand calls to whoever is free."""
        if len(self._threads) < self._rewriter.concurrency:
            worker = threading.Thread(target=self._work, daemon=True)
            self._threads.append(worker)
            worker.start()
        self._tasks.put(calls)

    def close(self) -> None:
        """No call is sent from now on; nobody waits for those that are under way."""
        self._over.set()
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        while (calls := self._tasks.get()) is not None:
            if self._over.is_set():
                return
            try:
                answers = self._rewriter.send(calls, self._again)
            except BaseException as error:  # noqa: BLE001 - told to the one who waits
                self.events.put(Came(calls, error=error))
            else:
                self.events.put(Came(calls, answers))

    def _again(self, call: Call) -> None:
        """Wait until the retry is written down: a kill must not lose count of requests."""
        event = Again(call)
        self.events.put(event)
        while not event.written.wait(0.1):
            if self._over.is_set():
                raise StoppedError
        if self._over.is_set():
            raise StoppedError


class Breaker:
    """Stops a run when nothing comes back any more, before every text counts as failed.

    Parameters
    ----------
    failures : int
        Failures in a row that are borne.
    seconds : float
        Time without any answer that is borne; the run stops when both are passed.
    """

    def __init__(self, failures: int = 12, seconds: float = 90.0) -> None:
        self.failures, self.seconds = failures, seconds
        self._row, self._refused = 0, 0
        self._last = time.monotonic()

    def answered(self) -> None:
        """Something came back."""
        self._row, self._refused, self._last = 0, 0, time.monotonic()

    def failed(self, name: str, why: Any = None) -> None:
        """A sending failed.

        Raises
        ------
        ServiceError
            It is enough.
        """
        self._row += 1
        if self._row >= self.failures and time.monotonic() - self._last >= self.seconds:
            raise ServiceError(fault("rewriting.errors.dead", name=name, failures=self._row,
                                     why=why or "-"))  # fmt: skip

    def refused(self, error: ServiceError) -> None:
        """The service refused a call for good; five in a row, and it refuses all.

        Raises
        ------
        ServiceError
            What the service said.
        """
        self._refused += 1
        if self._refused >= REFUSALS:
            raise error


REFUSALS = 5

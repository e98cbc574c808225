"""Whose turn it is: calls that wait to be sent, and those that another run is asking for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from queue import Empty

from monosashi.models.rewriters.claims import BEAT, Claims
from monosashi.models.rewriters.crew import Again, Came, Crew
from monosashi.models.rewriters.steps import Answer, Call
from monosashi.models.rewriters.store import RewriteStore

GLANCE, AT_ONCE = 0.3, 64  # seconds between two looks at what others ask, and calls looked at


class Turns:
    """Calls in the order in which they came.

    Two runs on one file of answers do not ask for the same: what the other one is asking for
    stands aside here, and is looked at again until it is answered or given back.

    Parameters
    ----------
    store : RewriteStore or None
        None where nothing is shared with other runs.
    """

    def __init__(self, store: RewriteStore | None) -> None:
        self._claims = None if store is None else Claims(store)
        self.queue: deque[Call] = deque()
        self._elsewhere: deque[Call] = deque()
        self._glanced = time.monotonic()

    @property
    def open(self) -> bool:
        """Whether any call waits."""
        return bool(self.queue or self._elsewhere)

    def take(self, known: Callable[[str], Answer | None]) -> tuple[Call, Answer | None] | None:
        """The first call, with its answer if there is one by now; None if another run asks.

        Without an answer it is this run that is to ask.
        """
        call = self.queue.popleft()
        state = "mine" if self._claims is None else self._claims.take(call.key)
        answer = known(call.key) if state == "there" else None
        if state == "mine" or answer is not None:
            return call, answer
        self._elsewhere.append(call)
        return None

    def look_again(self) -> None:
        """Put some of what others were asking for back into the queue, after a while."""
        if time.monotonic() - self._glanced < GLANCE:
            return
        self._glanced = time.monotonic()
        for _ in range(min(AT_ONCE, len(self._elsewhere))):
            self.queue.append(self._elsewhere.popleft())

    def next_event(self, crew: Crew, away: int) -> Again | Came | None:
        """What the crew reports; None after a while without news, with a sign of life."""
        if not away:
            if self._elsewhere and not self.queue:
                time.sleep(GLANCE)
            return None
        try:
            return crew.events.get(timeout=GLANCE if self._elsewhere else BEAT)
        except Empty:
            return None
        finally:
            if self._claims is not None:
                self._claims.beat()

    def drop(self, call: Call) -> None:
        """Give back a call that failed."""
        if self._claims is not None:
            self._claims.drop(call.key)

    def close(self) -> None:
        """Give back everything that was taken and not answered."""
        if self._claims is not None:
            self._claims.close()

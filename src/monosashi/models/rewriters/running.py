"""The run: what is not known is asked, what comes is kept, what is kept is judged."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty

from monosashi.embeddings import ServiceError, fault
from monosashi.models.rewriters.bearing import borne
from monosashi.models.rewriters.claims import BEAT, Claims
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.crew import Again, Breaker, Came, Crew, StoppedError
from monosashi.models.rewriters.gate import judge
from monosashi.models.rewriters.limits import BudgetReachedError, Limits, Spent
from monosashi.models.rewriters.reserving import Purse
from monosashi.models.rewriters.settling import advance, settle
from monosashi.models.rewriters.steps import Answer, Call, Chain
from monosashi.models.rewriters.store import RewriteStore

Progress = Callable[[int, int], None]
GLANCE, AT_ONCE = 0.3, 64  # seconds between two looks at what others ask, and calls looked at


@dataclass
class Run:
    """One run of many texts through one rewriter.

    Attributes
    ----------
    store : RewriteStore or None
        None keeps the answers of this run in memory only.
    """

    chains: Sequence[Chain]
    rewriter: StepRewriter
    store: RewriteStore | None = None
    limits: Limits = field(default_factory=Limits)
    breaker: Breaker = field(default_factory=Breaker)
    progress: Progress | None = None
    spent: Spent = field(default_factory=Spent)

    def __post_init__(self) -> None:
        self._held: dict[str, Answer] = {}
        self._waiting: dict[str, list[Chain]] = {}
        self._queue: deque[Call] = deque()
        self._elsewhere: deque[Call] = deque()
        self._away = self._done = 0
        self._full: str | None = None
        self._glanced = time.monotonic()
        self._purse = Purse(self.limits, self.spent)
        self._claims: Claims | None = None

    def finish(self) -> Spent:
        """Bring every text to its end.

        Raises
        ------
        BudgetReachedError
            A limit is reached.
        ServiceError
            The service is dead, or refuses everything.
        DataError
            There is no key, or the store cannot be written.
        """
        if self.store is not None:
            self.store.writable()
            if self.rewriter.batch == 1:
                self._claims = Claims(self.store)
        ready = deque(self.chains)
        crew = Crew(self.rewriter)
        try:
            while ready or self._queue or self._away or self._elsewhere:
                self._fill(ready)
                self._submit(crew, ready)
                if self._full and not self._away:
                    break
                self._hear(crew, ready)
                self._glance()
        finally:
            crew.close()
            if self._claims is not None:
                self._claims.close()
        if self._full:
            raise self._over()
        return self.spent

    def _fill(self, ready: deque[Chain]) -> None:
        """Move texts on until enough calls stand in the queue."""
        room = self.rewriter.concurrency if self.rewriter.batch == 1 else 2**31
        while ready and len(self._queue) + self._away < room and not self._full:
            chain = ready.popleft()
            call = advance(chain, self.rewriter, self._known)
            if call is None:
                self._ended()
            elif call.key in self._waiting:
                self._waiting[call.key].append(chain)
            else:
                self._waiting[call.key] = [chain]
                self._queue.append(call)

    def _submit(self, crew: Crew, ready: deque[Chain]) -> None:
        while self._queue and self._away < self.rewriter.concurrency:
            if self._at_limit(self._queue[0]):
                return
            first = self._queue.popleft()
            if not self._mine(first, ready):
                continue
            batch = [first]
            if self.rewriter.batch > 1:
                alike = [c for c in self._queue if c.step == first.step]
                batch += alike[: self.rewriter.batch - 1]
                taken = {call.key for call in batch}
                self._queue = deque(c for c in self._queue if c.key not in taken)
            self._away += 1
            for call in batch:
                self._purse.sent(call)
            crew.submit(batch)

    def _at_limit(self, call: Call) -> bool:
        """Whether this call may not be sent; what is under way may still turn out cheaper."""
        lacking = self._purse.lacks(call)
        if lacking is not None and not self._away:
            self._full = lacking
            self._queue.clear()
        return lacking is not None

    def _mine(self, call: Call, ready: deque[Chain]) -> bool:
        """Whether this run is to ask: nobody else is asking, and nobody has since it was queued."""
        state = "mine" if self._claims is None else self._claims.take(call.key)
        answer = self._known(call.key) if state == "there" else None
        if answer is not None:
            self._settle(call, answer, ready)
        elif state != "mine":
            self._elsewhere.append(call)
        return state == "mine"

    def _glance(self) -> None:
        """Look again at some of what others were asking for."""
        if time.monotonic() - self._glanced < GLANCE:
            return
        self._glanced = time.monotonic()
        for _ in range(min(AT_ONCE, len(self._elsewhere))):
            self._queue.append(self._elsewhere.popleft())

    def _hear(self, crew: Crew, ready: deque[Chain]) -> None:
        event = self._next_event(crew)
        if event is None:
            return
        if isinstance(event, Again):
            self._retried(event)
            return
        self._away -= 1
        if event.error is not None:
            self._failed(event)
            return
        self.breaker.answered()
        for call, answer in zip(event.calls, event.answers, strict=True):
            self._settle(call, self._keep(call, answer), ready)

    def _next_event(self, crew: Crew) -> Again | Came | None:
        """What the crew reports; None after a while without news, with a sign of life."""
        if not self._away:
            if self._elsewhere and not self._queue:
                time.sleep(GLANCE)
            return None
        try:
            return crew.events.get(timeout=GLANCE if self._elsewhere else BEAT)
        except Empty:
            return None
        finally:
            if self._claims is not None:
                self._claims.beat()

    def _settle(self, call: Call, answer: Answer, ready: deque[Chain]) -> None:
        """Move every text that waited for an answer on."""
        chains = self._waiting.pop(call.key)
        for chain in chains:
            settle(chain, call, answer, self.rewriter)
        ready.extendleft(chain for chain in chains if not chain.done)
        self._ended(sum(chain.done for chain in chains))

    def _retried(self, event: Again) -> None:
        self.breaker.failed(self.rewriter.name)
        if self.store is not None:
            self.store.retried(event.call.key)
        self.spent.retries += 1
        event.written.set()

    def _keep(self, call: Call, answer: Answer) -> Answer:
        """Write an answer before anything is made of it; what counts is what the file holds."""
        self._purse.came(call, answer)
        if self.store is None:
            self._held[call.key] = answer
            return answer
        reading = self.rewriter.read(answer, call)
        verdict = judge(call.step, call.text, reading)
        return self.store.put(call.key, answer, generator=self.rewriter.name,
                              cleaned=reading.text, status=verdict.status,
                              signs=signs_of(call))  # fmt: skip

    def _known(self, key: str) -> Answer | None:
        found = self._held.get(key) if self.store is None else self.store.get(key)
        self.spent.found += found is not None
        return found

    def _failed(self, event: Came) -> None:
        """A call without an answer: the end of the run, or of the texts that wait for it."""
        error = event.error
        if isinstance(error, StoppedError):
            return
        if self.rewriter.batch > 1 and error is not None:
            raise error
        status = borne(error, self.breaker, name=self.rewriter.name,
                       answered=bool(self.spent.calls))  # fmt: skip
        for call in event.calls:
            self._purse.failed(call)
            if self._claims is not None:
                self._claims.drop(call.key)
            chains = self._waiting.pop(call.key)
            for chain in chains:
                chain.status, chain.notes = status, (*chain.notes, _told(error))
            self._ended(len(chains))

    def _ended(self, count: int = 1) -> None:
        self._done += count
        if self.progress is not None and count:
            self.progress(self._done, len(self.chains))

    def _over(self) -> BudgetReachedError:
        open_ = sum(not chain.done for chain in self.chains)
        cost, key = self.spent.cost, f"over_{self._full}"
        if self._full == "cost" and self.spent.estimated:
            key = "over_cost_estimated"
        return BudgetReachedError(fault(
            f"rewriting.errors.{key}", calls=self.spent.calls, open=open_,
            total=len(self.chains), cost="-" if cost is None else f"{cost:.4g}",
            estimated=self.spent.estimated,
            limit=self.limits.max_calls if self._full == "calls" else self.limits.max_cost,
        ))  # fmt: skip


def _told(error: BaseException | None) -> str:
    if not isinstance(error, ServiceError):
        return ""
    return str(error.faults[0].values.get("told") or error.faults[0].code.rpartition(".")[2])


def signs_of(call: Call) -> int:
    """Length of what was sent."""
    held = call.body.get("messages", ())
    return sum(len(str(one.get("content", ""))) for one in held) or len(call.text)

"""The run: what is not known is asked, what comes is kept, what is kept is judged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from monosashi.embeddings import ServiceError, fault
from monosashi.models.refusals import RefusedError
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.crew import Again, Breaker, Came, Crew, StoppedError
from monosashi.models.rewriters.gate import judge
from monosashi.models.rewriters.limits import BudgetReachedError, Limits, Spent
from monosashi.models.rewriters.settling import advance, settle
from monosashi.models.rewriters.steps import Answer, Call, Chain
from monosashi.models.rewriters.store import RewriteStore

Progress = Callable[[int, int], None]
FINAL = frozenset({"service_key", "service_key_missing", "service_key_unknown", "service_no_json",
                   "service_empty"})  # fmt: skip
ELSEWHERE = frozenset({401, 403, 404, 405})


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
        self._away = self._sent = self._done = 0
        self._full: str | None = None

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
        ready = deque(self.chains)
        crew = Crew(self.rewriter)
        try:
            while ready or self._queue or self._away:
                self._fill(ready)
                self._submit(crew)
                if not self._away:
                    break
                self._hear(crew, ready)
        finally:
            crew.close()
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

    def _submit(self, crew: Crew) -> None:
        while self._queue and self._away < self.rewriter.concurrency:
            if self._at_limit():
                return
            first = self._queue.popleft()
            batch = [first]
            if self.rewriter.batch > 1:
                alike = [c for c in self._queue if c.step == first.step]
                batch += alike[: self.rewriter.batch - 1]
                taken = {call.key for call in batch}
                self._queue = deque(c for c in self._queue if c.key not in taken)
            self._away += 1
            self._sent += len(batch)
            crew.submit(batch)

    def _at_limit(self) -> bool:
        """Whether no further call may be sent."""
        most, cost = self.limits.max_calls, self.limits.max_cost
        if most is not None and self._sent >= most:
            self._full = "calls"
        spent = self.limits.cost(self.spent.sent, self.spent.received)
        if cost is not None and spent is not None and spent >= cost:
            self._full = "cost"
        if self._full:
            self._queue.clear()
        return self._full is not None

    def _hear(self, crew: Crew, ready: deque[Chain]) -> None:
        event = crew.events.get()
        if isinstance(event, Again):
            self._retried(event)
            return
        self._away -= 1
        if event.error is not None:
            self._failed(event)
            return
        self.breaker.answered()
        for call, answer in zip(event.calls, event.answers, strict=True):
            self._keep(call, answer)
            chains = self._waiting.pop(call.key)
            for chain in chains:
                settle(chain, call, answer, self.rewriter)
            ended = sum(chain.done for chain in chains)
            ready.extendleft(chain for chain in chains if not chain.done)
            self._ended(ended)

    def _retried(self, event: Again) -> None:
        self.breaker.failed(self.rewriter.name)
        if self.store is not None:
            self.store.retried(event.call.key)
        self.spent.retries += 1
        event.written.set()

    def _keep(self, call: Call, answer: Answer) -> None:
        """Write an answer before anything else is made of it."""
        self.spent.calls += 1
        self.spent.sent += answer.prompt_tokens or 0
        self.spent.received += answer.completion_tokens or 0
        self.spent.seconds += answer.seconds
        self.spent.cost = self.limits.cost(self.spent.sent, self.spent.received)
        if self.store is None:
            self._held[call.key] = answer
            return
        reading = self.rewriter.read(answer, call)
        verdict = judge(call.step, call.text, reading)
        self.store.put(call.key, answer, generator=self.rewriter.name, cleaned=reading.text,
                       status=verdict.status, signs=signs_of(call))  # fmt: skip

    def _known(self, key: str) -> Answer | None:
        found = self._held.get(key) if self.store is None else self.store.get(key)
        self.spent.found += found is not None
        return found

    def _failed(self, event: Came) -> None:
        """A call without an answer: the end of the run, or of the texts that wait for it."""
        error = event.error
        if isinstance(error, StoppedError):
            return
        if not isinstance(error, ServiceError) or self.rewriter.batch > 1 or _hopeless(error):
            raise error if error is not None else AssertionError
        if isinstance(error, RefusedError):
            if not error.too_large:
                self.breaker.refused(error)
        elif not self.spent.calls:
            raise error  # nothing has come from there at all
        else:
            self.breaker.failed(self.rewriter.name, error.faults[0].values.get("told"))
        status = "too_long" if isinstance(error, RefusedError) and error.too_large else "service"
        for call in event.calls:
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
        cost = self.spent.cost
        return BudgetReachedError(fault(
            f"rewriting.errors.over_{self._full}", calls=self.spent.calls, open=open_,
            total=len(self.chains), cost="-" if cost is None else f"{cost:.4f}",
            limit=self.limits.max_calls if self._full == "calls" else self.limits.max_cost,
        ))  # fmt: skip


def _hopeless(error: ServiceError) -> bool:
    """Whether no other text would fare better: a wrong key, address or model."""
    first = error.faults[0]
    name = first.code.rpartition(".")[2]
    return (
        name in FINAL
        or name.startswith("chat_")
        or (isinstance(error, RefusedError) and first.values.get("status") in ELSEWHERE)
    )


def _told(error: ServiceError) -> str:
    return str(error.faults[0].values.get("told") or error.faults[0].code.rpartition(".")[2])


def signs_of(call: Call) -> int:
    """Length of what was sent."""
    held = call.body.get("messages", ())
    return sum(len(str(one.get("content", ""))) for one in held) or len(call.text)

"""The run: what is not known is asked, what comes is kept, what is kept is judged."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from monosashi.models.rewriters.bearing import borne, told_by
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.crew import Again, Breaker, Came, Crew, StoppedError
from monosashi.models.rewriters.gate import judge
from monosashi.models.rewriters.kept_answers import Described, KeptAnswers
from monosashi.models.rewriters.limits import Limits, Spent, budget_reached
from monosashi.models.rewriters.on_the_way import OnTheWay, Progress
from monosashi.models.rewriters.reserving import Purse
from monosashi.models.rewriters.steps import Answer, Call, Chain
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.turns import Turns
from monosashi.models.rewriters.unusable import UnusableRows


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
        self._kept = KeptAnswers(self.store, self._described)
        self._texts = OnTheWay(self.chains, self.rewriter, self._kept, self.progress)
        self._purse = Purse(self.limits, self.spent)
        self._rows = UnusableRows(self.limits.max_unusable if self.rewriter.batch == 1 else None)
        self._away = 0
        self._full: str | None = None

    def finish(self) -> Spent:
        """Bring every text to its end.

        Raises
        ------
        BudgetReachedError
            A limit is reached.
        ServiceError
            The service is dead, refuses everything, or gives nothing that can be used.
        DataError
            There is no key, or the store cannot be written.
        """
        if self.store is not None:
            self.store.writable()
        turns = Turns(self.store if self.rewriter.batch == 1 else None)
        crew = Crew(self.rewriter)
        try:
            while self._texts.ready or self._away or turns.open:
                self._fill(turns)
                self._submit(turns, crew)
                if (self._full or self._rows.full) and not self._away:
                    break
                self._hear(turns, crew)
                turns.look_again()
        finally:
            crew.close()
            turns.close()
            self._kept.count(self.spent)
            self.spent.texts_found = len(self._texts.served)
        if self._full:
            raise budget_reached(self._full, self.limits, self.spent, open_=self._texts.open,
                                 total=self._texts.total)  # fmt: skip
        if (place := self._rows.full) and self._texts.open:
            raise self._rows.error(place, self.rewriter.name, self.spent, open_=self._texts.open,
                                   total=self._texts.total)  # fmt: skip
        return self.spent

    def _fill(self, turns: Turns) -> None:
        """Move texts on until enough calls stand in the queue."""
        room = self.rewriter.concurrency if self.rewriter.batch == 1 else 2**31
        while self._texts.ready and len(turns.queue) + self._away < room and not self._full:
            call = self._texts.move_on()
            if call is not None:
                turns.queue.append(call)

    def _submit(self, turns: Turns, crew: Crew) -> None:
        while turns.queue and self._away < self.rewriter.concurrency:
            if self._at_limit(turns):
                return
            taken = turns.take(self._kept.get)
            if taken is None:
                continue
            first, answer = taken
            if answer is not None:
                self._texts.settle(first, answer)
                continue
            batch = self._batch(first, turns)
            self._away += 1
            for call in batch:
                self._purse.sent(call)
            crew.submit(batch)

    def _batch(self, first: Call, turns: Turns) -> list[Call]:
        """A call with others of its kind, as many as are sent at a time."""
        if self.rewriter.batch == 1:
            return [first]
        alike = [call for call in turns.queue if call.step == first.step]
        batch = [first, *alike[: self.rewriter.batch - 1]]
        taken = {call.key for call in batch}
        turns.queue = deque(call for call in turns.queue if call.key not in taken)
        return batch

    def _at_limit(self, turns: Turns) -> bool:
        """Whether no call may be sent; what is under way may still be cheaper, or of use."""
        if self._rows.full:
            return True
        lacking = self._purse.lacks(turns.queue[0])
        if lacking is not None and not self._away:
            self._full = lacking
            turns.queue.clear()
        return lacking is not None

    def _hear(self, turns: Turns, crew: Crew) -> None:
        event = turns.next_event(crew, self._away)
        if event is None:
            return
        if isinstance(event, Again):
            self._retried(event)
            return
        self._away -= 1
        if event.error is not None:
            self._failed(event, turns)
            return
        self.breaker.answered()
        for call, answer in zip(event.calls, event.answers, strict=True):
            self._purse.came(call, answer)
            kept = self._kept.put(call, answer)
            self._count(call, kept)
            self._texts.settle(call, kept)

    def _count(self, call: Call, answer: Answer) -> None:
        """Whether an answer is of use, for those that wait for it."""
        reading, places = self.rewriter.read(answer, call), self._texts.waiting(call)
        verdict = judge(call.step, call.text, reading)
        if verdict.kept:
            self._rows.used(places)
        else:
            self._rows.refused(places, verdict.status, reading.text or answer.raw)

    def _retried(self, event: Again) -> None:
        self.breaker.failed(self.rewriter.name)
        self._kept.retried(event.call)
        self.spent.retries += 1
        event.written.set()

    def _described(self, call: Call, answer: Answer) -> Described:
        """What the gate of the day makes of an answer."""
        reading = self.rewriter.read(answer, call)
        return self.rewriter.name, reading.text, judge(call.step, call.text, reading).status

    def _failed(self, event: Came, turns: Turns) -> None:
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
            turns.drop(call)
            self._rows.refused(self._texts.waiting(call), status, told_by(error))
            self._texts.failed(call, status, told_by(error))

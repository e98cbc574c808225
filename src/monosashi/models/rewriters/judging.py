"""A chat model that rates rewritings; every answer is kept when it comes, and paid for once."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence

from monosashi.models.rewriters.answer_text import without_thought
from monosashi.models.rewriters.bearing import borne
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.crew import Again, Breaker, Came, Crew, StoppedError
from monosashi.models.rewriters.rewrite_set import RewriteRow
from monosashi.models.rewriters.running import signs_of
from monosashi.models.rewriters.steps import Answer, Call
from monosashi.models.rewriters.store import RewriteStore

TOLD = (
    "You compare two texts. Reply with one number from 1 to 5 and nothing else: 5 if the second "
    "says the same as the first, 4 if small things differ, 3 if the gist is the same, 2 if they "
    "share a subject, 1 if they have nothing in common."
)
RATING = re.compile(r"(?<![\d.,])[1-5](?![\d])(?![.,]\d)")


def question_about(judge: ChatRewriter, row: RewriteRow) -> Call:
    """What is asked about one rewriting; its key does not hold who made it."""
    return judge.question(TOLD, f"First:\n{row.original}\n\nSecond:\n{row.text}")


def rating_in(answer: Answer) -> int | None:
    """The number in an answer, from 1 to 5; None if there is none.

    >>> rating_in(Answer("<think>Is it a 3?</think> 4")), rating_in(Answer("10 of 10"))
    (4, None)
    """
    if answer.refusal or answer.finish in {"length", "content_filter"}:
        return None
    found = RATING.search(without_thought(answer.raw)[0])
    return int(found[0]) if found else None


class Judging:
    """Asks a judge about rewritings, each pair of texts once.

    Parameters
    ----------
    judge : ChatRewriter
    store : RewriteStore or None
        Where answers are kept and found again; None keeps them for this run only. They stand
        there under their own label, so that they do not count as rewritings of the same model.
    """

    def __init__(self, judge: ChatRewriter, store: RewriteStore | None = None) -> None:
        self._judge, self._store = judge, store
        self._held: dict[str, Answer] = {}
        self._breaker = Breaker()
        self._answered = False

    def rate(self, rows: Iterable[RewriteRow]) -> list[int | None]:
        """A rating for each row; None where the judge gives no number.

        Raises
        ------
        ServiceError
            The service is dead or refuses everything. What came is kept: the same call goes on.
        """
        asked = [question_about(self._judge, row) for row in rows]
        missing = {call.key: call for call in asked if self._known(call.key) is None}
        self._ask(list(missing.values()))
        return [None if (held := self._known(call.key)) is None else rating_in(held)
                for call in asked]  # fmt: skip

    def _known(self, key: str) -> Answer | None:
        held = self._held.get(key)
        if held is None and self._store is not None:
            held = self._store.get(key)
            if held is not None:
                self._held[key] = held
        return held

    def _ask(self, calls: Sequence[Call]) -> None:
        if not calls:
            return
        if self._store is not None:
            self._store.writable()
        crew, waiting, away = Crew(self._judge), deque(calls), 0
        try:
            while waiting or away:
                while waiting and away < self._judge.concurrency:
                    crew.submit([waiting.popleft()])
                    away += 1
                event = crew.events.get()
                if isinstance(event, Again):
                    self._retried(event)
                else:
                    away -= 1
                    self._came(event)
        finally:
            crew.close()

    def _retried(self, event: Again) -> None:
        self._breaker.failed(self._judge.name)
        if self._store is not None:
            self._store.retried(event.call.key)
        event.written.set()

    def _came(self, event: Came) -> None:
        if event.error is not None:
            if not isinstance(event.error, StoppedError):
                borne(event.error, self._breaker, name=self._judge.name, answered=self._answered)
            return
        self._breaker.answered()
        self._answered = True
        for call, answer in zip(event.calls, event.answers, strict=True):
            self._held[call.key] = self._kept(call, answer)

    def _kept(self, call: Call, answer: Answer) -> Answer:
        """What the store holds: another process may have been faster."""
        if self._store is None:
            return answer
        rating = rating_in(answer)
        return self._store.put(call.key, answer, generator=f"judge {self._judge.name}",
                               cleaned=str(rating or ""), status="ok" if rating else "no_number",
                               signs=signs_of(call))  # fmt: skip

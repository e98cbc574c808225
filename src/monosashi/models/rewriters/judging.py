"""A chat model that rates rewritings; every answer is kept when it comes, and paid for once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from monosashi.models.chat_service import without_thought
from monosashi.models.rewriters.bearing import borne
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.crew import Again, Breaker, Came, Crew, StoppedError
from monosashi.models.rewriters.kept_answers import Described, KeptAnswers
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.steps import Answer, Call
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.turns import Turns

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
    found = RATING.search(without_thought(answer.raw))
    return int(found[0]) if found else None


class Judging:
    """Asks a judge about rewritings, each pair of texts once.

    Two runs on one store do not ask for the same: the second waits for the answer of the first.

    Parameters
    ----------
    judge : ChatRewriter
    store : RewriteStore or None
        Where answers are kept and found again; None keeps them for this run only. They stand
        there under their own label, so that they do not count as rewritings of the same model.
    """

    def __init__(self, judge: ChatRewriter, store: RewriteStore | None = None) -> None:
        self._judge, self._store = judge, store
        self._kept = KeptAnswers(store, self._described)
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
        missing = {call.key: call for call in asked if self._kept.get(call.key) is None}
        if missing:
            self._ask(list(missing.values()))
        answers = [self._kept.get(call.key) for call in asked]
        return [None if answer is None else rating_in(answer) for answer in answers]

    def _ask(self, calls: Sequence[Call]) -> None:
        if self._store is not None:
            self._store.writable()
        crew, turns, away = Crew(self._judge), Turns(self._store), 0
        turns.queue.extend(calls)
        try:
            while away or turns.open:
                while turns.queue and away < self._judge.concurrency:
                    taken = turns.take(self._kept.get)
                    if taken is not None and taken[1] is None:
                        crew.submit([taken[0]])
                        away += 1
                event = turns.next_event(crew, away)
                if isinstance(event, Again):
                    self._retried(event)
                elif event is not None:
                    away -= 1
                    self._came(event, turns)
                turns.look_again()
        finally:
            crew.close()
            turns.close()

    def _retried(self, event: Again) -> None:
        self._breaker.failed(self._judge.name)
        self._kept.retried(event.call)
        event.written.set()

    def _came(self, event: Came, turns: Turns) -> None:
        if event.error is not None:
            if not isinstance(event.error, StoppedError):
                borne(event.error, self._breaker, name=self._judge.name, answered=self._answered)
                for call in event.calls:
                    turns.drop(call)
            return
        self._breaker.answered()
        self._answered = True
        for call, answer in zip(event.calls, event.answers, strict=True):
            self._kept.put(call, answer)

    def _described(self, _: Call, answer: Answer) -> Described:
        """The rating, under a label that no rewriter has."""
        rating = rating_in(answer)
        return f"judge {self._judge.name}", str(rating or ""), "ok" if rating else "no_number"

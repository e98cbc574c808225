"""Answers of a run: those that a file holds from before, and those that come."""

from __future__ import annotations

from collections.abc import Callable

from monosashi.models.rewriters.limits import Spent
from monosashi.models.rewriters.steps import Answer, Call
from monosashi.models.rewriters.store import RewriteStore

Described = tuple[str, str, str]


class KeptAnswers:
    """Every answer is written when it comes; what counts is what the file holds.

    Parameters
    ----------
    store : RewriteStore or None
        None keeps answers in memory, for this run only.
    describe : function of (call, answer) to (generator, cleaned, status)
        What stands beside an answer in the file, for people who look into it.

    Attributes
    ----------
    found : mapping of key to answer
        Those that this run did not ask for.
    """

    def __init__(
        self, store: RewriteStore | None, describe: Callable[[Call, Answer], Described]
    ) -> None:
        self._store, self._describe = store, describe
        self._held: dict[str, Answer] = {}
        self._asked: set[str] = set()
        self.found: dict[str, Answer] = {}

    def get(self, key: str) -> Answer | None:
        """The answer under a key, or None."""
        held = self._held.get(key) if self._store is None else self._store.get(key)
        if held is not None and key not in self._asked:
            self.found[key] = held
        return held

    def count(self, spent: Spent) -> None:
        """What the answers that were there had taken."""
        held = self.found.values()
        whole = [one for one in held if one.prompt_tokens and one.completion_tokens]
        spent.found = len(held)
        spent.found_sent = sum(one.prompt_tokens or 0 for one in whole)
        spent.found_received = sum(one.completion_tokens or 0 for one in whole)
        spent.found_uncounted = len(held) - len(whole)
        spent.found_seconds = sum(one.seconds for one in held)

    def put(self, call: Call, answer: Answer) -> Answer:
        """Keep an answer; another process may have been faster, whose answer it then is."""
        self._asked.add(call.key)
        if self._store is None:
            self._held[call.key] = answer
            return answer
        generator, cleaned, status = self._describe(call, answer)
        return self._store.put(call.key, answer, generator=generator, cleaned=cleaned,
                               status=status, signs=call.signs)  # fmt: skip

    def retried(self, call: Call) -> None:
        """Write down that a call is about to be sent once more."""
        if self._store is not None:
            self._store.retried(call.key)

"""Texts on their way through their steps: which wait for what, and which have come to their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.kept_answers import KeptAnswers
from monosashi.models.rewriters.settling import advance, settle
from monosashi.models.rewriters.steps import Answer, Call, Chain
from monosashi.models.rewriters.unusable import Place

Progress = Callable[[int, int], None]


class OnTheWay:
    """All texts of a run.

    Parameters
    ----------
    chains : sequence of Chain
        Are moved on.
    rewriter : StepRewriter
    kept : KeptAnswers
    progress : function of (texts done, texts in all), optional

    Attributes
    ----------
    served : set of (field, record)
        Texts that took an answer from before this run.
    """

    def __init__(self, chains: Sequence[Chain], rewriter: StepRewriter, kept: KeptAnswers,
                 progress: Progress | None = None) -> None:  # fmt: skip
        self._chains, self._rewriter, self._kept = chains, rewriter, kept
        self._progress, self._done = progress, 0
        self._ready = deque(chains)
        self._waiting: dict[str, list[Chain]] = {}
        self.served: set[tuple[str, str]] = set()

    @property
    def ready(self) -> bool:
        """Whether a text can be moved on."""
        return bool(self._ready)

    @property
    def open(self) -> int:
        """Texts that have not come to their end."""
        return sum(not chain.done for chain in self._chains)

    @property
    def total(self) -> int:
        """All texts."""
        return len(self._chains)

    def move_on(self) -> Call | None:
        """Move one text as far as answers go: a call that nobody waits for yet, if it needs one."""
        chain = self._ready.popleft()
        call = advance(chain, self._rewriter, self._known_to(chain))
        if call is None:
            self._ended()
        elif call.key in self._waiting:
            self._waiting[call.key].append(chain)
        else:
            self._waiting[call.key] = [chain]
            return call
        return None

    def waiting(self, call: Call) -> set[Place]:
        """Transformations, and steps of these, that wait for a call."""
        return {(chain.transformation.name, chain.at) for chain in self._waiting[call.key]}

    def settle(self, call: Call, answer: Answer) -> None:
        """Move every text that waited for an answer on."""
        chains = self._waiting.pop(call.key)
        for chain in chains:
            self._count(chain, call.key)
            settle(chain, call, answer, self._rewriter)
        self._ready.extendleft(chain for chain in chains if not chain.done)
        self._ended(sum(chain.done for chain in chains))

    def failed(self, call: Call, status: str, why: str) -> None:
        """End every text that waits for a call without an answer."""
        chains = self._waiting.pop(call.key)
        for chain in chains:
            chain.status, chain.notes = status, (*chain.notes, why)
        self._ended(len(chains))

    def _known_to(self, chain: Chain) -> Callable[[str], Answer | None]:
        def known(key: str) -> Answer | None:
            answer = self._kept.get(key)
            self._count(chain, key)
            return answer

        return known

    def _count(self, chain: Chain, key: str) -> None:
        if key in self._kept.found:
            self.served.add((chain.item.field, chain.item.record))

    def _ended(self, count: int = 1) -> None:
        self._done += count
        if self._progress is not None and count:
            self._progress(self._done, len(self._chains))

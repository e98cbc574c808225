"""From an answer to the next step of a text, or to its end."""

from __future__ import annotations

from collections.abc import Callable

from monosashi.models.plain_text import plain
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.gate import Verdict, judge
from monosashi.models.rewriters.steps import Answer, Call, Chain


def advance(chain: Chain, rewriter: StepRewriter, lookup: Callable[[str], Answer | None]
            ) -> Call | None:  # fmt: skip
    """Move a text as far as the answers that are kept go.

    Returns
    -------
    Call or None
        What it waits for; None at its end.
    """
    while not chain.done:
        call = rewriter.call(chain.steps[chain.at], chain.text, chain.seed, chain.attempt)
        answer = lookup(call.key)
        if answer is None:
            return call
        settle(chain, call, answer, rewriter)
    return None


def settle(chain: Chain, call: Call, answer: Answer, rewriter: StepRewriter) -> Verdict:
    """Put one answer through the gate: on to the next step, to another attempt, or to the end."""
    reading = rewriter.read(answer, call)
    verdict = judge(call.step, call.text, reading)
    chain.asked += 1
    if verdict.again and chain.attempt + 1 < rewriter.attempts:
        chain.attempt += 1
        return verdict
    chain.mends = tuple(dict.fromkeys((*chain.mends, *reading.mends)))
    chain.notes = tuple(dict.fromkeys((*chain.notes, *verdict.notes)))
    if not verdict.kept:
        chain.status, chain.made = verdict.status, reading.text
    elif chain.at + 1 < len(chain.steps):
        chain.text, chain.at, chain.attempt = reading.text, chain.at + 1, 0
    else:
        end(chain, reading.text, verdict.status)
    return verdict


def end(chain: Chain, made: str, status: str = "ok") -> None:
    """The outcome of a text; what came back as it was says so (of a rule also case and width)."""
    given = chain.item.text
    same = plain(made) == plain(given) if chain.steps else made.strip() == given.strip()
    chain.made, chain.kept = made, True
    chain.status = "unchanged" if same else "ok" if len(chain.steps) > 1 else status

"""Requests of all texts, each different one once, and the tokens that they will take."""

from __future__ import annotations

from typing import Any

from monosashi.models.rewriters.scripts import script_shares
from monosashi.models.rewriters.settling import advance
from monosashi.models.rewriters.steps import Answer, Call, Chain
from monosashi.models.rewriters.store import RewriteStore

TOKENS = 0.25, 0.75  # a sign, of scripts with blanks and without
GROWTH = {"expand": 2.5, "shorten": 0.6, "paraphrase": 1.1, "restyle": 1.1, "translate": 1.2}
FRAME = 8  # tokens of an answer's JSON around the text


class Counted:
    """Requests of all chains, each different one once."""

    def __init__(self, rewriter: Any, store: RewriteStore | None) -> None:
        self.rewriter, self.store = rewriter, store
        rates = None if store is None else store.rates(rewriter.name)
        self.rates, self.calibrated = rates, rates is not None
        self.seen: set[tuple[str, ...]] = set()
        self.calls: dict[str, int] = {}
        self.found: dict[str, int] = {}
        self.sent = self.received = 0.0
        self.unshared = 0

    def add(self, chain: Chain) -> None:
        """Everything that one text still needs."""
        name = chain.transformation.name
        lookup = (lambda _: None) if self.store is None else self.store.get
        call = advance(chain, self.rewriter, lookup)
        if call is None:
            self.found[name] = self.found.get(name, 0) + 1
            return
        steps = chain.steps[chain.at :]
        self.unshared += len(steps)
        mark: tuple[str, ...] = (call.key,)
        signs = len(call.text)
        for number, step in enumerate(steps):
            if number:
                mark = (*mark, step.kind, str(step.source), str(step.target))
            made = GROWTH[step.kind] * signs
            if mark not in self.seen:
                self.seen.add(mark)
                self.calls[name] = self.calls.get(name, 0) + 1
                self._tokens(call, signs, made)
            signs = round(made)

    def _tokens(self, call: Call, signs: int, made: float) -> None:
        sent, received = tokens_of(call, signs, made, self.rates)
        self.sent += sent
        self.received += received


def tokens_of(
    call: Call, signs: int, made: float, rates: tuple[float, float, float] | None = None
) -> tuple[float, float]:
    """Tokens that a call with so many signs sends, and those of an answer with so many.

    Calls that send nothing over a wire take none, unless ``rates`` of earlier answers say more.
    """
    around = sum(len(str(one.get("content", ""))) for one in call.body.get("messages", ()))
    frame = max(0, around - len(call.text))
    if rates is not None:
        return rates[0] * (frame + signs), rates[1] * (made + FRAME)
    if not call.body:
        return 0.0, 0.0
    each = _a_sign(call.text)
    return TOKENS[0] * frame + each * signs, each * made + FRAME


def tokens_likely(call: Call) -> tuple[float, float]:
    """Tokens that a call and its answer are likely to take, by rule of thumb.

    >>> from monosashi.models.rewriters.steps import Step
    >>> body = {"messages": [{"content": "Shorter:"}, {"content": "A long text."}]}
    >>> tokens_likely(Call("", Step("shorten", "en", "en"), "A long text.", body))
    (5.0, 9.8)
    """
    signs = len(call.text)
    return tokens_of(call, signs, GROWTH.get(call.step.kind, 1.0) * signs)


def tokens_taken(call: Call, answer: Answer) -> tuple[int, int]:
    """Tokens of an answered call: as the server counts them, else by rule of thumb."""
    sent = answer.prompt_tokens or round(tokens_likely(call)[0])
    if answer.completion_tokens:
        return sent, answer.completion_tokens
    return sent, round(_a_sign(answer.raw) * len(answer.raw)) if call.body else 0


def _a_sign(text: str) -> float:
    """Tokens a sign."""
    shares = script_shares(text)
    dense = shares.get("han", 0.0) + shares.get("kana", 0.0) + shares.get("hangul", 0.0)
    return TOKENS[0] + (TOKENS[1] - TOKENS[0]) * dense

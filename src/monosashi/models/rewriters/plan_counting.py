"""Requests of all texts, each different one once, and the tokens that they will take."""

from __future__ import annotations

from typing import Any

from monosashi.models.rewriters.scripts import script_shares
from monosashi.models.rewriters.settling import advance
from monosashi.models.rewriters.steps import Call, Chain
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
        shares = script_shares(call.text)
        dense = shares.get("han", 0.0) + shares.get("kana", 0.0) + shares.get("hangul", 0.0)
        each = TOKENS[0] + (TOKENS[1] - TOKENS[0]) * dense
        around = sum(len(str(one.get("content", ""))) for one in call.body.get("messages", ()))
        frame = max(0, around - len(call.text))
        if self.rates is not None:
            self.sent += self.rates[0] * (frame + signs)
            self.received += self.rates[1] * (made + FRAME)
        elif call.body:
            self.sent += TOKENS[0] * frame + each * signs
            self.received += each * made + FRAME

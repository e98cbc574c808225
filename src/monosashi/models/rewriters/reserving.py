"""The purse of a run: what was spent, and what the calls under way are likely to cost."""

from __future__ import annotations

from monosashi.models.rewriters.limits import Limits, Spent
from monosashi.models.rewriters.plan_counting import tokens_likely, tokens_taken
from monosashi.models.rewriters.steps import Answer, Call

SLACK = 0.005  # of the limit: an estimate is no more exact than that


class Purse:
    """Counts calls and money, and says before a sending whether it may go out.

    Calls under way are held back at what they are likely to cost: the rule of thumb of ``plan``,
    times what answered calls of this run have cost against it. Tokens that a server does not
    count are estimated in the same way. A sending that failed is given back. Under a limit of
    money the first call goes out alone, since the rule of thumb may be far from what it costs.

    Parameters
    ----------
    limits : Limits
    spent : Spent
        Is counted up.
    """

    def __init__(self, limits: Limits, spent: Spent) -> None:
        self._limits, self._spent = limits, spent
        self._away: dict[str, float] = {}
        self._likely = self._actual = 0.0

    def lacks(self, call: Call) -> str | None:
        """``calls`` or ``cost`` where this call would pass a limit; else None."""
        most, cost = self._limits.max_calls, self._limits.max_cost
        if most is not None and self._spent.calls + len(self._away) >= most:
            return "calls"
        spent = self._limits.cost(self._spent.sent, self._spent.received)
        if cost is None or spent is None:
            return None
        if self._away and not self._spent.calls:
            return "cost"
        held = self._pace * (sum(self._away.values()) + self._cost(call))
        return "cost" if spent >= cost or spent + held > cost * (1 + SLACK) else None

    def sent(self, call: Call) -> None:
        """A call goes out."""
        self._away[call.key] = self._cost(call)

    def failed(self, call: Call) -> None:
        """It came back without an answer."""
        self._away.pop(call.key, None)

    def came(self, call: Call, answer: Answer) -> None:
        """It is answered."""
        sent, received = tokens_taken(call, answer)
        self._likely += self._away.pop(call.key, 0.0)
        self._actual += self._limits.cost(sent, received) or 0.0
        self._spent.calls += 1
        self._spent.sent += sent
        self._spent.received += received
        self._spent.estimated += bool(call.body) and not (
            answer.prompt_tokens and answer.completion_tokens
        )
        self._spent.seconds += answer.seconds
        self._spent.cost = self._limits.cost(self._spent.sent, self._spent.received)

    @property
    def _pace(self) -> float:
        """What answered calls cost, against the rule of thumb."""
        return self._actual / self._likely if self._likely and self._actual else 1.0

    def _cost(self, call: Call) -> float:
        return self._limits.cost(*tokens_likely(call)) or 0.0

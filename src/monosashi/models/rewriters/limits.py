"""What a run may take, and what it took."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.embeddings import ServiceError, fault

MILLION = 1e6
MAX_UNUSABLE = 30  # of ten texts with three attempts each, by default


@dataclass(frozen=True)
class Limits:
    """What a run may take; the next run has as much again.

    Attributes
    ----------
    max_calls : int, optional
        Calls that are answered.
    max_cost : float, optional
        In the currency of the prices.
    price_in, price_out : float, optional
        For a million tokens sent, and received.
    max_unusable : int, optional
        Calls in a row, of one step of one transformation, of which nothing can be used; 0 or None
        for any number.
    """

    max_calls: int | None = None
    max_cost: float | None = None
    price_in: float | None = None
    price_out: float | None = None
    max_unusable: int | None = None

    def cost(self, sent: float, received: float) -> float | None:
        """What so many tokens cost; None without prices."""
        if self.price_in is None and self.price_out is None:
            return None
        return (sent * (self.price_in or 0.0) + received * (self.price_out or 0.0)) / MILLION


@dataclass
class Spent:
    """What a run took.

    Attributes
    ----------
    calls, found, retries : int
        Calls answered, different answers that were in the store already, and sendings that were
        repeated.
    texts_found : int
        Different texts that took an answer from the store.
    sent, received : int
        Tokens as the server counts them, else by rule of thumb.
    estimated : int
        Calls of which the server did not count all tokens.
    seconds : float
        Sum of waits for answers.
    found_sent, found_received, found_uncounted, found_seconds : int, int, int, float
        What the answers of the store had taken when they came: tokens, answers of which the server
        did not count them, waits.
    """

    calls: int = 0
    found: int = 0
    texts_found: int = 0
    retries: int = 0
    sent: int = 0
    received: int = 0
    estimated: int = 0
    seconds: float = 0.0
    cost: float | None = None
    found_sent: int = 0
    found_received: int = 0
    found_uncounted: int = 0
    found_seconds: float = 0.0


class BudgetReachedError(ServiceError):
    """The limit that the user set is reached; everything that came is kept."""


def budget_reached(
    name: str, limits: Limits, spent: Spent, *, open_: int, total: int
) -> BudgetReachedError:
    """The limit ``calls`` or ``cost`` is reached with so many rewritings open."""
    estimated = "_estimated" if name == "cost" and spent.estimated else ""
    return BudgetReachedError(fault(
        f"rewriting.errors.over_{name}{estimated}", calls=spent.calls, open=open_, total=total,
        cost="-" if spent.cost is None else f"{spent.cost:.4g}", estimated=spent.estimated,
        limit=limits.max_calls if name == "calls" else limits.max_cost,
    ))  # fmt: skip

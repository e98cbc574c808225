"""What rewriting will take, before anything is asked: calls, tokens, money, time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Unpack

from monosashi.models.rewriters.asked import Asked, RewriteOptions
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.limits import Limits
from monosashi.models.rewriters.plan_counting import Counted
from monosashi.models.rewriters.rewriting import make_all, opened, with_row
from monosashi.models.rewriters.steps import Chain
from monosashi.models.rewriters.wanted import Wanted
from monosashi.results import Provenance, Result, Row, Tables


@dataclass(frozen=True, kw_only=True)
class RewritePlan(Result):
    """What a run would ask for, and what is there already.

    Tokens are estimated from lengths: by rule of thumb, or from 50 kept answers of the same
    generator in the store (``calibrated``). The gate may ask again, up to ``attempts`` times a
    step: ``most_calls`` counts that.

    Attributes
    ----------
    generator : str
    n_texts, n_outcomes : int
        Texts, and texts × transformations × seeds.
    calls : int
        Requests still to be sent, each different one once.
    unshared_calls : int
        What they would be if no request served two texts or transformations.
    found : int
        Outcomes for which everything is in the store already.
    most_calls : int
        If every step took all its attempts.
    prompt_tokens, completion_tokens : int
    cost, most_cost : float or None
        At the prices given, per million tokens.
    seconds : float or None
        At the pace of earlier answers; None without any.
    calibrated : bool
    within_limits : bool or None
        Whether ``max_calls`` and ``max_cost`` are enough; None without limits.
    most_within_limits : bool or None
        The same where every call takes all its attempts.
    transformations : tuple of rows ``transformation, axis, outcomes, found, calls``
        A request that several transformations share counts for the first of them.
    """

    kind: ClassVar[str] = "rewrite_plan"
    generator: str
    n_texts: int
    n_outcomes: int
    calls: int
    unshared_calls: int
    found: int
    most_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    most_cost: float | None
    seconds: float | None
    calibrated: bool
    within_limits: bool | None
    most_within_limits: bool | None
    transformations: tuple[Row, ...]

    def tables(self) -> Tables:
        """Long rows."""
        return {"rewrite_plan": list(self.transformations)}


def plan_rewrites(texts: Any, *, rewriter: Any, **options: Unpack[RewriteOptions]) -> RewritePlan:
    """Count what ``rewrite`` would ask for with the same arguments; nothing is sent.

    Parameters
    ----------
    texts, rewriter : as for ``rewrite``
    options : those of ``rewrite``
        ``transformations, seeds, store, dataset, language, targets, order, invalid, max_calls,
        max_cost, price_in, price_out, max_unusable``.

    Raises
    ------
    DataError
        What ``rewrite`` would refuse.

    Examples
    --------
    >>> plan = plan_rewrites({"q1": "Where is my card?"}, language="en", store=False, seeds=[1],
    ...     rewriter="openai:m?url=http://127.0.0.1:8000/v1&key_env=")
    >>> plan.calls, plan.unshared_calls
    (9, 10)
    """
    asked = Asked(**options)
    wanted, limits = asked.wanted(texts, rewriter), asked.limits
    chains = wanted.chains()
    if not isinstance(wanted.rewriter, StepRewriter):
        make_all(chains, wanted.rewriter, wanted.dataset)  # costs nothing
        return _plan(wanted, with_row(chains, wanted), Counted(wanted.rewriter, None), limits)
    with opened(asked.store) as kept:
        counted = Counted(wanted.rewriter, kept)
        for chain in chains:
            counted.add(chain)
        return _plan(wanted, chains, counted, limits)


def _plan(wanted: Wanted, chains: Sequence[Chain], counted: Counted, limits: Limits) -> RewritePlan:
    calls = sum(counted.calls.values())
    attempts = getattr(wanted.rewriter, "attempts", 1)
    cost = limits.cost(counted.sent, counted.received)
    pace = None if counted.rates is None else counted.rates[2]
    hands = getattr(wanted.rewriter, "concurrency", 1)
    rows = tuple({
        "transformation": one.name,
        "axis": one.axis,
        "outcomes": sum(chain.transformation is one for chain in chains),
        "found": counted.found.get(one.name, 0),
        "calls": counted.calls.get(one.name, 0),
    } for one in wanted.transformations)  # fmt: skip
    settings = {"generator": wanted.rewriter.name, "seeds": list(wanted.seeds),
                "dataset": wanted.dataset, "targets": list(wanted.targets),
                "order": wanted.order}  # fmt: skip
    return RewritePlan(
        provenance=Provenance(len(wanted.items), 0, "", settings=settings),
        generator=wanted.rewriter.name,
        n_texts=len(wanted.items),
        n_outcomes=len(chains),
        calls=calls,
        unshared_calls=counted.unshared,
        found=sum(counted.found.values()),
        most_calls=calls * attempts,
        prompt_tokens=round(counted.sent),
        completion_tokens=round(counted.received),
        cost=cost,
        most_cost=None if cost is None else cost * attempts,
        seconds=None if pace is None else pace * calls / hands,
        calibrated=counted.calibrated,
        within_limits=_within(calls, cost, limits),
        most_within_limits=_within(
            calls * attempts, None if cost is None else cost * attempts, limits
        ),
        transformations=rows,
    )


def _within(calls: int, cost: float | None, limits: Limits) -> bool | None:
    if limits.max_calls is None and limits.max_cost is None:
        return None
    return (limits.max_calls is None or calls <= limits.max_calls) and (
        limits.max_cost is None or cost is None or cost <= limits.max_cost
    )

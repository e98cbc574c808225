"""Texts to rewritten texts: planned, asked for once, judged, and put into one set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.answers import default_store
from monosashi.models.moment import moment
from monosashi.models.rewriters.alike import mark_duplicates
from monosashi.models.rewriters.asked import SEEDS, Asked, Store
from monosashi.models.rewriters.contract import DirectRewriter, Rewriter, StepRewriter
from monosashi.models.rewriters.gate import judge_recorded
from monosashi.models.rewriters.items import Invalid
from monosashi.models.rewriters.languages import TARGETS, source_of
from monosashi.models.rewriters.limits import MAX_UNUSABLE, Spent
from monosashi.models.rewriters.on_the_way import Progress
from monosashi.models.rewriters.registry import made_by
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.running import Run
from monosashi.models.rewriters.settling import end
from monosashi.models.rewriters.steps import Chain, Step
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.transformations import Order
from monosashi.models.rewriters.wanted import Wanted


def rewrite(
    texts: Any,
    *,
    transformations: Sequence[str] | str = "all",
    rewriter: Rewriter | str,
    seeds: Sequence[int] = SEEDS,
    store: Store = None,
    dataset: str = "texts",
    language: str | None = None,
    targets: Sequence[str] = TARGETS,
    order: Order = "expand_then_summarise",
    invalid: Invalid = "error",
    max_calls: int | None = None,
    max_cost: float | None = None,
    price_in: float | None = None,
    price_out: float | None = None,
    max_unusable: int | None = MAX_UNUSABLE,
    progress: Progress | None = None,
) -> RewriteSet:
    """Rewrite texts; every different request is paid for once, and never again.

    Parameters
    ----------
    texts : list of texts, ``TextSet``, mapping of id to text, or mapping of field to one of these
        The sides of pairs are two fields with the same ids.
    transformations : names, or "all", "lexical", "length", "language", "surface"
    rewriter : Rewriter, or the line of one
        ``openai:MODEL?url=…``, ``ollama:MODEL``, ``apertium``, ``recorded:FILE``, ``rules``.
    seeds : sequence of int
    store : path, False or None
        Where answers are kept; None is the default place, False keeps them for this run only.
    dataset : str
        Decides languages, together with seed, field, record and transformation.
    language : str, optional
        Of all texts; default the column ``language`` of a ``TextSet``.
    targets : languages to translate to
    order : "expand_then_summarise" or "summarise_then_expand"
        Of the two steps of ``summarised_expansion``.
    invalid : "error" or "drop"
        Whether empty texts stop the run, or have a row with the status ``empty``.
    max_calls, max_cost : optional
        Where to stop; what came is kept, and the same call with a higher limit goes on.
    price_in, price_out : float, optional
        For a million tokens.
    max_unusable : int or None
        Where so many calls in a row, of one step of one transformation, bring nothing that can be
        used, the run stops: it is the wrong model, or not set up for this. 0 or None goes on.
        Programs (apertium) are not stopped.
    progress : function of (texts done, texts in all), optional

    Returns
    -------
    RewriteSet
        One row for every text, transformation and seed; failures say why.

    Raises
    ------
    DataError
        Texts, names or languages that cannot be used, all of them named.
    ServiceError
        A limit is reached, the service failed, or nothing that it gives can be used; the same call
        goes on.

    Examples
    --------
    >>> made = rewrite({"q1": "I can't log in."}, transformations=["contractions"],
    ...                rewriter="rules", language="en", seeds=[1])
    >>> made.texts("contractions", 1)
    {'q1': 'I cannot log in.'}
    """
    asked = Asked(transformations=transformations, seeds=seeds, store=store, dataset=dataset,
                  language=language, targets=targets, order=order, invalid=invalid,
                  max_calls=max_calls, max_cost=max_cost, price_in=price_in,
                  price_out=price_out, max_unusable=max_unusable)  # fmt: skip
    wanted = asked.wanted(texts, rewriter)
    chains, spent = wanted.chains(), Spent()
    if isinstance(wanted.rewriter, StepRewriter):
        with opened(store) as kept:
            spent = Run(chains, wanted.rewriter, kept, asked.limits,
                        progress=progress).finish()  # fmt: skip
    else:
        make_all(chains, wanted.rewriter, dataset)
    return set_of(chains, wanted, spent)


@contextmanager
def opened(store: Store) -> Iterator[RewriteStore | None]:
    """The store of answers, or None where nothing is kept."""
    if store is False or (store in {None, True} and default_store() is None):
        yield None
        return
    with RewriteStore(None if isinstance(store, bool) else store) as held:
        yield held


def make_all(chains: Sequence[Chain], rewriter: DirectRewriter, dataset: str) -> None:
    """Outcomes of a rewriter that has them at once."""
    for chain in chains:
        if chain.done:
            continue
        found = rewriter.make(chain.item, chain.transformation, chain.seed, dataset)
        if found is None or not found.text.strip():
            chain.status = "missing" if found is None else "empty"
            continue
        chain.told_language = found.language
        end(chain, found.text)
        if made_by(rewriter) == "recorded" and chain.transformation.steps:
            _judge_found(chain)


def _judge_found(chain: Chain) -> None:
    """Put a text that others made through what of the gate holds for it."""
    way, spoken = chain.transformation, source_of(chain.item, [chain.item.field])
    kind = way.steps[0] if len(way.steps) == 1 else "paraphrase"
    target = chain.told_language or (None if kind == "translate" else spoken)
    verdict = judge_recorded(Step(kind, spoken, target), chain.item.text, chain.made)
    chain.status, chain.kept = verdict.status, verdict.kept
    chain.notes = (*chain.notes, *verdict.notes)


def set_of(chains: Sequence[Chain], wanted: Wanted, spent: Spent) -> RewriteSet:
    """The set, after a look for one answer to different texts.

    Rules that do not know the language of a text have no row for it.
    """
    if isinstance(wanted.rewriter, StepRewriter):
        mark_duplicates(chains)
    kind = made_by(wanted.rewriter)
    rows = tuple(_row(chain, wanted) for chain in with_row(chains, wanted))
    identity = {**wanted.rewriter.identity(), "targets": list(wanted.targets),
                "order": wanted.order}  # fmt: skip
    return RewriteSet(rows, wanted.rewriter.name, kind, identity, moment(),
                      asdict(spent) if spent.calls or spent.found else None)  # fmt: skip


def with_row(chains: Sequence[Chain], wanted: Wanted) -> list[Chain]:
    """Those that stand in the set: of rules not texts in languages that they do not know.

    Raises
    ------
    DataError
        No rule knows the language of any text.
    """
    if made_by(wanted.rewriter) != "rules":
        return list(chains)
    left = [chain for chain in chains if chain.status != "missing"]
    if not left:
        names = ", ".join(one.name for one in wanted.transformations)
        raise DataError(fault("rewriting.errors.no_rule", names=names))
    return left


def _row(chain: Chain, wanted: Wanted) -> RewriteRow:
    return RewriteRow(
        dataset=wanted.dataset,
        record=chain.item.record,
        field=chain.item.field,
        transformation=chain.transformation.name,
        axis=chain.transformation.axis,
        generator=wanted.rewriter.name,
        seed=chain.seed,
        language=chain.language,
        pivot=chain.pivot,
        status=chain.status,
        kept=chain.kept,
        attempts=chain.asked,
        mends=chain.mends,
        notes=chain.notes,
        original=chain.item.text,
        text=chain.made,
    )

"""Which generator to take: four stages, from failing answers to people."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.edit_distance import edit_distance
from monosashi.models.rewriters.items import items_of
from monosashi.models.rewriters.rewrite_set import RewriteRow, RewriteSet
from monosashi.models.rewriters.rewriting import Store, rewrite
from monosashi.results import Provenance, Result, Row, Tables
from monosashi.statistics.multiplicity import holm
from monosashi.statistics.paired import mcnemar_exact
from monosashi.statistics.proportions import wilson

LEVEL = 0.05
RATING = re.compile(r"[1-5]")
JUDGE = (
    "You compare two texts. Reply with one number from 1 to 5 and nothing else: 5 if the second "
    "says the same as the first, 4 if small things differ, 3 if the gist is the same, 2 if they "
    "share a subject, 1 if they have nothing in common."
)
SAMPLE_PER = 20


@dataclass(frozen=True, kw_only=True)
class RewriteSelection(Result):
    """Candidates side by side.

    Failures are those that the gate sees; the share has a Wilson interval. Candidates are compared
    with the one that fails least on the same texts, by McNemar's exact test with Holm's adjustment;
    ``tied`` is not distinguishable from it. With several seeds or transformations the rows of one
    text are not independent: interval and p are then too small. An edit distance near 0 is a text
    given back, near 1 one that shares no sign.

    Attributes
    ----------
    n_texts : int
    transformations : tuple of str
    candidates : tuple of rows
        ``place, generator, n, n_failed, error_rate, low, high, p_adjusted, tied, edit_distance,
        seconds_per_text, cost_per_text, judged, n_judged``.
    sample : tuple of rows ``item, transformation, original, text, rating_quality, rating_fluency``
        Without names, in random order; ``sample_key`` says whose they are.
    sample_key : tuple of rows ``item, generator, record, status``
    """

    kind: ClassVar[str] = "rewrite_selection"
    n_texts: int
    transformations: tuple[str, ...]
    candidates: tuple[Row, ...]
    sample: tuple[Row, ...]
    sample_key: tuple[Row, ...]

    def tables(self) -> Tables:
        """Long rows."""
        return {"rewrite_candidates": list(self.candidates), "rewrite_sample": list(self.sample),
                "rewrite_sample_key": list(self.sample_key)}  # fmt: skip


def select_rewriter(
    texts: Any,
    *,
    rewriters: Sequence[Any],
    transformations: Sequence[str] | str = ("paraphrasing",),
    seeds: Sequence[int] = (1337,),
    judge: ChatRewriter | None = None,
    sample: int = SAMPLE_PER,
    language: str | None = None,
    store: Store = None,
    prices: Mapping[str, tuple[float, float]] | None = None,
    rng: int = 0,
    **options: Any,
) -> RewriteSelection:
    """Compare rewriters on the same texts.

    Parameters
    ----------
    texts : as for ``rewrite``
        Best an STS set, whose pairs of equal meaning show how far rewritings may go.
    rewriters : rewriters or their lines, at least one
    judge : ChatRewriter, optional
        A model that rates every outcome from 1 to 5.
    sample : int
        Rewritings of every candidate for people.
    prices : mapping of generator to (price in, price out), optional
        For a million tokens.

    Examples
    --------
    >>> found = select_rewriter(["I can't log in.", "It's late."], rewriters=["rules"],
    ...                         transformations=["contractions"], language="en", store=False)
    >>> found.candidates[0]["generator"], found.candidates[0]["error_rate"]
    ('rules', 0.0)
    """
    made: list[tuple[RewriteSet, float]] = []
    for rewriter in rewriters:
        began = time.perf_counter()
        found = rewrite(texts, transformations=transformations, rewriter=rewriter, seeds=seeds,
                        language=language, store=store, **options)  # fmt: skip
        made.append((found, time.perf_counter() - began))
    rows = [_candidate(found, seconds, prices or {}, judge) for found, seconds in made]
    _compare(rows, [found for found, _ in made])
    order = sorted(range(len(rows)), key=lambda i: (rows[i]["error_rate"], rows[i]["generator"]))
    listed = tuple({"place": place, **rows[i]} for place, i in enumerate(order, start=1))
    shown, key = _sample([found for found, _ in made], sample, np.random.default_rng(rng))
    items = items_of(texts, language)
    digest = "+".join(found.digest[:12] for found, _ in made)
    return RewriteSelection(
        provenance=Provenance(len(items), 0, digest, settings={"seeds": list(seeds), "rng": rng}),
        n_texts=len(items),
        transformations=tuple(made[0][0].transformations),
        candidates=listed,
        sample=tuple(shown),
        sample_key=tuple(key),
    )


def _candidate(
    found: RewriteSet, seconds: float, prices: Mapping[str, tuple[float, float]],
    judge: ChatRewriter | None,
) -> Row:  # fmt: skip
    n = len(found.rows)
    failed = sum(not row.kept for row in found.rows)
    low, high = wilson(failed, n)
    kept = [row for row in found.rows if row.kept]
    spent = found.spent or {}
    calls = spent.get("calls") or 0
    paid = prices.get(found.generator)
    cost = None
    if paid is not None and calls:
        cost = (spent["sent"] * paid[0] + spent["received"] * paid[1]) / 1e6 / n
    rated = [] if judge is None else [r for row in kept if (r := _rated(judge, row)) is not None]
    return {"generator": found.generator, "n": n, "n_failed": failed, "error_rate": failed / n,
            "low": low, "high": high, "p_adjusted": None, "tied": True,
            "edit_distance": _mean([edit_distance(row.original, row.text) for row in kept]),
            "seconds_per_text": seconds / n if calls or not found.spent else None,
            "cost_per_text": cost, "judged": _mean(rated), "n_judged": len(rated)}  # fmt: skip


def _compare(rows: list[Row], sets: Sequence[RewriteSet]) -> None:
    """P values against the candidate that fails least, adjusted together."""
    best = min(range(len(rows)), key=lambda i: (rows[i]["error_rate"], rows[i]["generator"]))
    others = [i for i in range(len(rows)) if i != best]
    fine = _kept(sets[best])
    raw = []
    for i in others:
        mine = _kept(sets[i])
        common = fine.keys() & mine.keys()
        raw.append(mcnemar_exact(sum(fine[k] and not mine[k] for k in common),
                                 sum(mine[k] and not fine[k] for k in common)))  # fmt: skip
    for i, p in zip(others, holm(raw).tolist() if raw else [], strict=True):
        rows[i]["p_adjusted"], rows[i]["tied"] = p, p > LEVEL


def _kept(found: RewriteSet) -> dict[tuple[str, str, str, int], bool]:
    return {(row.record, row.field, row.transformation, row.seed): row.kept for row in found.rows}


def _sample(
    sets: Sequence[RewriteSet], each: int, rng: np.random.Generator
) -> tuple[list[Row], list[Row]]:
    """The same texts of every candidate, shuffled and without names."""
    every = [set(_kept(found)) for found in sets]
    usable = sorted(set.intersection(*every)) if every else []
    count = min(each, len(usable))
    picked = {usable[i] for i in rng.choice(len(usable), size=count, replace=False)}
    rows = [
        row
        for found in sets
        for row in found.rows
        if (row.record, row.field, row.transformation, row.seed) in picked and row.kept
    ]
    rows = [rows[i] for i in rng.permutation(len(rows))]
    shown = [{"item": number, "transformation": row.transformation, "original": row.original,
              "text": row.text, "rating_quality": None, "rating_fluency": None}
             for number, row in enumerate(rows, start=1)]  # fmt: skip
    key = [{"item": number, "generator": row.generator, "record": row.record,
            "status": row.status} for number, row in enumerate(rows, start=1)]  # fmt: skip
    return shown, key


def _rated(judge: ChatRewriter, row: RewriteRow) -> int | None:
    """What the judge says of one pair; None if that is no number."""
    told = judge.ask(JUDGE, f"First:\n{row.original}\n\nSecond:\n{row.text}")
    found = RATING.search(told)
    return int(found[0]) if found else None


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None

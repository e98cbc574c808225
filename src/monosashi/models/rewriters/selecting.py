"""Which generator to take: four stages, from failing answers to people."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from monosashi.models.rewriters.candidates import told_apart
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.edit_distance import edit_distance
from monosashi.models.rewriters.items import items_of
from monosashi.models.rewriters.judging import Judging
from monosashi.models.rewriters.rewrite_set import RewriteRow, RewriteSet
from monosashi.models.rewriters.rewriting import Store, opened, rewrite
from monosashi.results import Provenance, Result, Row, Tables
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.multiplicity import holm
from monosashi.statistics.sign_flips import sign_flips

FloatArray = npt.NDArray[np.float64]
LEVEL = 0.05
SAMPLE_PER = 20


@dataclass(frozen=True, kw_only=True)
class RewriteSelection(Result):
    """Candidates side by side.

    A rewriting fails if the gate refuses it, or if it is the text itself: a model that gives every
    text back would pass the gate and measure nothing. Texts (records) are the units of interval
    and test, since several seeds, transformations or sides of one text are not independent: the
    share has the interval of ``mean_interval``; candidates are compared with the one that fails
    least by flipping signs of the differences of whole texts (with one row a text: McNemar's exact
    test), with Holm's adjustment; ``tied`` is not distinguishable from it. An edit distance near 0
    is a text given back, near 1 one that shares no sign.

    Attributes
    ----------
    n_texts : int
    transformations : tuple of str
    candidates : tuple of rows
        ``place, generator, n, n_failed, n_unchanged, error_rate (both), low, high, p_adjusted,
        tied, edit_distance (of what was kept), seconds_per_text, cost_per_text, judged,
        judged_low, judged_high, n_judged``.
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
        A model that rates every kept outcome from 1 to 5. Its answers are kept in the store when
        they come: after a stop the same call goes on and pays for nothing twice.
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
    for rewriter in told_apart(rewriters):
        began = time.perf_counter()
        found = rewrite(texts, transformations=transformations, rewriter=rewriter, seeds=seeds,
                        language=language, store=store, **options)  # fmt: skip
        made.append((found, time.perf_counter() - began))
    rated = _ratings([found for found, _ in made], judge, store)
    rows = [_candidate(found, seconds, prices or {}, ratings)
            for (found, seconds), ratings in zip(made, rated, strict=True)]  # fmt: skip
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


def _ratings(
    sets: Sequence[RewriteSet], judge: ChatRewriter | None, store: Store
) -> list[list[int | None]]:
    """What the judge says of every kept outcome, set by set."""
    if judge is None:
        return [[] for _ in sets]
    with opened(store) as kept:
        asking = Judging(judge, kept)
        return [asking.rate(_kept_rows(found)) for found in sets]


def _candidate(
    found: RewriteSet, seconds: float, prices: Mapping[str, tuple[float, float]],
    ratings: Sequence[int | None],
) -> Row:  # fmt: skip
    n = len(found.rows)
    failed = sum(not row.kept for row in found.rows)
    same = sum(row.kept and not usable(row) for row in found.rows)
    wrong, rows = by_record([(row.record, float(not usable(row))) for row in found.rows])
    ends = mean_interval(wrong, rows)
    kept = _kept_rows(found)
    spent = found.spent or {}
    calls = spent.get("calls") or 0
    paid = prices.get(found.generator)
    cost = None
    if paid is not None and calls:
        cost = (spent["sent"] * paid[0] + spent["received"] * paid[1]) / 1e6 / n
    return {"generator": found.generator, "n": n, "n_failed": failed, "n_unchanged": same,
            "error_rate": (failed + same) / n,
            "low": ends.low, "high": ends.high, "p_adjusted": None, "tied": True,
            "edit_distance": _mean([edit_distance(row.original, row.text) for row in kept]),
            "seconds_per_text": seconds / n if calls or not found.spent else None,
            "cost_per_text": cost, **_judged([(row.record, one) for row, one in
                                               zip(kept, ratings, strict=False) if one is not None])
            }  # fmt: skip


def _judged(ratings: Sequence[tuple[str, int]]) -> Row:
    """Their mean, with its interval over texts, and how many there are."""
    if not ratings:
        return {"judged": None, "judged_low": None, "judged_high": None, "n_judged": 0}
    sums, counts = by_record(ratings)
    found = mean_interval(sums, counts, bounds=(1.0, 5.0))
    return {"judged": float(sums.sum() / counts.sum()), "judged_low": found.low,
            "judged_high": found.high, "n_judged": len(ratings)}  # fmt: skip


def usable(row: RewriteRow) -> bool:
    """Whether a row is a rewriting: kept, and not the text itself."""
    return row.kept and row.status != "unchanged"


def by_record(values: Sequence[tuple[str, float]]) -> tuple[FloatArray, FloatArray]:
    """Sum of the values of every record, and how many there are, in the order of first coming."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for record, value in values:
        sums[record] = sums.get(record, 0.0) + value
        counts[record] = counts.get(record, 0) + 1
    return np.array(list(sums.values())), np.array(list(counts.values()), dtype=np.float64)


def _kept_rows(found: RewriteSet) -> list[RewriteRow]:
    return [row for row in found.rows if row.kept]


def _compare(rows: list[Row], sets: Sequence[RewriteSet]) -> None:
    """P values against the candidate that fails least, adjusted together."""
    best = min(range(len(rows)), key=lambda i: (rows[i]["error_rate"], rows[i]["generator"]))
    others = [i for i in range(len(rows)) if i != best]
    fine = _usable(sets[best])
    raw = []
    for i in others:
        mine = _usable(sets[i])
        gained = [(key[0], float(fine[key] - mine[key])) for key in fine if key in mine]
        raw.append(sign_flips(by_record(gained)[0][:, None], rng=0)[0].p_value if gained else 1.0)
    for i, p in zip(others, holm(raw).tolist() if raw else [], strict=True):
        rows[i]["p_adjusted"], rows[i]["tied"] = p, p > LEVEL


def _usable(found: RewriteSet) -> dict[tuple[str, str, str, int], bool]:
    return {(row.record, row.field, row.transformation, row.seed): usable(row)
            for row in found.rows}  # fmt: skip


def _sample(
    sets: Sequence[RewriteSet], each: int, rng: np.random.Generator
) -> tuple[list[Row], list[Row]]:
    """The same texts of every candidate, shuffled and without names."""
    every = [set(_usable(found)) for found in sets]
    shared = sorted(set.intersection(*every)) if every else []
    count = min(each, len(shared))
    picked = {shared[i] for i in rng.choice(len(shared), size=count, replace=False)}
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


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None

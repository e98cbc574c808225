"""Which generator to take: four stages, from failing answers to people."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.models.rewriters.asked import Store
from monosashi.models.rewriters.blind_sample import blind_sample
from monosashi.models.rewriters.candidate_rows import candidate_row, compare, kept_rows
from monosashi.models.rewriters.candidates import told_apart
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.items import items_of
from monosashi.models.rewriters.judging import Judging
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.rewriting import opened, rewrite
from monosashi.models.rewriters.selection import RewriteSelection
from monosashi.results import Provenance

SAMPLE_PER = 20


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
    hands: list[int] = []
    options.setdefault("max_unusable", None)  # what a candidate cannot do is what is compared
    for rewriter in told_apart(rewriters):
        began = time.perf_counter()
        found = rewrite(texts, transformations=transformations, rewriter=rewriter, seeds=seeds,
                        language=language, store=store, **options)  # fmt: skip
        made.append((found, time.perf_counter() - began))
        hands.append(getattr(rewriter, "concurrency", 1))
    rated = _ratings([found for found, _ in made], judge, store)
    rows = [
        candidate_row(found, seconds, prices or {}, ratings, at_once)
        for (found, seconds), ratings, at_once in zip(made, rated, hands, strict=True)
    ]
    compare(rows, [found for found, _ in made])
    order = sorted(range(len(rows)), key=lambda i: (rows[i]["error_rate"], rows[i]["generator"]))
    listed = tuple({"place": place, **rows[i]} for place, i in enumerate(order, start=1))
    shown, key = blind_sample([found for found, _ in made], sample, np.random.default_rng(rng))
    items = items_of(texts, language)
    digest = "+".join(found.digest[:12] for found, _ in made)
    return RewriteSelection(
        provenance=Provenance(len(items), 0, digest, settings={"seeds": list(seeds), "rng": rng}),
        n_texts=len(items),
        n_records=len({item.record for item in items}),
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
        return [asking.rate(kept_rows(found)) for found in sets]

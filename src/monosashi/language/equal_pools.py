"""What the drop would be if every language had as many documents as the smallest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.corpus import Corpus
from monosashi.language.door import open_corpus
from monosashi.language.equal_pool_results import EqualPool, EqualPools
from monosashi.language.layout import IntArray
from monosashi.language.lost_by_mixing import Lost
from monosashi.statistics.generators import as_generator

FEWEST_ASKED = 10
FloatArray = npt.NDArray[np.float64]
Means = dict[str, float]


def measure_equal_pools(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None = None,
    keep_copies: bool = False,
    repeats: int = 20,
    rng: int | np.random.Generator | None = None,
) -> EqualPools:
    """Draw as many documents of every language as the smallest has, and measure the drop again.

    The drop depends on the sizes of the pools: with 3,000 pages of one language beside 700 of the
    other, the larger has more chances to stand before a translation. Pools of equal size take
    this out. Queries whose translation was not drawn do not ask in that repeat. A pool of two
    languages still holds twice the candidates of one: the part of the drop that language costs
    is told beside it.

    Parameters
    ----------
    documents, key, language, queries, keep_copies, rng
        As in ``measure_language_bias``.
    repeats : int
        At least 2.

    Raises
    ------
    DataError
        As ``measure_language_bias``; fewer than 2 repeats; pools that are equal already.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> topics = rng.normal(size=(60, 8))
    >>> vectors = np.vstack([topics, topics[:40] + 0.1])
    >>> columns = {"slug": [*range(60), *range(40)], "lang": ["en"] * 60 + ["ja"] * 40}
    >>> pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    >>> found = measure_equal_pools(pages, key="slug", language="lang", repeats=3, rng=0)
    >>> found.size, len(found.rows)
    (40, 2)
    """
    documents = as_set(documents)
    if repeats < 2:
        raise DataError(fault("language.errors.bad_repeats", given=repeats))
    documents, names = _named(documents, {"__key__": key, "__language__": language})
    corpus = open_corpus(documents, key=names[0], language=names[1], queries=queries,
                         keep_copies=keep_copies)  # fmt: skip
    sizes = corpus.layout.sizes
    if len(set(sizes.tolist())) == 1:
        raise DataError(fault("language.errors.pools_equal", n=int(sizes[0])))
    generator = as_generator(rng)
    size = int(sizes.min())
    whole = dict(_means(corpus, documents))
    drawn: dict[Pair, list[Means]] = {pair: [] for pair in whole}
    for _ in range(repeats):
        part = documents.take(_draw(corpus, size, generator))
        try:
            small = open_corpus(part, key=names[0], language=names[1], queries=queries,
                                keep_copies=keep_copies)  # fmt: skip
        except DataError:
            continue  # nothing to ask for was drawn
        for pair, found in _means(small, part):
            drawn[pair].append(found)
    reasons: dict[str, Fault] = {}
    rows = [_describe(corpus, pair, found, whole[pair], reasons) for pair, found in drawn.items()]
    return EqualPools(
        provenance=corpus.provenance(documents, repeats=repeats),
        reasons=reasons,
        rows=tuple(row for row in rows if row is not None),
        size=size,
        repeats=repeats,
        documents=dict(zip(corpus.languages, sizes.tolist(), strict=True)),
    )


def _named(
    documents: EmbeddingSet, columns: Mapping[str, Column]
) -> tuple[EmbeddingSet, list[str]]:
    """Values given beside the set become columns of it, so that they follow it into a draw."""
    beside = {name: documents.column(values, name.strip("_"))
              for name, values in columns.items() if not isinstance(values, str)}  # fmt: skip
    names = [values if isinstance(values, str) else name for name, values in columns.items()]
    return replace(documents, columns={**documents.columns, **beside}), names


def _draw(corpus: Corpus, size: int, rng: np.random.Generator) -> IntArray:
    """Rows of ``size`` documents of every language, chunks together."""
    layout = corpus.layout
    ends = np.append(layout.starts[1:], len(layout.rows))
    kept: list[IntArray] = []
    for first, last in zip(layout.pools[:-1], layout.pools[1:], strict=True):
        drawn = first + rng.choice(last - first, size=size, replace=False)
        kept += [layout.rows[layout.starts[document] : ends[document]] for document in drawn]
    return np.sort(np.concatenate(kept))


def _means(corpus: Corpus, documents: EmbeddingSet) -> Iterator[tuple[Pair, Means]]:
    """recall@1 alone and mixed, the drop, its language part and the queries, of every direction."""
    lost = Lost.of(corpus, documents)
    languages = range(len(corpus.languages))
    for pair in ((a, b) for a in languages for b in languages if a != b):
        if n := len(asking_rows(corpus, pair)):
            found = lost.columns(pair)
            yield pair, {"n": n, **{name: float(held.mean()) for name, held in found.items()}}


def _describe(
    corpus: Corpus, pair: Pair, found: list[Means], whole: Means, reasons: dict[str, Fault]
) -> EqualPool | None:
    source, target = corpus.names(pair)
    if len(found) < 2 or np.mean([one["n"] for one in found]) < FEWEST_ASKED:
        reasons[f"rows.{source}->{target}"] = fault("language.reasons.few_drawn",
                                                    source=source, target=target)  # fmt: skip
        return None
    held = {name: np.array([one[name] for one in found]) for name in whole}
    return EqualPool(
        source, target, float(held["alone"].mean()), float(held["mixed"].mean()),
        *_spread(held["drop"]), float(held["n"].mean()), whole["drop"],
        *_spread(held["language"]), whole["language"],
    )  # fmt: skip


def _spread(drops: FloatArray) -> tuple[float, float, float, float]:
    """Mean, standard deviation, lowest and highest."""
    return float(drops.mean()), float(drops.std(ddof=1)), float(drops.min()), float(drops.max())

"""``measure_margins``: how much nearer the gold document is than the nearest wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.ranking.cosine import Float64Array
from monosashi.results import Provenance
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.exclusion import Exclude
from monosashi.retrieval.margin import MarginArrays, OfSeveral
from monosashi.retrieval.margin_pools import margins_at_size
from monosashi.retrieval.margin_result import Margins
from monosashi.retrieval.options import Seed, Settings, checked_ks
from monosashi.retrieval.passing import score_pass, search
from monosashi.retrieval.query_table import Ranks
from monosashi.retrieval.units import Units
from monosashi.statistics.generators import as_generator


def measure_margins(
    queries: EmbeddingSet | Any,
    documents: EmbeddingSet | Any,
    *,
    gold: Any,
    document: Any = None,
    exclude: Exclude = None,
    groups: Any = None,
    of_several: OfSeveral = "nearest",
    pool_sizes: Sequence[int] = (),
    repeats: int = 20,
    confidence: float = 0.95,
    rng: Seed = None,
    n_jobs: int | None = None,
) -> Margins:
    r"""Measure how clearly each query stands with its gold document.

    On unit vectors, with :math:`d_+` the distance to the nearest gold document and :math:`d_-`
    that to the nearest other one,

    .. math:: M = \frac{d_-^2 - d_+^2}{d_-^2 + d_+^2} \in [-1, 1].

    M > 0 exactly when a gold document is first and nothing ties with it (ranks call cosines within
    1e-9 a tie). M does not change when both sides are rotated together, nor with the lengths of
    vectors. It falls as documents are added (the nearest wrong one comes closer): compare it on
    the same documents, or at one size of ``pool_sizes``. It says nothing about ranks beyond the
    first.

    Squared distances within 1e-12 of each other tie, M is 0 then: also 0/0, a query equal to its
    gold document and to a copy of it. A query equal to its gold document alone has M = 1 whatever
    the distance of the others (``saturated``).

    Parameters
    ----------
    queries, documents, gold, document, exclude, groups, confidence, rng, n_jobs
        As in ``measure_retrieval``. Only documents that are no gold are wrong.
    of_several : "nearest" or "farthest"
        Which of several gold documents counts.
    pool_sizes : whole numbers below the number of documents
        Also give mean M among so many random documents.
    repeats : int
        Random subsets a size; their average has no end of its own, the interval is for queries.

    Raises
    ------
    DataError
        As ``measure_retrieval``, or no query has both a gold and a wrong document.

    Examples
    --------
    >>> found = measure_margins([[1, 0], [1, 0]], [[1, 0], [0, 1]], gold={"0": "0", "1": "1"})
    >>> found.normalised.tolist(), found.saturated
    ([1.0, -1.0], 1)
    """
    settings = Settings.of((1,), (1,), confidence, rng)
    check_choice("of_several", of_several, ("nearest", "farthest"))
    asking = Asking.of(queries, documents, gold=gold, document=document, exclude=exclude,
                       groups=groups)  # fmt: skip
    _check_sizes(pool_sizes, repeats, asking.library.n)
    found, margins = search(asking, n_jobs, of_several)
    there = np.flatnonzero(~np.isnan(margins.normalised))
    if not len(there):
        raise DataError(fault("retrieval.errors.no_margin", documents=asking.library.n))
    ranks = score_pass(asking, found, settings).ranks
    columns = {
        "mean_normalised": margins.normalised,
        "positive": np.where(np.isnan(margins.normalised), np.nan, margins.normalised > 0),
        **_at_sizes(asking, margins, pool_sizes, repeats, settings, n_jobs=n_jobs),
    }
    means = estimate_means(
        {name: values[there] for name, values in columns.items()},
        _units_of(asking.units, there),
        confidence=confidence,
        rng=rng,
        bounds={name: (-1.0, 1.0) for name in columns if name != "positive"},
    )
    return Margins(
        provenance=Provenance.of(asking.library.set, queries=fingerprint(asking.queries),
                                 exclude=exclude, grouped=groups is not None,
                                 of_several=of_several, repeats=repeats, rng=settings.seed),
        name=asking.library.set.model.name or "",
        n_queries=len(there),
        n_groups=means["positive"].n,
        n_documents=asking.library.n,
        n_undefined=asking.judgement.n - len(there),
        ties=int(margins.tied[there].sum()),
        saturated=int(margins.saturated[there].sum()),
        confidence=confidence,
        query_ids=tuple(asking.judgement.ids[i] for i in there),
        margin=margins.plain[there],
        normalised=margins.normalised[there],
        rank=Ranks(ranks.pessimistic[there], ranks.optimistic[there]),
        mean_normalised=means["mean_normalised"],
        positive=means["positive"],
        at_pool_sizes={size: means[f"at {size}"] for size in pool_sizes},
    )  # fmt: skip


def _at_sizes(
    asking: Asking,
    margins: MarginArrays,
    sizes: Sequence[int],
    repeats: int,
    settings: Settings,
    *,
    n_jobs: int | None,
) -> dict[str, Float64Array]:
    """Mean M of every query at every pool size."""
    if not sizes:
        return {}
    seed = int(as_generator(settings.rng).integers(2**62))
    return {f"at {size}": margins_at_size(asking, margins.plus, size, repeats=repeats, seed=seed,
                                          n_jobs=n_jobs) for size in sizes}  # fmt: skip


def _check_sizes(sizes: Sequence[int], repeats: int, n: int) -> None:
    checked = checked_ks(tuple(sizes), "pool_sizes") if len(sizes) else ()
    checked_ks((repeats,), "repeats")
    if too_large := [size for size in checked if size >= n]:
        raise DataError(fault("retrieval.errors.pool_sizes", given=too_large, documents=n))


def _units_of(units: Units, rows: Any) -> Units:
    """Only the units of some queries, numbered anew."""
    kept, codes = np.unique(units.codes[rows], return_inverse=True)
    return Units(tuple(units.names[i] for i in rows), codes, len(kept))

"""Hubs of the mixed pool: pages that stand in many queries' first ten."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.corpus import Corpus
from monosashi.language.layout import IntArray
from monosashi.ranking import GoldRanks
from monosashi.results import Estimate


@dataclass(frozen=True)
class PoolHubs:
    """How unevenly the places of the first-ten lists are spread over the documents.

    Attributes
    ----------
    k : int
        Length of a list.
    skewness : Estimate or None
        Of the number of lists that hold a document; None when all are alike.
    antihub_share : Estimate
        Share of the documents in no list.
    top_share_ratio : Estimate
        Mean count of the busiest 1 % over the mean count.
    max_occurrence : int
    """

    k: int
    skewness: Estimate | None
    antihub_share: Estimate
    top_share_ratio: Estimate
    max_occurrence: int


def measure_pool_hubs(corpus: Corpus, ranks: GoldRanks) -> PoolHubs | None:
    """Count from the lists that were ranked anyway; None where they are not all of one length."""
    from monosashi.hubs import measure_hubs

    listed = ranks.top
    if not listed.size or (listed < 0).any():
        return None
    n = int(corpus.layout.pools[-1])
    if np.ptp(np.bincount(listed.ravel(), minlength=n)) == 0:
        return None
    found = measure_hubs(neighbours=_in_any_order(listed, n), n_indexed=n, references=False)
    return PoolHubs(found.k, found.skewness, found.antihub_share, found.top_share_ratio,
                    found.max_occurrence)  # fmt: skip


def _in_any_order(listed: IntArray, n: int) -> IntArray:
    """Lists of queries so that query i does not stand where document i would.

    With as many queries as documents, queries that all find the document of their own row look like
    a search that forgot to leave itself out, which ``measure_hubs`` refuses. The order of lists
    changes nothing that is counted. One of k + 1 shifts always helps, for each list holds only k.
    """
    rows = np.arange(len(listed))[:, None]
    shifts = (np.roll(listed, shift, axis=0) for shift in range(listed.shape[1] + 1))
    return next(one for one in shifts if len(listed) != n or not (one == rows).any(axis=1).all())

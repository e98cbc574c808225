"""Hubs of the mixed pool: pages that stand in many queries' first ten."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.corpus import Corpus
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
    found = measure_hubs(neighbours=listed, n_indexed=n, references=False)
    return PoolHubs(found.k, found.skewness, found.antihub_share, found.top_share_ratio,
                    found.max_occurrence)  # fmt: skip

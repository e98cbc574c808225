"""Hub statistics of lists that a search of ours made, in whatever dissimilarity."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import EmbeddingSet, fault
from monosashi.hubs.busiest import busiest
from monosashi.hubs.estimates import summarise
from monosashi.hubs.hubs import Hubs
from monosashi.hubs.listing import Listing, self_listing
from monosashi.neighbors import Neighbors
from monosashi.results import Provenance


def hubs_of_search(
    data: EmbeddingSet, found: Neighbors, k: int, *, queries: EmbeddingSet | None, **settings: Any
) -> Hubs:
    """Measure lists of k; a self-search brings one neighbour more, where there is one.

    References are not measured: those of plain distances stand for all dissimilarities.
    """
    if queries is None:
        listing = self_listing(found, k, "self")
    else:
        listing = Listing(found.indices[:, :k], None, data.n, found.ties, "queries")
    counts = listing.counts()
    summary = summarise(counts, listing.deletions(counts), k, listing.n_queries)
    reasons = {}
    if summary.fields["skewness"] is None:
        reasons["skewness"] = fault("hubs.reasons.skewness", count=int(counts[0]))
    return Hubs(
        provenance=Provenance.of(data, k=k, **settings), reasons=reasons, n=data.n,
        n_queries=listing.n_queries, k=k, metric=str(settings.get("metric", "given")),
        source=listing.source, unit=settings.get("metric") == "cosine", ties=listing.ties,
        hubs=busiest(counts, listing.n_queries, data), references={}, occurrence=counts,
        without=summary.without, neighbours=listing.found, **summary.fields,
    )  # fmt: skip

"""What the same statistics are without any structure: two references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from monosashi.embeddings import EmbeddingSet, Fault, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.estimates import summarise
from monosashi.hubs.listing import Listing
from monosashi.neighbors import Metric, nearest
from monosashi.results import Estimate

MOST = 10_000
NAMES = ("random_directions", "shuffled_coordinates")


@dataclass(frozen=True, kw_only=True)
class HubReference:
    """Hub statistics of reference data with the same dimension and k.

    Attributes
    ----------
    n, n_queries : int
        Rows used: as many as the data have, at most 10,000.
    others
        As in ``Hubs``.
    """

    n: int
    n_queries: int
    antihub_share: Estimate
    top_share_ratio: Estimate
    robin_hood: Estimate
    hub_occurrence: Estimate
    gini: Estimate
    skewness: Estimate | None
    antihubs: int
    max_occurrence: int
    curve: list[dict[str, float]] = field(repr=False)


@dataclass(frozen=True)
class Structure:
    """The rows whose hubs are compared with those of reference rows."""

    data: EmbeddingSet
    queries: EmbeddingSet | None
    k: int
    metric: Metric
    unit: bool

    def reference(self, name: str, rng: np.random.Generator) -> HubReference | Fault:
        """Draw reference rows and measure them; say why when they cannot have hubs."""
        draw = _directions if name == "random_directions" else _shuffled
        base = draw(self.data.vectors, rng, self.unit)
        asked = None if self.queries is None else draw(self.queries.vectors, rng, self.unit)
        if (
            self.data.dimension < 2
            or len(base) < self.k + 2
            or (asked is not None and not len(asked))
        ):
            return fault("hubs.reasons.reference", d=self.data.dimension, n=len(base), k=self.k)
        return self._measure(base, asked)

    def _measure(self, base: FloatArray, asked: FloatArray | None) -> HubReference:
        if asked is None:
            found = nearest(base, k=self.k + 1, metric=self.metric).indices
            listing = Listing(found[:, : self.k], found[:, self.k], len(base), None, "self")
        else:
            found = nearest(asked, base, k=self.k, metric=self.metric).indices
            listing = Listing(found, None, len(base), None, "queries")
        counts = listing.counts()
        summary = summarise(counts, listing.deletions(counts), self.k, listing.n_queries)
        return HubReference(n=len(base), n_queries=listing.n_queries, **summary.fields)


def make_references(
    structure: Structure, rng: np.random.Generator
) -> tuple[Mapping[str, HubReference], Mapping[str, Fault]]:
    """Both references, and the reasons for those that cannot be made."""
    drawn = {name: structure.reference(name, rng) for name in NAMES}
    made = {name: one for name, one in drawn.items() if isinstance(one, HubReference)}
    return made, {f"references.{n}": one for n, one in drawn.items() if isinstance(one, Fault)}


def _directions(vectors: FloatArray, rng: np.random.Generator, _unit: bool) -> FloatArray:  # noqa: FBT001 - both draws are called alike
    """Rows drawn evenly from the sphere."""
    shape = (min(len(vectors), MOST), vectors.shape[1])
    return unit_rows(rng.standard_normal(shape, dtype=np.float32))


def _shuffled(vectors: FloatArray, rng: np.random.Generator, unit: bool) -> FloatArray:  # noqa: FBT001
    """Each column of a sample of the rows in an order of its own.

    This keeps what each coordinate looks like and breaks how coordinates go together. Rows get
    length 1 again when those measured have it; rows that became all zeros are left out then.
    """
    n = len(vectors)
    rows = np.arange(n) if n <= MOST else np.sort(rng.choice(n, MOST, replace=False))
    mixed: FloatArray = rng.permuted(np.asarray(vectors[rows]), axis=0)
    if not unit:
        return mixed
    directed = mixed[mixed.any(axis=1)]
    return unit_rows(directed) if len(directed) else directed

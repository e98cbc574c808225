"""A map of a set of vectors, and how much of the neighbourhoods it keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.audit_columns import with_columns
from monosashi.advice.facts import without_zero_rows
from monosashi.advice.map_projection import (
    Coordinates,
    Projection,
    neighbour_embedding,
    principal_plane,
)
from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.neighbors import nearest
from monosashi.results import Estimate, Provenance, Result, Tables, hidden
from monosashi.statistics.mean_interval import mean_interval

SHOWN, NAMED = 2_000, 3
DIGITS = 4


@dataclass(frozen=True, kw_only=True, repr=False)
class EmbeddingMap(Result):
    """Items on two axes.

    Distances on a map are not distances of the space: ``kept`` says how far it can be trusted.

    Attributes
    ----------
    projection : "pca" or "tsne"
        Of unit vectors.
    n, n_shown, k : int
        All items, those drawn (a random sample where fewer than ``n``), length of the lists.
    kept : Estimate
        Mean over the items shown of the share of an item's k nearest items (of all n, by cosine)
        that are among its k nearest on the map.
    chance : float
        k / (n - 1): what a map without any order keeps.
    share : float or None
        Of the squared differences, what lies in the two principal axes; None with t-SNE, or where
        all vectors are the same.
    column : str or None
        What the signs stand for; ``labels`` are the commonest values, "" all others.
    x, y : tuple of float
        Places of the items shown, in order of rows; ``sign`` is the position in ``labels``.
    coordinates : (n, 2) array
        Places of all rows that have a direction.
    """

    kind: ClassVar[str] = "map"
    projection: Projection
    n: int
    n_shown: int
    k: int
    kept: Estimate
    chance: float
    share: float | None
    column: str | None
    labels: tuple[str, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]
    sign: tuple[int, ...]
    coordinates: Coordinates = hidden(compare=False)

    def __repr__(self) -> str:
        return f"EmbeddingMap({self.projection}, n={self.n}, keeps {self.kept:.3f} of {self.k})"

    def tables(self) -> Tables:
        """``map``: one row; the places stand in result.json."""
        return {"map": [{"projection": self.projection, "n": self.n, "n_shown": self.n_shown,
                         "k": self.k, "kept": self.kept.value, "low": self.kept.low,
                         "high": self.kept.high, "chance": self.chance,
                         "share": self.share}]}  # fmt: skip


def measure_map(
    data: EmbeddingSet | Any,
    *,
    projection: Projection = "pca",
    labels: Column | None = None,
    k: int = 10,
    shown: int = SHOWN,
    confidence: float = 0.95,
    rng: int = 0,
) -> EmbeddingMap:
    """Lay a set out on two axes, and count the neighbours that stay neighbours.

    Does not say how near groups are to each other: on a map of principal components groups may
    cover each other that lie apart, and t-SNE sets its own distances between and inside groups.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        Rows without a direction are left out.
    projection : "pca" or "tsne"
        t-SNE needs openTSNE (the extra ``maps``).
    labels : column name or (n,) values, optional
        The three commonest get a sign of their own.
    k : int
        Length of the lists that are compared.
    shown : int
        Items drawn, and those whose neighbours are counted: a random sample of them all.
    confidence, rng
        Settings of the interval, of the sample and of t-SNE.

    Raises
    ------
    DataError
        k or fewer items with a direction; openTSNE is not installed.

    Examples
    --------
    >>> vectors = np.random.default_rng(0).normal(size=(200, 2))
    >>> found = measure_map(vectors, k=5)
    >>> found.n_shown, round(found.chance, 3)
    (200, 0.025)
    """
    held = without_zero_rows(with_columns(as_set(data), {"sign": labels}))
    if held.n <= k:
        raise DataError(fault("map.errors.too_few", n=held.n, k=k))
    unit = held.unit()
    places, share = principal_plane(unit.vectors)
    if projection == "tsne":
        places, share = neighbour_embedding(unit.vectors, places, rng), None
    rows = _sample(held.n, shown, rng)
    names, signs = _signs(held.columns.get("__sign__"))
    seen = np.round(places[rows], _decimals(places))
    settings = {"projection": projection, "k": k, "shown": shown, "rng": rng}
    return EmbeddingMap(
        provenance=Provenance.of(held, **settings), projection=projection, n=held.n,
        reasons={} if share is not None else {"share": fault(_no_share(projection))},
        n_shown=len(rows), k=k, kept=_kept(unit, places, rows, k, confidence),
        chance=k / (held.n - 1), share=share, column=labels if isinstance(labels, str) else None,
        labels=names, x=tuple(seen[:, 0].tolist()), y=tuple(seen[:, 1].tolist()),
        sign=tuple(signs[row] for row in rows) if signs else (0,) * len(rows), coordinates=places,
    )  # fmt: skip


def _no_share(projection: Projection) -> str:
    return "map.reasons.tsne" if projection == "tsne" else "map.reasons.no_spread"


def _sample(n: int, shown: int, seed: int) -> np.ndarray:
    if n <= shown:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, size=shown, replace=False))


def _decimals(places: Coordinates) -> int:
    """Enough for a picture: four digits of the widest place."""
    widest = float(np.abs(places).max())
    return DIGITS if widest == 0 else DIGITS - 1 - int(np.floor(np.log10(widest)))


def _kept(
    unit: EmbeddingSet, places: Coordinates, rows: np.ndarray, k: int, confidence: float
) -> Estimate:
    """Both lists are exact, and hold any of all items but the item itself."""
    near = nearest(unit.vectors[rows], unit.vectors, k=k, exclude=rows).indices
    drawn = nearest(places[rows], places, k=k, exclude=rows).indices
    kept = np.array([len(np.intersect1d(a, b)) / k for a, b in zip(near, drawn, strict=True)])
    found = mean_interval(kept, np.ones(len(kept)), confidence=confidence)
    error = float(kept.std(ddof=1) / np.sqrt(len(kept)))
    return Estimate(float(kept.mean()), found.low, found.high, error,
                    found.method.replace("units", "anchors"), len(kept))  # fmt: skip


def _signs(values: Iterable[Any] | None) -> tuple[tuple[str, ...], Sequence[int]]:
    """The commonest values and, for every row, which of them it has."""
    told = [] if values is None else [str(one) for one in values]
    ordered = sorted(Counter(told).items(), key=lambda one: (-one[1], one[0]))
    common = [name for name, _ in ordered]
    named = common if len(common) <= NAMED + 1 else common[:NAMED]
    names = (*named, *([] if common and named == common else [""]))
    place = {name: i for i, name in enumerate(named)}
    return names, [place.get(value, len(named)) for value in told]

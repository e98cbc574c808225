"""Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.statistics.agreement_weights import FloatArray
from monosashi.statistics.bootstrap import RESAMPLES, percentile_interval
from monosashi.statistics.generators import as_generator
from monosashi.statistics.options import check_confidence
from monosashi.statistics.rated_items import RatedItems

Level = Literal["ordinal", "interval", "nominal"]
BLOCK = 100


@dataclass(frozen=True)
class Alpha:
    """Krippendorff's alpha with a bootstrap interval over items.

    Attributes
    ----------
    value, low, high : float or None
        None where all ratings are the same: there is then nothing to disagree about.
    level : "ordinal", "interval" or "nominal"
    n_pairable, n_raters : int
    scale : tuple of float
    draws : int
        Resamples behind the interval that hold more than one answer.
    """

    value: float | None
    low: float | None
    high: float | None
    level: Level
    n_pairable: int
    n_raters: int
    scale: tuple[float, ...]
    draws: int


def krippendorff_alpha(
    ratings: Any,
    *,
    scale: Sequence[float],
    level: Level = "ordinal",
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Alpha:
    """Krippendorff's alpha, 1 - observed over expected disagreement.

    Both are sums over the coincidences of answers inside items, weighed by the squared distance of
    the level: of the ranks (ordinal), of the numbers (interval), or 1 (nominal). Items with one
    rating say nothing and are left out (Krippendorff 2011). Where nearly all answers are the same,
    alpha is near 0 although raters agree: see ``gwet_ac2``.

    Parameters
    ----------
    ratings : items × raters, None or NaN where there is no rating
    scale : every answer that could be given
    level : "ordinal", "interval" or "nominal"
    confidence : float
    rng : seed or Generator of the resampled items

    Raises
    ------
    DataError
        As for ``gwet_ac2``.

    Examples
    --------
    >>> rated = [[5, 5, 4], [4, 4, 4], [5, 4, 5], [3, 4, 3], [2, 3, 2], [5, 5, 5], [4, 5, 4]]
    >>> round(krippendorff_alpha(rated, scale=range(1, 6), level="interval").value, 4)
    0.7487
    """
    check_confidence(confidence)
    if level not in {"ordinal", "interval", "nominal"}:
        raise DataError(fault("statistics.errors.alpha_level", given=repr(level)))
    items = RatedItems.of(ratings, scale)
    each, places = _coincidences(items), np.asarray(items.scale)
    value = _alphas(each.sum(axis=0)[None], places, level)[0]
    drawn = _drawn(each, places, level, rng)
    drawn = drawn[~np.isnan(drawn)]
    known = not np.isnan(value) and len(drawn) > 0
    low, high = percentile_interval(drawn, confidence) if known else (None, None)
    return Alpha(None if np.isnan(value) else float(value), low, high, level, items.n_pairable,
                 items.n_raters, items.scale, len(drawn))  # fmt: skip


def _coincidences(items: RatedItems) -> FloatArray:
    """(n, q, q) ordered pairs of ratings of each item, each rating counted once."""
    counts = items.counts[items.per_item >= 2]
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(counts.shape[1])
    pairs[:, diagonal, diagonal] -= counts
    each: FloatArray = pairs / (counts.sum(axis=1) - 1)[:, None, None]
    return each


def _drawn(
    each: FloatArray, places: FloatArray, level: Level, rng: int | np.random.Generator | None
) -> FloatArray:
    generator, n = as_generator(rng), len(each)
    flat, out = each.reshape(n, -1), []
    for _ in range(RESAMPLES // BLOCK):
        weights = generator.multinomial(n, np.full(n, 1 / n), size=BLOCK).astype(np.float64)
        out.append(_alphas((weights @ flat).reshape(BLOCK, *each.shape[1:]), places, level))
    return np.concatenate(out)


def _alphas(tables: FloatArray, places: FloatArray, level: Level) -> FloatArray:
    """Alpha of each (q, q) table of coincidences; NaN where one answer alone occurs."""
    margins = tables.sum(axis=2)
    apart = _distances(margins, places, level)
    total = margins.sum(axis=1)
    observed = (tables * apart).sum(axis=(1, 2))
    expected = (margins[:, :, None] * margins[:, None, :] * apart).sum(axis=(1, 2)) / (total - 1)
    out = np.full(len(tables), np.nan)
    np.divide(observed, expected, out=out, where=expected > 0)
    return 1 - out


def _distances(margins: FloatArray, places: FloatArray, level: Level) -> FloatArray:
    if level == "nominal":
        return np.broadcast_to(1 - np.eye(len(places)), (len(margins), *[len(places)] * 2))
    if level == "interval":
        apart = np.subtract.outer(places, places) ** 2
        return np.broadcast_to(apart, (len(margins), *apart.shape))
    # from the middle of one answer's ratings to the middle of the other's
    middle = np.cumsum(margins, axis=1) - margins / 2
    squared: FloatArray = (middle[:, :, None] - middle[:, None, :]) ** 2
    return squared

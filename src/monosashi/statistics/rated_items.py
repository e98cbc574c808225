"""Ratings of items by several people, as counts on a declared scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RatedItems:
    """How often each item got each answer.

    Attributes
    ----------
    counts : (n, q) array
        Items with at least one rating only.
    scale : tuple of float
        The q possible answers in order, used or not.
    n_raters : int
    n_unrated : int
        Items that nobody rated, left out.
    """

    counts: FloatArray
    scale: tuple[float, ...]
    n_raters: int
    n_unrated: int

    @property
    def n(self) -> int:
        """Items with a rating."""
        return len(self.counts)

    @property
    def per_item(self) -> FloatArray:
        """(n,) ratings of every item."""
        total: FloatArray = self.counts.sum(axis=1)
        return total

    @property
    def n_pairable(self) -> int:
        """Items with two ratings or more: only they can show agreement."""
        return int((self.per_item >= 2).sum())

    @classmethod
    def of(cls, ratings: Any, scale: Sequence[float]) -> RatedItems:
        """Check and count ratings (items × raters; None or NaN where a rater gave none).

        Raises
        ------
        DataError
            A scale of fewer than two places, ratings off the scale (all rows are named), or fewer
            than two items with two ratings.
        """
        places = _scale(scale)
        values = _table(ratings)
        missing = np.isnan(values)
        known = np.isin(values, places) | missing
        odd = np.flatnonzero(~known.all(axis=1)).tolist()
        if odd:
            off = sorted({f"{x:g}" for x in values[~known]})
            listed = ", ".join(f"{x:g}" for x in places)
            raise DataError(fault("statistics.errors.off_scale", odd, given=", ".join(off[:10]),
                                  scale=listed))  # fmt: skip
        counts = np.stack([(values == place).sum(axis=1) for place in places], axis=1)
        rated = counts.sum(axis=1) > 0
        found = cls(counts[rated].astype(np.float64), places, values.shape[1],
                    int((~rated).sum()))  # fmt: skip
        if found.n_pairable < 2:
            raise DataError(fault("statistics.errors.few_rated", n=found.n_pairable))
        return found


def _scale(scale: Sequence[float]) -> tuple[float, ...]:
    places = tuple(sorted({float(x) for x in scale}))
    if len(places) < 2 or not np.isfinite(places).all():
        raise DataError(fault("statistics.errors.scale", given=list(scale)))
    return places


def _table(ratings: Any) -> FloatArray:
    try:
        values = np.array([[np.nan if x is None else float(x) for x in row] for row in ratings])
    except (TypeError, ValueError):
        raise DataError(fault("statistics.errors.ratings")) from None
    if values.ndim != 2 or not values.size or np.isinf(values).any():
        raise DataError(fault("statistics.errors.ratings"))
    return values

"""Gwet's AC2: agreement of raters that skewed answers do not upset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.statistics.agreement_weights import FloatArray, Weights, agreement_weights
from monosashi.statistics.options import check_confidence
from monosashi.statistics.rated_items import RatedItems

NO_SPREAD = 1e-12


@dataclass(frozen=True)
class Agreement:
    """Agreement of raters beyond chance.

    Attributes
    ----------
    value : float
        1 where all agree, 0 where they agree as by chance.
    low, high, standard_error : float or None
        t interval with n - 1 degrees of freedom over items, cut at -1 and 1. None where all
        items agree to the same degree (all raters alike everywhere): their spread is then unknown.
    observed, expected : float
        Weighted agreement, and that of chance.
    n, n_pairable, n_unrated, n_raters : int
        Items with a rating, with two or more, with none (left out); raters.
    scale : tuple of float
        Declared, used or not: AC2 changes with it.
    weights : str
    confidence : float
    """

    value: float
    low: float | None
    high: float | None
    standard_error: float | None
    observed: float
    expected: float
    n: int
    n_pairable: int
    n_unrated: int
    n_raters: int
    scale: tuple[float, ...]
    weights: Weights
    confidence: float


def gwet_ac2(
    ratings: Any,
    *,
    scale: Sequence[float],
    weights: Weights = "ordinal",
    confidence: float = 0.95,
) -> Agreement:
    """Gwet's AC2 of several raters on a declared scale, with its interval.

    (p_a - p_e)/(1 - p_e). p_a is the mean over items with two ratings or more of the weighted share
    of agreeing pairs. p_e = (sum of weights)/(q(q - 1)) times sum over answers of pi(1 - pi), where
    pi is the mean share of an answer over items. The variance is linearised over items (Gwet 2014,
    section 5.3); the interval has n - 1 degrees of freedom.

    Other raters of the same texts are not what the interval is about: it is for other texts.

    Parameters
    ----------
    ratings : items × raters, None or NaN where there is no rating
    scale : every answer that could be given, e.g. ``range(1, 6)``
        Part of the design: taken from the answers that happen to occur, AC2 is another number.
    weights : "ordinal", "quadratic", "linear" or "identity" (AC1)
    confidence : float

    Raises
    ------
    DataError
        Answers off the scale, fewer than two items with two ratings, unknown weights.

    Examples
    --------
    >>> rated = [[5, 5, 4], [4, 4, 4], [5, 4, 5], [3, 4, 3], [2, 3, 2], [5, 5, 5], [4, 5, 4]]
    >>> found = gwet_ac2(rated, scale=range(1, 6))
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.8772, 0.7642, 0.9902)
    """
    check_confidence(confidence)
    items = RatedItems.of(ratings, scale)
    table = agreement_weights(len(items.scale), weights)
    each, share = _agreeing(items, table), items.counts / items.per_item[:, None]
    pi = share.mean(axis=0)
    heavy = table.sum() / (len(pi) * (len(pi) - 1))
    paired = items.per_item >= 2
    observed, expected = float(each[paired].mean()), float(heavy * (pi * (1 - pi)).sum())
    value = (observed - expected) / (1 - expected)
    # what every item adds, through its own agreement and through the shares of the answers
    own = (items.n / items.n_pairable) * (each - expected) * paired / (1 - expected)
    chance = (heavy * (share @ (1 - pi)) - expected) / (1 - expected)
    error = _standard_error(own - 2 * (1 - value) * chance - value)
    known = error > NO_SPREAD
    ends = t_interval(value, error, items.n, confidence)
    return Agreement(
        value=value, low=max(ends[0], -1.0) if known else None,
        high=min(ends[1], 1.0) if known else None, standard_error=error if known else None,
        observed=observed, expected=expected, n=items.n, n_pairable=items.n_pairable,
        n_unrated=items.n_unrated, n_raters=items.n_raters, scale=items.scale, weights=weights,
        confidence=confidence,
    )  # fmt: skip


def t_interval(value: float, error: float, n: int, confidence: float) -> tuple[float, float]:
    """Value ± t(n - 1) times its standard error.

    >>> [round(x, 3) for x in t_interval(0.5, 0.1, 10, 0.95)]
    [0.274, 0.726]
    """
    from scipy.special import stdtrit

    reach = float(stdtrit(n - 1, (1 + confidence) / 2)) * error
    return value - reach, value + reach


def _standard_error(apart: FloatArray) -> float:
    """Of a mean, from what each item lies off it."""
    return float(np.sqrt((apart**2).sum() / (len(apart) * (len(apart) - 1))))


def _agreeing(items: RatedItems, table: FloatArray) -> FloatArray:
    """(n,) weighted share of agreeing pairs of ratings of each item; 0 where there is no pair."""
    pairs = items.per_item * (items.per_item - 1)
    # a rating does not pair with itself
    agreeing = (items.counts * (items.counts @ table - 1)).sum(axis=1)
    out = np.zeros_like(pairs)
    np.divide(agreeing, pairs, out=out, where=pairs > 0)
    return out

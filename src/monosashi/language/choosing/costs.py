"""What serving a way takes: calls, searches, memory, money and time."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass, fields
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.language.choosing.arguments import is_real
from monosashi.language.choosing.demands import FittedOn, demands
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.ways import Way
from monosashi.language.scored import Space


@dataclass(frozen=True)
class Prices:
    """The user's own numbers; None is not known.

    Attributes
    ----------
    embedding, translation : float or None
        Price of 1,000 calls, in any currency.
    search_ms, translation_ms : float or None
        Milliseconds of one more search, and of one translation with its embedding.
    """

    embedding: float | None = None
    translation: float | None = None
    search_ms: float | None = None
    translation_ms: float | None = None

    @classmethod
    def of(cls, given: Prices | Mapping[str, float] | None) -> Prices:
        """Check names and numbers."""
        if given is None or isinstance(given, Prices):
            held = given or cls()
        else:
            known = [field.name for field in fields(cls)]
            if not isinstance(given, Mapping):
                raise DataError(fault("language.errors.unknown_prices", ids=[repr(given)],
                                      known=", ".join(known)))  # fmt: skip
            if unknown := sorted(set(given) - set(known)):
                raise DataError(fault("language.errors.unknown_prices", ids=unknown,
                                      known=", ".join(known)))  # fmt: skip
            held = cls(**given)
        check_amounts(vars(held))
        return held


@dataclass(frozen=True)
class Use:
    """How a search is used: queries a day, milliseconds that a mend may add, and prices."""

    calls_per_day: float | None = None
    latency_ms: float | None = None
    prices: Prices = Prices()


def check_amounts(given: Mapping[str, Any], needed: Container[str] = ()) -> None:
    """Amounts are finite and not negative, and none of ``needed`` lacks; all faults together."""
    faults = [fault("language.errors.bad_amount", name=name, given=value)
              for name, value in given.items()
              if not (value is None and name not in needed)
              and not (is_real(value) and 0 <= value < math.inf)]  # fmt: skip
    if faults:
        raise DataError(*faults)


@dataclass(frozen=True)
class Costs:
    """What one way takes.

    Attributes
    ----------
    fitted_on : str
        ``"nothing"``, ``"documents"``, ``"queries"`` (a query log), ``"answers"`` (queries whose
        answers are known), ``"translator"``, or ``"own"``: the user's.
    n_fitted : int
        How many of them it would be fitted on here.
    searches, embeddings, translations : int
        A query; without any repair 1, 1 and 0.
    copies : int
        Vectors kept of every document.
    rewrites : bool
        Whether vectors in the index are changed.
    memory_bytes : int or None
        Kept beside the vectors.
    query_language : bool
        Whether the language of a query must be known.
    per_day : float or None
        Price of embeddings and translations; None where a price or the calls are not known.
    extra_ms : float or None
        Time beyond a search of raw vectors; 0 where there is no further search or translation.
    """

    fitted_on: FittedOn
    n_fitted: int
    searches: int
    embeddings: int
    translations: int
    copies: int
    rewrites: bool
    memory_bytes: int | None
    query_language: bool
    per_day: float | None = None
    extra_ms: float | None = None


def costs_of(ground: Ground, way: Way, raw: Space, use: Use) -> Costs:
    """What a way takes when it is fitted to everything."""
    asked = demands(ground, way, raw)
    translations = len(ground.languages) - 1 if way.kind == "bridge" else 0
    embeddings = 1 + translations
    return Costs(
        **vars(asked),
        embeddings=embeddings,
        translations=translations,
        copies=2 if way.kind == "routed" else 1,
        rewrites=way.mend is not None,
        per_day=_per_day(use.calls_per_day, embeddings, translations, use.prices),
        extra_ms=_extra_ms(asked.searches - 1, translations, use.prices),
    )


def _per_day(
    calls: float | None, embeddings: int, translations: int, prices: Prices
) -> float | None:
    amounts = ((embeddings, prices.embedding), (translations, prices.translation))
    needed = [(number, price) for number, price in amounts if number]
    if calls is None or any(price is None for _, price in needed):
        return None
    return calls / 1000 * sum(number * (price or 0.0) for number, price in needed)


def _extra_ms(searches: int, translations: int, prices: Prices) -> float | None:
    amounts = ((searches, prices.search_ms), (translations, prices.translation_ms))
    needed = [(number, time) for number, time in amounts if number]
    if any(time is None for _, time in needed):
        return None
    return float(sum(number * (time or 0.0) for number, time in needed))

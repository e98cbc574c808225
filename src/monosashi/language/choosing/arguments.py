"""What callers may give for numbers and names; anything else is told in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.bridge import Road

LEAST_QUERIES = 100


def is_real(given: object) -> bool:
    """Whether that is a number; yes and no are none.

    >>> is_real(0.5), is_real("0.5"), is_real(True)
    (True, False, False)
    """
    return isinstance(given, int | float | np.number) and not isinstance(given, bool)


def is_whole(given: object) -> bool:
    """Whether that is a whole number, of whatever type.

    >>> is_whole(5.0), is_whole(float("nan"))
    (True, False)
    """
    return is_real(given) and bool(np.isfinite(given)) and given == int(given)  # type: ignore[call-overload]


def check_names(methods: object) -> None:
    """Names of ways come as a list that is not empty."""
    listed = isinstance(methods, Sequence) and not isinstance(methods, str | bytes)
    names = list(methods) if listed and isinstance(methods, Sequence) else []
    if methods is not None and not (names and all(isinstance(name, str) for name in names)):
        from monosashi.language.choosing.ways import BRIDGE, ORDER

        raise DataError(fault("language.errors.no_ways", given=methods,
                              known=", ".join([*ORDER, BRIDGE])))  # fmt: skip


def check_ways(others: object, bridge: object) -> None:
    """Ways of the user's own come by name; a bridge is a road or a way to score."""
    if others is not None and not isinstance(others, Mapping):
        raise DataError(fault("language.errors.not_a_way", given=repr(others)))
    if bridge is not None and not isinstance(bridge, Road) and not hasattr(bridge, "scores"):
        raise DataError(fault("language.errors.not_a_way", given=repr(bridge)))


def check_ceiling(most: object) -> None:
    """At least 100 queries: fewer say next to nothing."""
    if most is not None and not (is_whole(most) and most >= LEAST_QUERIES):  # type: ignore[operator]
        raise DataError(fault("language.errors.bad_max_queries", given=most, least=LEAST_QUERIES))

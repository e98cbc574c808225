"""The numbers that say how a model is asked, checked together."""

from __future__ import annotations

import math
from typing import Any

from monosashi.embeddings.errors import DataError, Fault, fault


def check_options(*, model: Any, timeout: Any, **counts: Any) -> None:
    """Refuse what cannot be a model, a time or a count (None is no count given).

    Raises
    ------
    DataError
        Lists all that are wrong.
    """
    wrong = _wrong_counts(counts)
    if not isinstance(model, str) or not model.strip():
        wrong.append(fault("models.errors.no_model"))
    if wrong := [*wrong, *_wrong_time(timeout)]:
        raise DataError(*wrong)


def check_numbers(*, timeout: Any = 1, **counts: Any) -> None:
    """The same for a model that has no name to check."""
    if wrong := [*_wrong_counts(counts), *_wrong_time(timeout)]:
        raise DataError(*wrong)


def _wrong_counts(counts: dict[str, Any]) -> list[Fault]:
    return [
        fault("models.errors.at_least", name=name, least=1, given=given)
        for name, given in counts.items()
        if given is not None and not (type(given) is int and given >= 1)
    ]


def _wrong_time(timeout: Any) -> list[Fault]:
    if type(timeout) in {int, float} and math.isfinite(timeout) and timeout > 0:
        return []
    return [fault("models.errors.positive", name="timeout", given=timeout)]

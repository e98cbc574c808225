"""Options that several measures of shape share, checked in one way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.embeddings import DataError, Fault, fault


def confidence_faults(confidence: float) -> list[Fault]:
    """A confidence that is no share."""
    return [] if 0 < confidence < 1 else [fault("shape.errors.confidence", given=confidence)]


def choice_faults(**given: tuple[Any, Sequence[Any]]) -> list[Fault]:
    """Words (name: (given, choices)) that are none of their choices."""
    return [
        fault("embeddings.errors.bad_choice", name=name, given=value,
              choices=", ".join(str(choice) for choice in choices))
        for name, (value, choices) in given.items() if value not in choices
    ]  # fmt: skip


def refuse(*faults: Sequence[Fault]) -> None:
    """Raise one error with all faults, if there are any."""
    if found := [one for several in faults for one in several]:
        raise DataError(*found)


def count_faults(name: str, given: Any, least: int) -> list[Fault]:
    """A number of things that is no whole number or too small."""
    whole = hasattr(given, "__index__") and not isinstance(given, bool)
    if whole and given >= least:
        return []
    return [fault("shape.errors.count", name=name, given=given, least=least)]


def k_faults(k: Any, n: int) -> list[Fault]:
    """Lists of neighbours that are empty, or that hold all others and so always agree."""
    if faults := count_faults("k", k, 1):
        return faults
    return [] if k <= n - 2 else [fault("shape.errors.k_too_large", k=k, n=n, most=n - 2)]

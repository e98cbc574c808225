"""Options that several measures of shape share, checked in one way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault

MOST_PERMUTATIONS = 10_000_000
LEAST_WITH_NEIGHBOURS = 3


def confidence_faults(confidence: float) -> list[Fault]:
    """A confidence that is no share."""
    return [] if is_share(confidence) else [fault("shape.errors.confidence", given=confidence)]


def is_share(given: Any) -> bool:
    """A number between 0 and 1, both excluded."""
    return is_number(given) and 0 < given < 1


def is_number(given: Any) -> bool:
    """A plain number (numpy's too), neither text nor true or false; NaN is one."""
    return isinstance(given, int | float | np.integer | np.floating) and not isinstance(given, bool)


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


def permutation_faults(given: Any, least: int = 1) -> list[Fault]:
    """No whole number of arrangements, none, or more than memory and patience allow."""
    if count_faults("permutations", given, least):
        return [fault("shape.errors.permutations", given=given, least=least)]
    return [] if given <= MOST_PERMUTATIONS else [
        fault("shape.errors.most_permutations", given=given, most=MOST_PERMUTATIONS)]  # fmt: skip


def k_faults(k: Any, n: int) -> list[Fault]:
    """Lists of neighbours that are empty, or that hold all others and so always agree."""
    if n < LEAST_WITH_NEIGHBOURS:
        return [fault("shape.errors.no_neighbours", n=n, least=LEAST_WITH_NEIGHBOURS)]
    if faults := count_faults("k", k, 1):
        return faults
    return [] if k <= n - 2 else [fault("shape.errors.k_too_large", k=k, n=n, most=n - 2)]

"""Weights of a choice: checked, and laid on the criteria they name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.advice.choosing.criterion import Criterion
from monosashi.embeddings import DataError, Fault, fault

KNOWN = {"retrieval": "--queries, --gold", "recall": "--queries, --gold",
         "language": "--key, --language", "hubs": "", "groups": "--groups", "robustness": "--cube",
         "truncation": "", "size": "", "speed": "--embedder"}  # fmt: skip
AXIS = "robustness."


def weighed(
    criteria: Sequence[Criterion], weights: Mapping[str, Any], models: Sequence[str]
) -> list[tuple[str, float, tuple[Criterion, ...]]]:
    """Every weight with its share of the whole and the criteria it means.

    ``robustness`` is the mean of its axes, ``robustness.length`` one of them.

    Raises
    ------
    DataError
        Unknown names, weights that are no positive numbers, criteria that were not measured, holes,
        and criteria whose error is unknown: all at once.
    """
    faults, found = list[Fault](), list[tuple[str, float, tuple[Criterion, ...]]]()
    for name, weight in weights.items():
        if not _is_weight(weight):
            faults.append(fault("choosing.errors.weight", name=name, given=weight))
            continue
        held = tuple(one for one in criteria if _means(name, one))
        faults += _faults(name, held, models)
        found.append((name, float(weight), held))
    if not weights:
        faults.append(fault("choosing.errors.no_weights", ids=list(KNOWN)))
    if faults:
        raise DataError(*faults)
    total = math.fsum(weight for _, weight, _ in found)
    return [(name, weight / total, held) for name, weight, held in found]


def _is_weight(given: Any) -> bool:
    known = isinstance(given, int | float) and not isinstance(given, bool)
    return known and math.isfinite(given) and given > 0


def _means(name: str, one: Criterion) -> bool:
    axis = one.name == name or one.name.startswith(f"{name} (")
    return one.weight == name or (name.startswith(AXIS) and axis)


def _faults(name: str, held: Sequence[Criterion], models: Sequence[str]) -> list[Fault]:
    if not held:
        asks = KNOWN.get(name.partition(".")[0])
        if asks is None:
            return [fault("choosing.errors.unknown_weight", name=name, known=", ".join(KNOWN))]
        return [fault("choosing.errors.not_measured", name=name, options=asks)]
    holes = [fault("choosing.errors.hole", criterion=one.name, model=model, why=why.say())
             for one in held for model, why in one.holes.items() if model in models]  # fmt: skip
    unsure = [fault("choosing.errors.no_error", criterion=one.name, unit=one.unit)
              for one in held if not one.holes and not one.uncertain]  # fmt: skip
    return [*holes, *unsure]

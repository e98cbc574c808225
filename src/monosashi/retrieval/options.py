"""Options that every measure of this room shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.errors import Faults

Seed = int | np.random.Generator | None


@dataclass(frozen=True)
class Settings:
    """Options that vectors and ranked lists share."""

    ks: tuple[int, ...]
    ndcg_ks: tuple[int, ...]
    confidence: float
    rng: Seed

    @classmethod
    def of(cls, ks: Any, ndcg_ks: Any, confidence: float, rng: Seed) -> Settings:
        """Refuse options that mean nothing, all together."""
        faults = Faults()
        held = faults.attempt(checked_ks, ks, "ks")
        discounted = faults.attempt(checked_ks, ndcg_ks, "ndcg_ks")
        faults.found += confidence_faults(confidence)
        if held is None or discounted is None or faults.found:
            raise DataError(*faults.found)
        return cls(held, discounted, confidence, rng)

    @property
    def seed(self) -> int | str:
        """What to name in the provenance."""
        return seed_name(self.rng)


def seed_name(rng: Seed) -> int | str:
    """A seed as itself; a generator can only be called one."""
    return "generator" if isinstance(rng, np.random.Generator) else (rng or 0)


def checked_ks(given: Any, name: str) -> tuple[int, ...]:
    """Whole numbers from 1 up, ascending and once each."""
    whole = isinstance(given, Sequence) and not isinstance(given, str) and len(given) > 0
    if not whole or not all(_is_rank(k) for k in given):
        raise DataError(fault("retrieval.errors.bad_ks", name=name, given=given))
    return tuple(sorted({int(k) for k in given}))


def _is_rank(k: Any) -> bool:
    return not isinstance(k, bool) and hasattr(k, "__index__") and k >= 1


def confidence_faults(confidence: float) -> list[Fault]:
    """A fault unless confidence lies between 0 and 1."""
    if 0 < confidence < 1:
        return []
    return [fault("retrieval.errors.bad_confidence", given=confidence)]

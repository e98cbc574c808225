"""A few fixed texts, embedded again and again, tell whether a model is still the same."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.models.embedder import Embedder, Role, Vectors, checked_vectors

SAME = 0.999  # cosine; 4-bit arithmetic on another processor stays above 0.9998
LENGTHS = 0.01  # relative difference of lengths: a model that begins to normalise shows here

CANARIES: tuple[str, ...] = (
    "The ferry leaves the harbour at seven in the morning.",
    "雨の日は、駅前の本屋で傘を乾かしながら立ち読みをします。",
    "error 0x80070005 at line 1,024: expected int32, got '3.14159'",
    "naïve façade — 東京 Tokyo 🍵 & C++/π ≈ 3,1416",
    "A long text shows whether a model still reads as far as it did. " * 12 + "It ends here.",
)


@dataclass(frozen=True)
class Canaries:
    """The vectors of ``CANARIES``, and when they were made."""

    vectors: Vectors
    created: str

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self.vectors.shape[1])

    def by_text(self) -> dict[str, Any]:
        """Text → (d,) vector."""
        return dict(zip(CANARIES, self.vectors, strict=True))

    def for_card(self) -> dict[str, tuple[float, ...]]:
        """Text → numbers, written as short as a float32 allows without another value."""
        return {text: tuple(float(str(number)) for number in row)
                for text, row in self.by_text().items()}  # fmt: skip


def embed_canaries(embedder: Embedder, role: Role) -> Vectors:
    """Embed the fixed texts in one call."""
    made = np.asarray(embedder.embed(list(CANARIES), role))
    dimension = embedder.card(role).dimension or (made.shape[1] if made.ndim == 2 else 0)
    return checked_vectors(made, name=embedder.name, n=len(CANARIES), dimension=dimension)


def stored_canaries(held: tuple[Mapping[str, Any], str] | None) -> Canaries | None:
    """What a store holds, if that is all of today's fixed texts."""
    if held is None or any(text not in held[0] for text in CANARIES):
        return None
    return Canaries(np.stack([held[0][text] for text in CANARIES]), held[1])


@dataclass(frozen=True)
class Change:
    """The canary that moved most: its cosine to itself, and its length now over its length then."""

    cosine: float
    length: float


def change_between(then: Vectors, now: Vectors) -> Change | None:
    """The worst canary, or None when all are the same but for rounding.

    Another dimension counts as cosine 0.
    """
    if then.shape != now.shape:
        return Change(0.0, 1.0)
    changes = [_change(a, b) for a, b in zip(then.astype(float), now.astype(float), strict=True)]
    worst = min(changes, key=lambda one: (one.cosine >= SAME, one.cosine - abs(one.length - 1)))
    return worst if worst.cosine < SAME or abs(worst.length - 1) > LENGTHS else None


def _change(then: Any, now: Any) -> Change:
    before, after = math.hypot(*then), math.hypot(*now)
    if before == 0 or after == 0:
        return Change(1.0, 1.0) if before == after else Change(0.0, 0.0)
    return Change(float(then / before @ (now / after)), after / before)

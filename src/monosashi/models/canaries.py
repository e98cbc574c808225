"""A few fixed texts, embedded again and again, tell whether a model is still the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.embedder import Embedder, Role, Vectors, checked_vectors

SAME = 0.999  # cosine; 4-bit arithmetic on another processor stays above 0.9998
LENGTHS = 0.01  # relative difference of lengths: a model that begins to normalise shows here
ANSWERS = ("models.errors.function_", "models.errors.shape", "models.errors.command_unanswered")
OF_FIXED_TEXTS = {
    "models.errors.function_failed": "models.errors.function_failed_fixed",
    "models.errors.non_finite": "models.errors.non_finite_fixed",
}
FEWEST = 3  # fixed texts that a model must be able to embed

CANARIES: tuple[str, ...] = (
    "The ferry leaves the harbour at seven in the morning.",
    "雨の日は、駅前の本屋で傘を乾かしながら立ち読みをします。",
    "error 0x80070005 at line 1,024: expected int32, got '3.14159'",
    "naïve façade — 東京 Tokyo 🍵 & C++/π ≈ 3,1416",
    "A long text shows whether a model still reads as far as it did. " * 12 + "It ends here.",
)


@dataclass(frozen=True)
class Canaries:
    """The vectors of those ``CANARIES`` that the model can embed, and when they were made."""

    texts: tuple[str, ...]
    vectors: Vectors
    created: str

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self.vectors.shape[1])

    def by_text(self) -> dict[str, Any]:
        """Text → (d,) vector."""
        return dict(zip(self.texts, self.vectors, strict=True))

    def for_card(self) -> dict[str, tuple[float, ...]]:
        """Text → numbers, written as short as a float32 allows without another value."""
        return {text: tuple(float(str(number)) for number in row)
                for text, row in self.by_text().items()}  # fmt: skip


def embed_canaries(embedder: Embedder, role: Role, texts: Sequence[str]) -> Vectors:
    """Embed fixed texts in one call.

    Raises
    ------
    DataError
        As the embedder; where it names rows, a sentence says that they are none of the user's.
    """
    try:
        made = np.asarray(embedder.embed(list(texts), role))
        dimension = embedder.card(role).dimension or (made.shape[1] if made.ndim == 2 else 0)
        return checked_vectors(made, name=embedder.name, n=len(texts), dimension=dimension)
    except DataError as error:
        _say_whose_fault(error, len(texts))
        raise


def first_canaries(embedder: Embedder, role: Role) -> tuple[tuple[str, ...], Vectors]:
    """Embed the fixed texts for the first time, without those that the model cannot embed.

    (A text too long for it, or one for which it has no vector.) Whatever else goes wrong, or
    fewer than three that are left, is an error.
    """
    texts = list(CANARIES)
    while True:
        try:
            return tuple(texts), embed_canaries(embedder, role, texts)
        except DataError as error:
            refused = {row for one in error.faults for row in one.rows}
            if not refused or len(texts) - len(refused) < FEWEST:
                raise
            texts = [text for row, text in enumerate(texts) if row not in refused]


def usable_canaries(held: Mapping[str, Any]) -> tuple[str, ...]:
    """Today's fixed texts among those that are held; none if they are too few."""
    texts = tuple(text for text in CANARIES if text in held)
    return texts if len(texts) >= FEWEST else ()


def stored_canaries(held: tuple[Mapping[str, Any], str] | None) -> Canaries | None:
    """What a store holds, if that is enough of today's fixed texts."""
    texts = () if held is None else usable_canaries(held[0])
    if held is None or not texts:
        return None
    return Canaries(texts, np.stack([held[0][text] for text in texts]), held[1])


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


def _say_whose_fault(error: DataError, n: int) -> None:
    """Without the advice to leave texts out: these are none that the user could leave out."""
    if any(_is_about_texts(one) for one in error.faults):
        told = (replace(one, code=OF_FIXED_TEXTS.get(one.code, one.code)) for one in error.faults)
        DataError.__init__(error, *told, fault("models.errors.fixed_texts", n=n))


def _is_about_texts(one: Fault) -> bool:
    return (
        bool(one.rows) or one.code.startswith(ANSWERS) or (one.values.get("status") in {400, 422})
    )

"""Under what an answer is found again: everything that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from monosashi.models.answers.digests import canonical

FORMAT = 1
LONGEST_SEED = 2**31 - 1


def call_key(provider: str, model: Any, *, seed: int, attempt: int, **asked: Any) -> str:
    """SHA-256 of format version, provider, model, what is asked and how, seed and attempt.

    >>> call_key("openai", "m", seed=1, attempt=0, a=1, b=2) == call_key(
    ...     "openai", "m", b=2, a=1, attempt=0, seed=1)
    True
    """
    whole: Mapping[str, Any] = {"format": FORMAT, "provider": provider, "model": model,
                                "seed": seed, "attempt": attempt, **asked}  # fmt: skip
    return sha256(canonical(whole).encode("ascii")).hexdigest()


def seed_of(seed: int, attempt: int) -> int:
    """The seed of a call: of another attempt it is no other run's seed.

    >>> seed_of(1337, 0), seed_of(1337, 1) == seed_of(1338, 0)
    (1337, False)
    """
    if attempt == 0:
        return seed
    mixed = sha256(f"{seed}/{attempt}".encode()).digest()
    return int.from_bytes(mixed[:8], "big") % LONGEST_SEED

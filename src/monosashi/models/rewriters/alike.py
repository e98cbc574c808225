"""One answer for different texts: a model that says the same to everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from monosashi.models.plain_text import plain
from monosashi.models.rewriters.scripts import FEWEST_LETTERS, letters
from monosashi.models.rewriters.steps import Chain

ALIKE = 0.3  # share of common pairs of signs from which two texts may well have one rewriting


def mark_duplicates(chains: Iterable[Chain]) -> None:
    """Fail what was made of several texts that have little in common.

    Texts that say nearly the same may share a rewriting, and short ones a translation.
    """
    same: dict[tuple[str, int, str | None, str], list[Chain]] = defaultdict(list)
    for chain in chains:
        if chain.kept and chain.status == "ok" and letters(chain.made) >= FEWEST_LETTERS:
            place = (chain.transformation.name, chain.seed, chain.language, plain(chain.made))
            same[place].append(chain)
    for group in same.values():
        texts = list(dict.fromkeys(plain(chain.item.text) for chain in group))
        if len(texts) > 1 and any(_common(texts[0], other) < ALIKE for other in texts[1:]):
            for chain in group:
                chain.status, chain.kept = "duplicate", False


def _common(one: str, other: str) -> float:
    """Jaccard overlap of the pairs of neighbouring signs."""
    a, b = _pairs(one), _pairs(other)
    return len(a & b) / max(1, len(a | b))


def _pairs(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(len(text) - 1)} or {text}

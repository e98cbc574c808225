"""What a measure found, apart from how it is worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from monosashi.results.coherent import with_samples
from monosashi.words import catalogue, current_language, for_level
from monosashi.words.filling import fill

Level = Literal["problem", "warning", "note", "good"]
LEVELS: tuple[Level, ...] = ("problem", "warning", "note", "good")


@dataclass(frozen=True)
class Remedy:
    """What to try, with its effect as measured on these data (``code`` keys the words)."""

    code: str
    numbers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """A code, a level and the numbers; the words are ``<room>.findings.<code>.*``.

    Attributes
    ----------
    code : str
        ``"language.drop"``: room and name.
    level : "problem", "warning", "note" or "good"
    numbers : mapping
        Everything the sentences need.
    remedies : tuple of Remedy
        What was tried on these data, best first.
    """

    code: str
    level: Level
    numbers: Mapping[str, Any] = field(default_factory=dict)
    remedies: tuple[Remedy, ...] = ()

    @property
    def severity(self) -> int:
        """0 is worst."""
        return LEVELS.index(self.level)

    def say(self, language: str | None = None) -> str:
        """The headline in words: the value with its interval.

        >>> numbers = {"count": 2, "total": 40}
        >>> Finding("advice.zero_vectors", "warning", numbers).say("en")
        'Vectors that are all zeros: 2 of 40.'
        """
        room, name = self.code.split(".", 1)
        known = catalogue(language or current_language())
        key = in_parts(f"{room}.findings.{name}.headline", self.numbers, known)
        return fill(known[for_level(key, self.level, known)],
                    with_samples(self.numbers, language))  # fmt: skip


def in_parts(key: str, numbers: Mapping[str, Any], known: Mapping[str, str]) -> str:
    """The key of the sentence about a drop in two parts, where the numbers know them.

    Results of earlier versions know the whole only.

    >>> known = {"a.headline": "", "a.headline_parts": ""}
    >>> in_parts("a.headline", {"language_drop": 0.1}, known), in_parts("a.headline", {}, known)
    ('a.headline_parts', 'a.headline')
    """
    special = f"{key}_parts"
    return special if "language_drop" in numbers and special in known else key


def worst_first(findings: list[Finding]) -> list[Finding]:
    """Order by level, keeping the order inside a level."""
    return sorted(findings, key=lambda finding: finding.severity)

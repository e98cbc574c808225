"""Translations, what they took, and which there are none of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.translators.contract import Translator

SHOWN = 60  # signs of a text in a message


@dataclass(frozen=True)
class Cost:
    """What translating took.

    Attributes
    ----------
    asked, found : int
        Different texts that the translator was asked for, and that were in the store.
    calls : int
    seconds : float
        Spent waiting for the translator.
    """

    asked: int = 0
    found: int = 0
    calls: int = 0
    seconds: float = 0.0

    @property
    def seconds_per_text(self) -> float | None:
        """Mean wait for one text; None if nothing was asked."""
        return self.seconds / self.asked if self.asked else None

    def plus(self, other: Cost) -> Cost:
        """Both together."""
        return Cost(self.asked + other.asked, self.found + other.found,
                    self.calls + other.calls, self.seconds + other.seconds)  # fmt: skip


@dataclass(frozen=True)
class Translated:
    """Translations in the order of the texts.

    Attributes
    ----------
    texts : tuple of n texts or None
    cost : Cost
    missing : tuple of int
        Rows without a translation.
    faults : tuple of Fault
        Why, as far as the translator says.
    """

    texts: tuple[str | None, ...]
    cost: Cost
    missing: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


def settled(
    made: Translated, translator: Translator, rows: list[str], pair: tuple[str, str], *,
    ids: Sequence[str] | None, invalid: str, refused: Mapping[str, tuple[str, str]],
) -> Translated:  # fmt: skip
    """Say what is missing and why; stop there unless it may be left out.

    ``refused`` holds texts that came back, but not as translations: why, and what came.

    Raises
    ------
    DataError
        Texts without a translation, unless they may be left out.
    """
    missing = tuple(row for row, text in enumerate(made.texts) if text is None)
    if not missing:
        return made
    reasons: dict[str, list[int]] = {}
    for row in missing:
        reasons.setdefault(refused.get(rows[row], ("none", ""))[0], []).append(row)
    faults = tuple(
        fault(f"models.errors.untranslated_{why}", found,
              [str(row) if ids is None else str(ids[row]) for row in found], name=translator.name,
              source=pair[0], target=pair[1], sought=_beginning(rows[found[0]]),
              told=refused.get(rows[found[0]], ("", ""))[1])
        for why, found in reasons.items()
    )  # fmt: skip
    if invalid != "drop":
        raise DataError(*faults)
    return replace(made, missing=missing, faults=faults)


def _beginning(text: str) -> str:
    """How a text begins, its line ends written out: they must be the same to be found."""
    shown = text[:SHOWN] + ("…" if len(text) > SHOWN else "")
    return shown.replace("\n", "\\n")

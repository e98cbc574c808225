"""A comparison of repairs of language, as a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.language.choosing import LanguageRepairChoice
from monosashi.language.choosing.choice_numbers import taken_numbers
from monosashi.language.choosing.ways import NONE
from monosashi.language.cut_pages import cut_differently
from monosashi.results import Finding, Result, Tables


@dataclass(frozen=True, kw_only=True)
class LanguageChoiceDocument(Document):
    """What `monosashi repair compare` leaves behind.

    Attributes
    ----------
    choice : LanguageRepairChoice
    """

    kind: ClassVar[str] = "language_choice"
    choice: LanguageRepairChoice

    def sections(self) -> dict[str, Result]:
        """The comparison, under ``language_choice``."""
        return {"language_choice": self.choice}

    def findings(self) -> list[Finding]:
        """Those of the comparison."""
        return self.choice.findings()

    def tables(self) -> Tables:
        """Those of the comparison."""
        return self.choice.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """What to take; where pages are cut differently, first of all that."""
        numbers = taken_numbers(self.choice)
        kept = {name: numbers[name] for name in ("pick", "before", "after")}
        kept["gain_text"] = "" if self.choice.pick == NONE else _gain_text(numbers)
        if chunks := cut_differently(self.choice.provenance.notices):
            none = "_none" if self.choice.pick == NONE else ""
            return {"code": f"language.choice_verdicts.chunks{none}",
                    "numbers": {**kept, "chunks": chunks}}  # fmt: skip
        code = f"{self.choice.why}{'_unmeasured' if self.choice.conditional else ''}"
        return {"code": f"language.choice_verdicts.{code}", "numbers": kept}


def _gain_text(numbers: Mapping[str, Any]) -> str:
    """The paired gain of what is taken, with its interval; nothing where nothing is taken.

    >>> _gain_text({"gain": 0.04, "gain_low": -0.001, "gain_high": 0.08})
    ' · +0.040 [−0.001, +0.080]'
    """
    ends = [numbers[name] for name in ("gain", "gain_low", "gain_high")]
    if None in ends:
        return ""
    value, low, high = (f"{end:+.3f}".replace("-", "−") for end in ends)
    return f" · {value} [{low}, {high}]"


def language_choice_document(
    choice: LanguageRepairChoice, settings: Mapping[str, Any] | None = None, **about: Any
) -> LanguageChoiceDocument:
    """Put a comparison into a document.

    ``about`` takes title, source, command and created for the report; ``settings`` what the run
    was asked beside what the comparison holds.
    """
    from dataclasses import replace

    held = {**choice.provenance.settings, **(settings or {})}
    origin = replace(choice.provenance, settings=held)
    return LanguageChoiceDocument(provenance=origin, choice=choice, **about)

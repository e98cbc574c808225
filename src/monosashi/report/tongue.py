"""The report's own words in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Cell
from monosashi.report.methods import compression_words, method_words
from monosashi.report.numerals import (
    DASH,
    ends,
    interval,
    is_estimate,
    number,
    percent,
    percent_interval,
    placed,
    sample_beside,
    value_of,
    written,
)
from monosashi.report.sentences import MissingWordsError, has_sentence, reason_sentence, sentence
from monosashi.results.coherent import completed
from monosashi.words import catalogue


@dataclass(frozen=True)
class Tongue:
    """Everything the page says, in ``language``."""

    language: str

    def say(self, name: str, /, **numbers: Any) -> str:
        """A sentence of the words file ``report.toml``."""
        return sentence(f"report.{name}", self.language, numbers)

    def term(self, room: str, name: str, **numbers: Any) -> str:
        """The short name a room gives a quantity; a column without one keeps its own name."""
        key = f"{room}.terms.{name}"
        if not has_sentence(key, self.language):
            return name
        return sentence(key, self.language, numbers)

    def heading(self, room: str, name: str) -> str:
        """``term`` above a table: the first letter is large."""
        told = self.term(room, name)
        return f"{told[:1].upper()}{told[1:]}"

    def join(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other; Japanese sets no space between them."""
        return ("" if self.language == "ja" else " ").join(sentences)

    def listing(self, names: Iterable[str]) -> str:
        """Names in a row: ``a, b``."""
        return ("、" if self.language == "ja" else ", ").join(names)

    def titled(self, title: str, text: str) -> str:
        """``title: text``, with the colon of the language."""
        return f"{title}{'：' if self.language == 'ja' else ': '}{text}"

    def limits(self, key: str) -> list[str]:
        """What the numbers of a room do not tell: the sentence at ``key``, or all below it."""
        known = catalogue(self.language)
        found = [text for name, text in known.items() if name == key or name.startswith(f"{key}.")]
        if not found:
            raise MissingWordsError(f"words/{self.language} has no sentence for {key}.")
        return found

    def cell(self, value: Any, reason: Mapping[str, Any] | None = None) -> Cell:
        """A table cell for any plain value; nothing is left out without a reason."""
        if value is None or (is_estimate(value) and value["value"] is None):
            return Cell(DASH, self.why(reason), missing=True)
        if isinstance(value, bool):
            return Cell(self.say("yes" if value else "no"))
        if is_estimate(value):
            note = interval(*ends(value)) or (self.why(reason) if reason else "")
            return Cell(number(float(placed(value) or 0)), note, numeric=True,
                        below=self._below(value, number))  # fmt: skip
        if isinstance(value, int | float):
            return Cell(number(value), numeric=True)
        return Cell(str(value))

    def share(self, value: Any, reason: Mapping[str, Any] | None = None) -> Cell:
        """A table cell for a share, with its interval, both in per cent."""
        if value is None or value_of(value) is None:
            return self.cell(None, reason)
        return Cell(percent(placed(value) or 0.0), percent_interval(*ends(value)), numeric=True,
                    below=self._below(value, percent))  # fmt: skip

    def told(self, quantity: Any) -> str:
        """A number with its interval inside a sentence, and that of the sample where it differs."""
        sample = sample_beside(quantity)
        if sample is None:
            return written(quantity)
        return completed(written(quantity), "groups", number(sample), self.language)

    def _below(self, quantity: Any, show: Callable[[float], str]) -> str:
        """The value of the sample, where the corrected one stands for it."""
        sample = sample_beside(quantity)
        return "" if sample is None else self.say("corrected_sample", value=show(sample))

    def plain(self, value: str) -> str:
        """Words for a value that a result names by a fixed English term; else the value."""
        key = f"report.plain.{value.replace(' ', '_').replace('-', '_')}"
        if has_sentence(key, self.language):
            return sentence(key, self.language)
        return method_words(value, self.say)

    def compression(self, value: str) -> str:
        """What was done to make vectors smaller, in words."""
        return self.listing(compression_words(value, self.say))

    def why(self, reason: Mapping[str, Any] | None) -> str:
        """The reason recorded for a missing value, or the plain admission that none was."""
        return reason_sentence(reason, self.language) if reason else self.say("no_reason")

"""Wrong usage that the parser cannot see."""

from __future__ import annotations

from typing import Any

from monosashi.words import say


class WrongUsageError(Exception):
    """Exit 2 with one sentence."""

    def __init__(self, code: str, **values: Any) -> None:
        self.code, self.values = code, values
        super().__init__(say(code, "en", **values))

    def say(self) -> str:
        """The sentence in the current language."""
        return say(self.code, **self.values)

"""Wrong usage that the parser cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.embeddings import DataError


class WrongUsageError(Exception):
    """Exit 2 with one sentence."""

    def __init__(self, code: str, **values: Any) -> None:
        self.code, self.values = code, values
        super().__init__(say(code, "en", **values))

    def say(self) -> str:
        """The sentence in the current language."""
        return say(self.code, **self.values)


class FaultyUsageError(WrongUsageError):
    """Exit 2 with all that is wrong in the value of one option."""

    def __init__(self, error: DataError) -> None:
        self.error = error
        super().__init__(error.faults[0].code, **error.faults[0].values)

    def say(self) -> str:
        """All sentences in the current language."""
        return self.error.say()

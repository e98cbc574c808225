"""Texts to a service batch by batch, and in halves where a batch is more than it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.models.embedder import Vectors, checked_texts
from monosashi.models.refusals import RefusedError

Ask = Callable[[list[str], int], Vectors]


class Batching:
    """Keeps the largest batch that the service is known to take.

    Parameters
    ----------
    ask : callable
        Vectors of some texts; the second argument is the row of the first of them.
    """

    def __init__(self, size: int, ask: Ask) -> None:
        self.size, self._ask = size, ask

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """All vectors in the order of the texts, or none.

        Raises
        ------
        DataError
            A text alone is too long for the service; its row is named.
        """
        parts: list[Vectors] = []
        first = 0
        while first < len(texts):
            part = list(texts[first : first + self.size])
            parts.append(self._part(part, first))
            first += len(part)
        return np.concatenate(parts)

    def _part(self, texts: list[str], first: int) -> Vectors:
        try:
            return self._ask(texts, first)
        except RefusedError as refused:
            if not refused.too_large:
                raise
            if len(texts) == 1:
                raise DataError(
                    fault("models.errors.text_too_long", [first], told=refused.told)
                ) from None
        half = (len(texts) + 1) // 2
        parts = self._part(texts[:half], first), self._part(texts[half:], first + half)
        # The halves were taken, so it was the whole that was too large: do not try it again.
        self.size = min(self.size, half)
        return np.concatenate(parts)


def sendable_texts(texts: Sequence[str]) -> list[str]:
    """The texts, if each is text that can be sent as UTF-8.

    Raises
    ------
    DataError
        As ``checked_texts``; also lists the rows of texts with half a character (a lone
        surrogate, as a cut in the middle of an emoji leaves it).
    """
    rows = checked_texts(texts)
    if broken := [row for row, text in enumerate(rows) if not _is_utf8(text)]:
        raise DataError(fault("models.errors.broken_text", broken))
    return rows


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

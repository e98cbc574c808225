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

    def vectors(self, texts: Sequence[str], prefix: str = "") -> Vectors:
        """All vectors in the order of the texts, each sent behind the prefix; or none.

        Raises
        ------
        DataError
            Texts that ``checked_texts`` refuses, or a text that alone is too long for the
            service; rows are named.
        """
        texts = [prefix + text for text in checked_texts(texts)]
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

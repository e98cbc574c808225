"""What is sent: texts after the cut, each different text once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.models.embedder import checked_texts

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sending:
    """Texts as the model gets them.

    Attributes
    ----------
    sent : list of n texts, cut
    source : (n,) row at which the same text stands first
    notices : tuple of Fault
        How many texts were cut.
    """

    sent: list[str]
    source: Rows
    notices: tuple[Fault, ...]

    @property
    def different(self) -> int:
        """Number of different texts."""
        return int((self.source == np.arange(len(self.source))).sum())


def texts_to_send(texts: TextSet, max_chars: int | None) -> Sending:
    """Cut every text and find its first occurrence.

    Raises
    ------
    DataError
        Names all rows whose text a model cannot embed, after the cut.
    """
    if max_chars is not None and max_chars < 1:
        raise DataError(fault("models.errors.max_chars", given=max_chars))
    given = list(texts.texts)
    sent = given if max_chars is None else [
        text[:max_chars] if isinstance(text, str) else text for text in given
    ]  # fmt: skip
    _check(sent, texts)
    return Sending(sent, _first_rows(sent), _cut_notice(given, texts, max_chars))


def _check(sent: list[str], texts: TextSet) -> None:
    try:
        checked_texts(sent)
    except DataError as error:
        rows = sorted({row for one in error.faults for row in one.rows})
        named = [fault("embeddings.errors.at_ids", rows, list(texts.ids[rows]))] if rows else []
        raise DataError(*error.faults, *named) from None


def _first_rows(sent: Sequence[str]) -> Rows:
    first: dict[str, int] = {}
    return np.fromiter((first.setdefault(text, row) for row, text in enumerate(sent)),
                       dtype=np.int64, count=len(sent))  # fmt: skip


def _cut_notice(given: list[str], texts: TextSet, limit: int | None) -> tuple[Fault, ...]:
    if limit is None:
        return ()
    rows = [row for row, text in enumerate(given) if len(text) > limit]
    if not rows:
        return ()
    return (fault("models.notices.cut", rows, list(texts.ids[rows[:20]]), limit=limit),)

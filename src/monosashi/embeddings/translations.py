"""Texts of the same item in two languages: which were never translated, which are empty."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.sets import Column, EmbeddingSet

if TYPE_CHECKING:
    from monosashi.embeddings.pairs import Pairs

WORD = re.compile(r"\w+")
NEARLY = 0.9


def texts_of(data: EmbeddingSet, text: Column | None) -> TextArray | None:
    """One text a row, in one Unicode form, without outer blanks; a gap is an empty text."""
    if text is None and "text" not in data.columns:
        return None
    raw = data.values("text" if text is None else text, "text")
    out = np.empty(len(raw), dtype=object)
    out[:] = [_clean(value) for value in raw]
    return out


def _clean(value: object) -> str:
    return unicodedata.normalize("NFC", value).strip() if isinstance(value, str) else ""


def documents(pairs: Pairs, text: TextArray) -> npt.NDArray[np.object_]:
    """(m, L) texts of whole items: chunks joined, sorted so that row order does not matter."""
    table = np.full((len(pairs.keys), len(pairs.languages)), None, dtype=object)
    for key, language in np.argwhere(pairs.counts):
        table[key, language] = "\n".join(sorted(text[pairs.rows(key, language)]))
    return table


def same_or_nearly(a: str, b: str) -> bool:
    """Equal (and not empty), or over 90 % of the words of the richer text stand in the other."""
    if not a or not b or a == b:
        return bool(a) and a == b
    words_a, words_b = set(WORD.findall(a.casefold())), set(WORD.findall(b.casefold()))
    return len(words_a & words_b) > NEARLY * max(len(words_a), len(words_b))

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
RUN, FEWEST_CHARACTERS = 3, 10


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
    """Equal (and not empty), or over 90 % of the richer text stands in the other.

    Of words or, for scripts without spaces, of runs of three characters.
    """
    if not a or not b or a == b:
        return bool(a) and a == b
    words_a, words_b = set(WORD.findall(a.casefold())), set(WORD.findall(b.casefold()))
    if len(words_a & words_b) > NEARLY * max(len(words_a), len(words_b)):
        return True
    return shared_characters(a, b, at_least=NEARLY) > NEARLY


def shared_characters(a: str, b: str, *, at_least: float = 0.0) -> float:
    """Share of the richer text's runs of three characters that stand in the other text, too.

    Case, width of signs and blanks do not count. 0 for texts of fewer than 10 characters, where
    few runs say little, and where the lengths alone show that it lies below ``at_least``.

    Examples
    --------
    >>> round(shared_characters("索引を組み直す手順を説明する", "索引を組み直す手順を解説する"), 2)
    0.67
    >>> shared_characters("a list of packages", "パッケージの一覧を作る方法")
    0.0
    """
    plain_a, plain_b = (_squeezed(text) for text in (a, b))
    shorter, longer = sorted((len(plain_a), len(plain_b)))
    if shorter < FEWEST_CHARACTERS or shorter < (at_least / 2) * longer:
        return 0.0
    runs_a, runs_b = ({text[i : i + RUN] for i in range(len(text) - RUN + 1)}
                      for text in (plain_a, plain_b))  # fmt: skip
    return len(runs_a & runs_b) / max(len(runs_a), len(runs_b))


def _squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())

"""Whether the model reads where a change stands: any other words put there must move it.

A change that moves nothing tells one of two things: the model is blind to that kind of change, or
it does not read that place. Words that have nothing to do with the kind of change tell which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.robustness.drift import cosine_distances
from monosashi.robustness.sensitivity.changes import Change

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Embedded = Callable[[Sequence[str]], FloatArray]
UNMOVED = 1e-9  # float32 rounding moves a vector by about 1e-14
FEWEST = 5  # changes behind a cut
PUT_IN = 3  # words, since a model may not know one of them
MOST = 50  # texts of which the limit is sought
LETTERS = re.compile(r"[^\W\d_]{2,}")
JAPANESE = re.compile(r"[ァ-ヺー一-龥]{2,8}")
SPARE = {"en": ("yellow", "mountain", "listening", "bread"), "ja": ("黄色", "山脈", "音楽", "朝食")}


@dataclass(frozen=True, eq=False)
class Reach:
    """What is read.

    Attributes
    ----------
    read : (m,) array of bool, of changes
        The change moves the vector, or other words in its place do.
    cut_at : int or None
        In words (Japanese: signs): nothing from here on moves a vector, while the same words do
        right before.
    n_behind : int
        Changes from there on.
    """

    read: BoolArray
    cut_at: int | None = None
    n_behind: int = 0


def reach_of(
    texts: Sequence[str],
    made: Sequence[Change],
    moved: FloatArray,
    embedded: Embedded,
    language: str,
) -> Reach:
    """Which changes stand where the model reads, and from where on it does not."""
    read = np.ones(len(made), dtype=np.bool_)
    asked = np.flatnonzero(moved < UNMOVED).tolist()
    if not asked:
        return Reach(read)
    probes = _Probes(texts, embedded, language)
    at = [probes.place(one) for one in made]
    read[asked] = probes.move([(made[i].row, at[i]) for i in asked])
    nearest: dict[int, int] = {}
    for i in np.flatnonzero(~read).tolist():
        nearest[made[i].row] = min(at[i], nearest.get(made[i].row, at[i]))
    limits = probes.limits(dict(list(nearest.items())[:MOST])) if (~read).sum() >= FEWEST else []
    if not limits:
        return Reach(read)
    seen = [at[i] + 1 for i in range(len(made)) if read[i] and not np.isnan(moved[i])]
    cut = max([*limits, *seen])
    behind = sum(at[i] >= cut for i in np.flatnonzero(~read))
    return Reach(read, cut, behind) if behind >= FEWEST else Reach(read)


class _Probes:
    """Texts with unrelated words put in at a place."""

    def __init__(self, texts: Sequence[str], embedded: Embedded, language: str) -> None:
        self.texts, self.embedded = texts, embedded
        self.gap = "" if language == "ja" else " "
        form, spare = (JAPANESE, SPARE["ja"]) if language == "ja" else (LETTERS, SPARE["en"])
        longest = [max(form.findall(text), key=len, default="") for text in texts]
        self.words = [*dict.fromkeys(filter(None, longest)), *spare]

    def starts(self, row: int) -> list[int]:
        """Where each word begins; without spaces, each sign."""
        text = self.texts[row]
        return (
            [one.start() for one in re.finditer(r"\S+", text)] if self.gap else [*range(len(text))]
        )

    def place(self, change: Change) -> int:
        """Of the word (sign) where the changed text leaves the original."""
        before, after = self.texts[change.row], change.text
        same = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
                    min(len(before), len(after)))  # fmt: skip
        return max(sum(start <= same for start in self.starts(change.row)) - 1, 0)

    def move(self, places: Sequence[tuple[int, int]]) -> BoolArray:
        """Whether words put in at a place of a row move its vector."""
        rows = [row for row, _ in places]
        put_in = [self._with_words(row, place) for row, place in places]
        held = self.embedded([*(self.texts[row] for row in rows), *put_in])
        found: BoolArray = ~(cosine_distances(held[: len(rows)], held[len(rows) :]) < UNMOVED)
        return found

    def limits(self, unread: dict[int, int]) -> list[int]:
        """For each row, the first place that is not read, by halving; from one that is not.

        Rows in which nothing moves even at the start tell nothing.
        """
        starts = self.move([(row, 0) for row in unread])
        low = {row: 0 for row, moves in zip(unread, starts, strict=True) if moves}
        high = {row: unread[row] for row in low}
        while asked := [row for row in low if high[row] - low[row] > 1]:
            middle = {row: (low[row] + high[row]) // 2 for row in asked}
            for row, moves in zip(asked, self.move(list(middle.items())), strict=True):
                (low if moves else high)[row] = middle[row]
        return list(high.values())

    def _with_words(self, row: int, place: int) -> str:
        text, starts = self.texts[row], self.starts(row)
        at = starts[place] if place < len(starts) else len(text)
        fresh = (word for word in (*self.words[row + 1 :], *self.words[: row + 1])
                 if word not in text)  # fmt: skip
        put = [word for word, _ in zip(fresh, range(PUT_IN), strict=False)]
        return f"{text[:at]}{self.gap.join([*put, ''])}{text[at:]}"

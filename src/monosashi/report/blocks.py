"""What a page is built of, before anything is markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import bidirectional, east_asian_width

from monosashi.report.figures import Drawing
from monosashi.report.sentences import FindingSentences

WORDY, SHORT = 24, 12
BESIDE, MANY = 3, 7  # columns that fit a narrow screen, and that crowd a wide one
UPRIGHT = {"", "L", "EN", "ES", "ET", "CS", "NSM", "BN", "B", "S", "WS", "ON"}


def _letters(text: str) -> int:
    """Room that a text takes, in Latin letters; a Japanese sign takes two."""
    return len(text) + sum(east_asian_width(sign) in "WF" for sign in text)


@dataclass(frozen=True)
class Cell:
    """One value of a table; ``note`` is its interval, or why there is none.

    ``below`` names the value of the sample where a corrected one stands. ``picture`` is a
    ``data:`` address.
    """

    text: str
    note: str = ""
    numeric: bool = False
    missing: bool = False
    below: str = ""
    picture: str = ""

    @property
    def told(self) -> bool:
        """Whether the note is a sentence, which needs lines of its own; intervals need none."""
        return _letters(self.note) > WORDY

    @property
    def turns(self) -> bool:
        """Whether signs written from right to left, or ones that turn text, need to be fenced."""
        return not self.text.isascii() and any(bidirectional(s) not in UPRIGHT for s in self.text)


@dataclass(frozen=True)
class Table:
    """Rows under headers; the first cell of a row names it.

    ``about`` is what a finding may link to: the direction whose worst misses these are.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    about: str = ""
    anchor: str = ""

    @property
    def wordy(self) -> bool:
        """Whether texts stand in it."""
        return any(_letters(cell.text) > WORDY and not cell.numeric
                   for row in self.rows for cell in row[1:])  # fmt: skip

    @property
    def cards(self) -> bool:
        """Whether its rows become cards on a narrow screen, where its columns have no room."""
        return self.wordy or len(self.columns) > BESIDE

    @property
    def tight(self) -> bool:
        """Whether it has so many columns that they share less room."""
        return len(self.columns) >= MANY

    @property
    def short(self) -> bool:
        """Whether it should stay on one printed page; long texts break between rows."""
        return len(self.rows) <= SHORT and not self.wordy

    @property
    def dense(self) -> bool:
        """Whether intervals stand below their values, for want of room."""
        noted = [
            any(row[i].note for row in self.rows if row[i].numeric)
            for i in range(len(self.columns))
        ]
        return sum(noted) > 2 or (self.tight and any(noted))

    def numeric(self, place: int) -> bool:
        """Whether a column holds numbers, so that its header stands above them."""
        return any(row[place].numeric for row in self.rows)


@dataclass(frozen=True)
class Figure:
    """A drawing (wide and narrow), what it shows, and its numbers for those who do not see it."""

    svg: Drawing
    caption: str
    table: Table
    anchor: str = ""


@dataclass(frozen=True)
class Section:
    """One capability: sentence, figures, table, what to do next, what it does not tell."""

    name: str
    title: str
    short: str
    sentence: str
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    next: Sequence[str] = ()
    limits: Sequence[str] = ()
    limits_known: bool = False


@dataclass(frozen=True)
class Fact:
    """A line of "can these numbers be trusted" or "how to repeat"."""

    name: str
    values: Sequence[str]
    code: bool = False


@dataclass(frozen=True)
class Part:
    """One document of the page, in words."""

    anchor: str
    title: str
    verdict: str | None
    summary: Sequence[str]
    findings: Sequence[FindingSentences]
    trust: Sequence[Fact]
    sections: Sequence[Section]
    tables: Sequence[Table]
    repeat: Sequence[Fact]

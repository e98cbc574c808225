"""One drawing board for all figures: units are CSS pixels, text stays text."""

from __future__ import annotations

import io
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from monosashi.report.figures.inline import inline_svg
from monosashi.report.figures.labels import SIZE, harmless, shorten, width
from monosashi.report.figures.sheet import print_on_sheet
from monosashi.report.palette import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# a page of usual width, and a telephone held upright
WIDTH, NARROW = 720.0, 340.0
Entry = tuple[str, str, str]
LINE, GAP = 20.0, 24.0
SETTINGS: Any = {
    "svg.fonttype": "none",  # text as text: the reader's fonts show Japanese
    "svg.hashsalt": "monosashi",
    "text.parse_math": False,  # a "$" in a group name is a dollar sign
    "font.family": ["DejaVu Sans"],
    "font.size": SIZE,
    "axes.unicode_minus": True,
}


@dataclass(frozen=True)
class Drawing:
    """The same figure twice: for a page of usual width and for a narrow screen.

    ``again`` draws the wide one anew, for paper.
    """

    wide: str
    narrow: str
    again: Callable[[], str] = field(compare=False, repr=False)


def both(draw: Callable[..., str], *given: Any, **named: Any) -> Drawing:
    """Draw a figure for both widths; numbers then stand beside or above what they belong to."""
    again = partial(draw, *given, **named)
    return Drawing(again(), again(full=NARROW), again)


LOOKS = (
    "axes.", "figure.dpi", "figure.edge", "figure.face", "font.", "lines.", "patch.", "path.",
    "savefig.bbox", "savefig.dpi", "savefig.pad", "svg.", "text.", "xtick.", "ytick.",
)  # fmt: skip


class Board:
    """A figure with one plotting area; the vertical coordinate runs downwards in pixels."""

    def __init__(
        self, full: float, height: float, *, left: float, right: float, top: float, bottom: float
    ) -> None:
        from matplotlib.figure import Figure

        self.full, self.height, self.left, self.right = full, height, left, right
        self.figure: Figure = Figure(figsize=(full / 72, height / 72), dpi=72)
        box = (left / full, bottom / height, (full - left - right) / full)
        self.axes: Axes = self.figure.add_axes((*box, (height - top - bottom) / height))
        self.axes.set_facecolor("none")
        for side in self.axes.spines.values():
            side.set_visible(False)
        self.axes.tick_params(length=0, labelcolor=drawn("soft"), labelsize=SIZE - 1, pad=6)

    def write(self, x: float, y: float, text: object, **style: Any) -> None:
        """Put text at pixels from the left and from the top."""
        usual = {"color": drawn("ink"), "va": "center", "ha": "left", "fontsize": SIZE}
        look: dict[str, Any] = usual | style
        self.figure.text(x / self.full, 1 - y / self.height, harmless(text), **look)

    def name_axis(self, text: str) -> None:
        """What the horizontal axis shows, in the middle below it."""
        middle = self.left + (self.full - self.left - self.right) / 2
        fitting = min(max(middle, width(text) / 2), self.full - width(text) / 2)
        self.write(fitting, self.height - 12, text, color=drawn("soft"), ha="center")

    def legend(self, entries: Sequence[Entry]) -> None:
        """Above the plot: coloured signs and, in ink, what they stand for."""
        for place, line in enumerate(legend_lines(entries, self.full)):
            x, y = 0.0, 10 + place * LINE
            for sign, colour, name in line:
                self.write(x, y, sign, color=drawn(colour))
                self.write(x + width(sign) + 7, y, name)
                x += _room(sign, name)

    def svg(self, *, title: str, description: str) -> str:
        """The finished drawing as an element of the page; a sheet that is laid out gets it, too."""
        print_on_sheet(self.figure, title=title)
        sheet = io.StringIO()
        with _missing_glyphs_expected():
            self.figure.savefig(sheet, format="svg", transparent=True, metadata={"Date": None})
        named = {"title": harmless(title), "description": harmless(description)}
        return inline_svg(sheet.getvalue(), **named)


def legend_lines(entries: Sequence[Entry], full: float) -> list[list[Entry]]:
    """Entries in lines that fit."""
    lines: list[list[Entry]] = []
    used = full
    for sign, colour, name in entries:
        entry = (sign, colour, shorten(name, full - width(sign) - 7))
        room = _room(*entry[::2])
        if used + room - GAP > full:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += room
    return lines


def legend_height(entries: Sequence[Entry], full: float) -> float:
    """What to leave above a plot for its legend."""
    return len(legend_lines(entries, full)) * LINE + 6 if entries else 0.0


def _room(sign: str, name: str) -> float:
    return width(sign) + 7 + width(name) + GAP


@contextmanager
def drawing() -> Iterator[None]:
    """Draw with the project's settings, whatever the caller's matplotlib is set to."""
    with _silence():
        mpl = _matplotlib()
        plain = {name: value for name, value in mpl.rcParamsDefault.items()
                 if name.startswith(LOOKS)}  # fmt: skip
        with mpl.rc_context({**plain, **SETTINGS}):
            yield


@contextmanager
def _silence() -> Iterator[None]:
    """Its log: a faulty matplotlibrc or an unwritable cache is no matter of a report."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _matplotlib() -> Any:
    """MPLBACKEND may name none that exists; a drawing on paper needs none."""
    if "matplotlib" in sys.modules:
        return sys.modules["matplotlib"]
    asked = os.environ.pop("MPLBACKEND", None)
    try:
        import matplotlib as mpl
    finally:
        if asked is not None:
            os.environ["MPLBACKEND"] = asked
    if asked is not None:
        with suppress(ValueError):
            mpl.rcParams["backend"] = asked
    return mpl


@contextmanager
def _missing_glyphs_expected() -> Iterator[None]:
    # the font that only measures the text has no Japanese; the reader's font has
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from")
        yield

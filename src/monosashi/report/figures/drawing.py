"""One drawing board for all figures: units are CSS pixels, text stays text."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from monosashi.report.figures.inline import inline_svg
from monosashi.report.figures.labels import SIZE, harmless, shorten, width
from monosashi.report.palette import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 720.0
SETTINGS: Any = {
    "svg.fonttype": "none",  # text as text: the reader's fonts show Japanese
    "svg.hashsalt": "monosashi",
    "text.parse_math": False,  # a "$" in a group name is a dollar sign
    "font.family": ["DejaVu Sans"],
    "font.size": SIZE,
    "axes.unicode_minus": True,
}


class Board:
    """A figure with one plotting area; the vertical coordinate runs downwards in pixels."""

    def __init__(self, height: float, left: float, right: float, top: float, bottom: float) -> None:
        from matplotlib.figure import Figure

        self.height, self.left, self.right = height, left, right
        self.figure: Figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        box = (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH)
        self.axes: Axes = self.figure.add_axes((*box, (height - top - bottom) / height))
        self.axes.set_facecolor("none")
        for side in self.axes.spines.values():
            side.set_visible(False)
        self.axes.tick_params(length=0, labelcolor=drawn("soft"), labelsize=SIZE - 1, pad=6)

    def write(self, x: float, y: float, text: object, **style: Any) -> None:
        """Put text at pixels from the left and from the top."""
        usual = {"color": drawn("ink"), "va": "center", "ha": "left", "fontsize": SIZE}
        look: dict[str, Any] = usual | style
        self.figure.text(x / WIDTH, 1 - y / self.height, harmless(text), **look)

    def legend(self, x: float, entries: Sequence[tuple[str, str, str]]) -> None:
        """A line above the plot: a coloured sign and, in ink, what it stands for."""
        for sign, colour, name in entries:
            text, room = shorten(name, 300), width(sign) + 7
            self.write(x, 14, sign, color=drawn(colour))
            self.write(x + room, 14, text)
            x += room + width(text) + 24

    def svg(self, *, title: str, description: str) -> str:
        """The finished drawing as an element of the page."""
        sheet = io.StringIO()
        with _missing_glyphs_expected():
            self.figure.savefig(sheet, format="svg", transparent=True, metadata={"Date": None})
        named = {"title": harmless(title), "description": harmless(description)}
        return inline_svg(sheet.getvalue(), **named)


@contextmanager
def drawing() -> Iterator[None]:
    """Draw with the project's settings, whatever the caller's matplotlib is set to."""
    import matplotlib as mpl

    with mpl.rc_context(SETTINGS):
        yield


@contextmanager
def _missing_glyphs_expected() -> Iterator[None]:
    # the font that only measures the text has no Japanese; the reader's font has
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from")
        yield

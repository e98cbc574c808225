"""A figure on paper: PDF with an installed font for every letter, or a refusal that names them."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from monosashi.embeddings import DataError, fault

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# fonts that hold Japanese, one of which Debian, macOS or Windows brings
JAPANESE = (
    "Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "IPAexGothic", "IPAGothic",
    "VL Gothic", "TakaoGothic", "Hiragino Sans", "Hiragino Maru Gothic Pro", "Yu Gothic",
    "MS Gothic", "Meiryo",
)  # fmt: skip
GLYPH = re.compile(r"Glyph (\d+) .*missing from")
_sheets: ContextVar[list[bytes] | None] = ContextVar("sheets", default=None)


def as_pdf(draw: Callable[[], str]) -> bytes:
    """Draw once more, as PDF.

    Raises
    ------
    DataError
        No installed font has some of the letters; they are named.
    """
    sheets: list[bytes] = []
    token = _sheets.set(sheets)
    try:
        draw()
    finally:
        _sheets.reset(token)
    return sheets[-1]


def print_on_sheet(figure: Figure, *, title: str) -> None:
    """Add the drawing as PDF where ``as_pdf`` asked for it."""
    sheets = _sheets.get()
    if sheets is None:
        return
    import matplotlib as mpl

    for text in figure.findobj(mpl.text.Text):
        text.set_fontfamily(["DejaVu Sans", *japanese_fonts()])
    page = io.BytesIO()
    about = {"Title": title, "Creator": "monosashi", "Producer": None, "CreationDate": None}
    # type 3 holds the outlines that Japanese fonts are made of
    with _all_letters_there(), mpl.rc_context({"pdf.fonttype": 3}):
        figure.savefig(page, format="pdf", metadata=about)
    sheets.append(page.getvalue())


def japanese_fonts() -> list[str]:
    """The first installed font for Japanese, if there is any."""
    from matplotlib.font_manager import fontManager

    known = {font.name for font in fontManager.ttflist}
    return [name for name in JAPANESE if name in known][:1]


@contextmanager
def _all_letters_there() -> Iterator[None]:
    """A box in place of a letter would be no figure."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield
    found = [GLYPH.search(str(one.message)) for one in told]
    if lacking := sorted({chr(int(one[1])) for one in found if one}):
        raise DataError(fault("exporting.errors.no_font", ids=lacking))
    for one, known in zip(told, found, strict=True):
        if known is None:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)

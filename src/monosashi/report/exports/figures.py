"""A figure of the report as a file of its own."""

from __future__ import annotations

import re

from monosashi.report.blocks import Figure
from monosashi.report.figures.sheet import as_pdf
from monosashi.report.palette import LIGHT

FONTS = '"Noto Sans", "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic", sans-serif'
# what the style sheet of the page says of figures
STYLE = (
    "svg {{ stroke-linejoin: round; stroke-linecap: butt; }} text {{ font-family: {fonts};"
    " fill: {ink}; stroke: {paper}; stroke-width: 4px; paint-order: stroke; }}"
)
OPENING = re.compile(r'<svg viewBox="0 0 ([\d.]+) ([\d.]+)"')
NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg_file(figure: Figure) -> str:
    """The drawing with its colours and fonts on white paper; letters stay letters."""
    drawn = re.sub(r"var\(--(\w+)\)", lambda found: LIGHT[found[1]], figure.svg.wide)
    drawn = drawn.replace(' href="', ' xlink:href="')
    size = OPENING.match(drawn)
    if size is None:
        raise ValueError("a drawing begins with its size")
    style = STYLE.format(fonts=FONTS, ink=LIGHT["ink"], paper=LIGHT["paper"])
    opening = f'<svg {NAMES} width="{size[1]}" height="{size[2]}"{drawn[4 : drawn.index(">") + 1]}'
    paper = f'<rect width="100%" height="100%" fill="{LIGHT["paper"]}"/>'
    rest = drawn[drawn.index(">") + 1 :]
    named, told = rest.split("</desc>", 1)
    return f"{opening}{named}</desc><style>{style}</style>{paper}{told}\n"


def pdf_file(figure: Figure) -> bytes:
    """The same for a paper; see ``as_pdf`` for what is refused."""
    return as_pdf(figure.svg.again)

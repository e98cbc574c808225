"""Text of the page as markup: escaped, code as code, and pieces that no line may break."""

from __future__ import annotations

import re
from typing import Any

NUMBER = r"[-+\u2212]?\d[\d.,]{0,14}%?"
OPTION = r"(?<![\w-])--[a-z][\w-]{0,24}"
# ids, names of models and ranges of rows, unless a column could not hold them
NAME = r"(?<![\w./-])(?=[\w./-]{3,24}(?![\w./-]))[A-Za-z0-9_.]+(?:[-/][A-Za-z0-9_.]+)+"
# an interval, one of one side, p ≤ 0.001, 0.73 → 0.97, ja → en, 300 件, a date, a name, an option
WHOLE = re.compile(
    rf"\[{NUMBER}(?:, {NUMBER})?\]"
    rf"|\[[≤≥] ?{NUMBER}\]"
    rf"|\b[A-Za-z][\w*~²]{{0,3}} ?(?:[=≤≥]|&lt;|&gt;) ?{NUMBER}"
    rf"|{NUMBER}(?: → {NUMBER})+"
    r"|\b[\w-]{2,8} → [\w-]{2,8}\b"
    r"|\d[\d,.]{0,14} ?(?:件|個|回|行|通り|次元|倍|方向|位|グループ)"
    r"|\b\d{4}-\d\d-\d\d\b"
    rf"|{NAME}"
    rf"|{OPTION}"
)

LONG = re.compile(r"[\w/:@.-]{12,}")
SEPARATOR = re.compile(r"[_/:@.](?=[^\W\d_])")  # behind which a long name may go on in a new line


def whole_pieces(text: object) -> Any:
    """Escaped text in which intervals, numbers with their unit, dates and options stay whole."""
    from markupsafe import Markup, escape

    # escaped first; the tags added are ours
    return Markup(_held_together(str(escape(text))))  # noqa: S704


def parted(text: object) -> Any:
    """The same for a cell: a long name may break behind its separators, and nowhere else.

    >>> str(parted("summarised_expansion (gemma-3)"))
    'summarised_<wbr>expansion (<span class="nb">gemma-3</span>)'
    """
    from markupsafe import Markup

    pieces = re.split(r'(<span class="nb">.*?</span>|&[#\w]+;)', str(whole_pieces(text)))
    said = [piece if place % 2 else LONG.sub(lambda name: SEPARATOR.sub(r"\g<0><wbr>", name[0]),
                                             piece)
            for place, piece in enumerate(pieces)]  # fmt: skip
    return Markup("".join(said))  # noqa: S704


def marked(text: object) -> Any:
    """The same, and what stands between backticks is code."""
    from markupsafe import Markup, escape

    pieces = re.split(r"`([^`]+)`", str(escape(text)))
    said = [f"<code>{_options(piece)}</code>" if place % 2 else _held_together(piece)
            for place, piece in enumerate(pieces)]  # fmt: skip
    return Markup("".join(said))  # noqa: S704


def worded(text: object) -> Any:
    """Escaped text of a command: a line ends between words, and inside one that fills it alone."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"\S+", r'<span class="w">\g<0></span>', str(escape(text))))  # noqa: S704


def _held_together(escaped: str) -> str:
    return WHOLE.sub(r'<span class="nb">\g<0></span>', escaped)


def _options(escaped: str) -> str:
    """Commands may break between words, not inside an option."""
    return re.sub(OPTION, r'<span class="nb">\g<0></span>', escaped)

"""Every figure and table of a report under the name that it has on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Figure, Table
from monosashi.report.documents import collect
from monosashi.report.page import UNSEEN
from monosashi.report.parts import build_parts, overview
from monosashi.report.tongue import Tongue


@dataclass(frozen=True)
class Pieces:
    """Figures and tables by the id that the page gives them.

    The numbers of a figure are a table of the same name.
    """

    figures: Mapping[str, Figure]
    tables: Mapping[str, Table]


def pieces(results: Any, language: str) -> Pieces:
    """All pieces of the page that ``Report`` makes of the same results, in its order."""
    tongue = Tongue(language)
    collection = collect(results, None, language)
    parts = build_parts(collection.parts, tongue)
    figures: dict[str, Figure] = {}
    tables: dict[str, Table] = {}
    if len(parts) > 1:
        tables["overview"] = overview(parts, collection.parts, tongue)
    for part in parts:
        for section in part.sections:
            figures |= {figure.anchor: figure for figure in section.figures}
            tables |= {figure.anchor: figure.table for figure in section.figures}
            tables |= {table.anchor: table for table in section.tables}
        tables |= {table.anchor: table for table in part.tables}
    return Pieces(figures, tables)


def visible(text: str) -> str:
    r"""The text in one line, without what would steer a terminal or turn the reading direction.

    >>> visible("a\nb")
    'a b'
    """
    return " ".join(text.translate(UNSEEN).split())

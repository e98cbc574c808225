"""Names and contents of the files that pieces of a report become."""

from __future__ import annotations

from typing import Literal

from monosashi.report.exports.figures import pdf_file, svg_file
from monosashi.report.exports.latex import latex
from monosashi.report.exports.markdown import markdown
from monosashi.report.exports.pieces import Pieces

TableFormat = Literal["markdown", "latex"]
FigureFormat = Literal["svg", "pdf"]


def table_files(held: Pieces, kind: TableFormat) -> dict[str, str]:
    """Every table as ``id.md`` or ``id.tex``."""
    if kind == "latex":
        return {f"{name}.tex": latex(table, name) for name, table in held.tables.items()}
    return {f"{name}.md": markdown(table) for name, table in held.tables.items()}


def figure_files(held: Pieces, kind: FigureFormat) -> dict[str, bytes]:
    """Every figure as ``id.svg`` or ``id.pdf``."""
    if kind == "pdf":
        return {f"{name}.pdf": pdf_file(figure) for name, figure in held.figures.items()}
    return {f"{name}.svg": svg_file(one).encode() for name, one in held.figures.items()}

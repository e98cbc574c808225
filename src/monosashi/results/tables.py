"""Long rows as Markdown, LaTeX or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any


def header(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Every column that any row has, in order of appearance."""
    return list(dict.fromkeys(key for row in rows for key in row))


def cell(value: Any) -> str:
    """Short text of one value: floats to 4 significant digits, None as a dash."""
    if value is None:
        return "–"
    return format(value, ".4g") if isinstance(value, float) else str(value)


def markdown_table(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """A pipe table under its title."""
    columns = header(rows)
    lines = [f"**{title}**", "", _pipe(columns), _pipe(["---"] * len(columns))]
    return "\n".join(lines + [_pipe([cell(row.get(name)) for name in columns]) for row in rows])


def _pipe(values: Sequence[str]) -> str:
    escaped = (v.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;") for v in values)
    return f"| {' | '.join(escaped)} |"


LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
LATEX |= {sign: f"\\{sign}" for sign in "&%$#_{}"}


def latex_table(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """A booktabs tabular with its caption."""
    columns = header(rows)
    body = [_ampersand([cell(row.get(name)) for name in columns]) for row in rows]
    lines = [r"\begin{table}", rf"\caption{{{_tex(title)}}}",
             rf"\begin{{tabular}}{{{'l' * len(columns)}}}", r"\toprule", _ampersand(columns),
             r"\midrule", *body, r"\bottomrule", r"\end{tabular}", r"\end{table}"]  # fmt: skip
    return "\n".join(lines)


def _tex(text: str) -> str:
    return "".join(LATEX.get(sign, sign) for sign in text.replace("\n", " "))


def _ampersand(values: Sequence[str]) -> str:
    return " & ".join(_tex(value) for value in values) + r" \\"


def csv_table(rows: Sequence[dict[str, Any]]) -> str:
    """Full precision, one header line, RFC 4180."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, header(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()

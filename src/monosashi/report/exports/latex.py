"""A table of the report in LaTeX, as booktabs wants it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from monosashi.report.blocks import WORDY, Table
from monosashi.report.exports.cells import body, right
from monosashi.report.exports.pieces import visible

SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "[": "{[}", "]": "{]}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}  # fmt: skip
GREEK = {name: unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}") for name in (
    "alpha", "beta", "gamma", "delta", "epsilon", "kappa", "mu", "rho", "sigma", "tau", "chi",
    "omega", "eta")}  # fmt: skip
# signs that pdfTeX has no letter for
MATHS = {
    "−": "-", "→": r"\rightarrow", "←": r"\leftarrow", "≤": r"\leq", "≥": r"\geq",
    "×": r"\times", "±": r"\pm", "≈": r"\approx", "≠": r"\neq", "∞": r"\infty", "²": "^2",
    "³": "^3", "√": r"\surd", "∩": r"\cap", "Δ": r"\Delta", "Σ": r"\Sigma", "∑": r"\sum",
    "⁻": "^-", "¹": "^1", "‖": r"\|",
    **{sign: f"\\{name}" for name, sign in GREEK.items()},
}  # fmt: skip
SIGNS = SPECIAL | {sign: f"${code}$" for sign, code in MATHS.items()} | {"…": r"\ldots{}"}
# an accent of its own on a letter, as in W~
ACCENTS = {"\u0303": r"\tilde", "\u0304": r"\bar", "\u0302": r"\hat"}
ACCENTED = re.compile(rf"(\w)([{''.join(ACCENTS)}])")
LONG = 40  # rows, beyond which a table goes on over pages
NEEDS = "% needs booktabs, array and, where it is a longtable, longtable"
JAPANESE = "% Japanese: LuaLaTeX with luatexja, or upLaTeX"


def latex(table: Table, label: str) -> str:
    """A ``table`` with caption, label and note; a long one is a ``longtable``."""
    head, rows = _row(table.columns), [_row(texts) for texts in body(table)]
    named = [rf"\caption{{{tex(table.caption)}}}", rf"\label{{tab:{label}}}"]
    note = [rf"\par\smallskip{{\footnotesize {tex(table.note)}\par}}"] if table.note else []
    make = _long if len(rows) > LONG else _floating
    lines = make(_columns(table), head, rows, named, note)
    text = "\n".join([*lines, ""])
    return "\n".join([NEEDS, *([] if text.isascii() or not _japanese(text) else [JAPANESE]), text])


def tex(text: str) -> str:
    r"""Text that TeX prints as it stands.

    >>> tex("50 % of R², p ≤ 0.001 & a_b")
    '50 \\% of R$^2$, p $\\leq$ 0.001 \\& a\\_b'
    """
    accents: list[str] = []

    def kept(found: re.Match[str]) -> str:
        accents.append(f"${ACCENTS[found[2]]}{{{found[1]}}}$")
        return "\ufffc"

    parted = ACCENTED.sub(kept, unicodedata.normalize("NFC", visible(text)).replace("\ufffc", ""))
    told = iter(accents)
    return "".join(next(told) if sign == "\ufffc" else SIGNS.get(sign, sign) for sign in parted)


def _japanese(text: str) -> bool:
    return any(unicodedata.east_asian_width(sign) in "WF" for sign in text)


def _row(texts: Sequence[str]) -> str:
    return " & ".join(tex(text) for text in texts) + r" \\"


def _columns(table: Table) -> str:
    """Numbers to the right; texts that fill lines share what a line has."""
    texts = body(table)
    wordy = [not right(table, i) and any(len(row[i]) > WORDY for row in texts)
             for i in range(len(table.columns))]  # fmt: skip
    share = f"{0.9 / max(len(table.columns), sum(wordy) + 1):.2f}"
    wide = rf">{{\raggedright\arraybackslash}}p{{{share}\linewidth}}"
    return "".join(wide if wordy[i] else "r" if right(table, i) else "l" for i in range(len(wordy)))


def _floating(
    columns: str, head: str, rows: list[str], named: list[str], note: list[str]
) -> list[str]:
    return [r"\begin{table}[htbp]", r"\centering", *named, rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}", *note,
            r"\end{table}"]  # fmt: skip


def _long(columns: str, head: str, rows: list[str], named: list[str], note: list[str]) -> list[str]:
    return [rf"\begin{{longtable}}{{{columns}}}", *named[:-1], rf"{named[-1]} \\", r"\toprule",
            head, r"\midrule", r"\endfirsthead", r"\toprule", head, r"\midrule", r"\endhead",
            r"\bottomrule", r"\endlastfoot", *rows, r"\end{longtable}", *note]  # fmt: skip

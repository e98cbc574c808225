"""The colours of the page, for paper and for dark screens.

Light figure colours are those of Okabe and Ito that reach 3:1 on white; coloured text reaches
4.5:1. A test computes every contrast. Figures name a role; the page's style sheet decides.
"""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff",
    "panel": "#f5f6f7",
    "ink": "#1c2126",
    "soft": "#59626c",
    "line": "#d3d8dd",
    "blue": "#0072b2",
    "vermillion": "#d55e00",
    "green": "#009e73",
    "purple": "#cc79a7",
    "problem": "#cc3311",
    "warning": "#882255",
    "note": "#59626c",
    "good": "#0072b2",
}

DARK = {
    "paper": "#15181b",
    "panel": "#1e2226",
    "ink": "#e9e7e2",
    "soft": "#a8b0b8",
    "line": "#3b4249",
    "blue": "#56b4e9",
    "vermillion": "#f0803c",
    "green": "#2fc79a",
    "purple": "#e3a3c4",
    "problem": "#ff8f78",
    "warning": "#eba6c5",
    "note": "#a8b0b8",
    "good": "#7cc4f2",
}

FIGURE_ROLES = ("paper", "ink", "soft", "line", "blue", "vermillion", "green", "purple")


def drawn(role: str) -> str:
    """The colour a figure is drawn with before the page's style sheet takes over."""
    return LIGHT[role]


def as_variables(style: str) -> str:
    """Replace drawn colours by style-sheet variables, so that figures follow dark mode."""
    for role in FIGURE_ROLES:
        style = style.replace(LIGHT[role], f"var(--{role})")
    return style

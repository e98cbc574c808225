"""Contrast as the eye needs it: text 4.5 to 1, shapes 3 to 1, in light and in dark."""

import pytest

from monosashi.report.palette import DARK, FIGURE_ROLES, LIGHT, as_variables, drawn

TEXT = ("ink", "soft", "problem", "warning", "note", "good")
SHAPES = ("blue", "vermillion", "green", "purple", "ink", "soft")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_formula_gives_the_known_values():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#ffffff", "#0072b2") == pytest.approx(5.19, abs=0.005)
    assert contrast("#ffffff", "#e69f00") == pytest.approx(2.25, abs=0.005)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", TEXT)
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_text(colours, role, ground):
    assert contrast(colours[role], colours[ground]) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", SHAPES)
def test_shapes(colours, role):
    assert contrast(colours[role], colours["paper"]) >= 3.0


def test_both_themes_name_the_same_roles():
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("role", FIGURE_ROLES)
def test_drawn_colours_follow_the_theme(role):
    assert as_variables(f"fill: {drawn(role)}") == f"fill: var(--{role})"


def test_drawn_colours_are_distinct():
    assert len({LIGHT[role] for role in FIGURE_ROLES}) == len(FIGURE_ROLES)

"""Figures: real text, harmless labels, names for those who do not see them."""

import html
import re
import warnings
from itertools import pairwise
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from monosashi.report.figures import Bars, Curve, DotRow, ShareRow
from monosashi.report.figures import dot_rows as rows
from monosashi.report.figures import histogram as bars
from monosashi.report.figures import rank_curve as curve
from monosashi.report.figures import share_bars as shares
from monosashi.report.figures.drawing import NARROW
from monosashi.report.figures.labels import harmless, shorten, shorten_apart, width
from monosashi.report.figures.rows import _places, _too_long
from monosashi.report.marking import worded
from monosashi.report.palette import LIGHT

NAMED = {"title": "Title & co", "description": "What it shows"}
HOSTILE = "</script><script>alert(1)</script>"


def dot_figure(*labels, **options):
    rows_ = [DotRow(label, 0.5, 0.4, 0.6, "0.500") for label in labels]
    return rows(rows_, axis="x", **NAMED, **options)


def share_figure(*labels):
    bars_ = [ShareRow("heading"), *(ShareRow(label, 0.8, 0.5) for label in labels)]
    return shares(bars_, first="same", second="other", neutral="even", **NAMED)


def bar_figure(*labels):
    return bars(labels, [Bars("前", [0.5] * len(labels)), Bars("b", [1.0] * len(labels))],
                axis="rank", **NAMED)  # fmt: skip


def curve_figure(*labels):
    lines = [Curve(label, [1.0, 0.5, 0.01], [0, 10, 300]) for label in labels]
    return curve(lines, level=10, level_name="mean", horizontal="share", vertical="count", **NAMED)


FIGURES = [dot_figure, share_figure, bar_figure, curve_figure]


@pytest.mark.parametrize("draw", FIGURES)
def test_parses_and_is_named(draw):
    root = ET.fromstring(draw("one", "two"))  # noqa: S314  # our own
    assert root.get("role") == "img"
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    title, description = (ids[name] for name in root.get("aria-labelledby").split())
    assert (title.tag, title.text) == ("title", "Title & co")
    assert (description.tag, description.text) == ("desc", "What it shows")


@pytest.mark.parametrize("draw", FIGURES)
def test_text_is_text_and_nothing_is_fetched(draw):
    svg = draw("日本語のラベル", "two")
    assert "日本語のラベル" in svg
    assert not re.search(r"https?:|xmlns|font-family|<metadata|<!--|<style", svg)


@pytest.mark.parametrize("draw", FIGURES)
def test_every_colour_follows_the_theme(draw):
    svg = draw("one", "two")
    assert "var(--" in svg
    assert re.findall(r"#[0-9a-f]{6}\b", svg) == []
    assert LIGHT["blue"] not in svg


@pytest.mark.parametrize("draw", FIGURES)
def test_markup_dollars_and_control_signs_are_text(draw):
    svg = draw(HOSTILE[:20], "a$b$c^2 \x00\x1b\ud800 x")
    assert "<script" not in svg
    ET.fromstring(svg)  # noqa: S314  # our own
    assert "a$b$c^2" in svg


@pytest.mark.parametrize("draw", FIGURES)
def test_same_bytes_whatever_the_settings_of_the_caller(draw):
    before = draw("one", "two")
    with mpl.rc_context({"svg.fonttype": "path", "font.size": 30, "axes.facecolor": "red"}):
        assert draw("one", "two") == before


@pytest.mark.parametrize("draw", FIGURES)
def test_ids_of_two_figures_do_not_meet(draw):
    ids = [set(re.findall(r'id="([^"]+)"', draw(label, "x"))) for label in ("one", "two")]
    assert not ids[0] & ids[1]


def test_only_the_missing_glyph_warning_is_silenced():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dot_figure("日本語")
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        dot_figure("日本語")
        warnings.warn("another", stacklevel=1)
    assert [str(one.message) for one in heard] == ["another"]


def test_undefined_value_leaves_its_row():
    svg = rows(
        [DotRow("empty", numbers="–"), DotRow("one", 1.0, None, None, "1")], axis="x", **NAMED
    )
    assert ">–<" in svg


def test_labels_keep_their_room():
    long = "とても長いグループの名前" * 10
    assert width(shorten(long, 200)) <= 200
    assert shorten(long, 200).startswith("とても長い")
    assert shorten("balance_not_updated_after_cheque_or_cash_deposit", 200).endswith("deposit")
    assert shorten("short", 200) == "short"
    assert width("日本") > width("ab")


def test_harmless_keeps_ordinary_text():
    assert harmless("a\nb\tc") == "a b c"
    assert harmless("é 日本語 🙂 <&>") == "é 日本語 🙂 <&>"
    assert harmless("\x00\u202e") == "\ufffd\ufffd"


@pytest.mark.parametrize(
    "label", ["use", "use − e5", "a − b", "Centring per language (query-side)", "あ − い", "x" * 21]
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_label_that_has_room_stands_whole_beside_its_dot(label, whole):
    """Rounding must not take from the longest label the room that was made for it."""
    held = [DotRow(label, 0.1, 0.05, 0.2, "0.107 [0.097, 0.116]"), DotRow("e", 0.3)]
    svg = rows(held, axis="x", title="t", description="d", whole_labels=whole)
    assert label in svg
    assert "…" not in svg
    assert not _too_long(held, 720.0)


def test_shortened_names_of_different_rows_stay_different():
    names = ["One global mean, the language of a query is not told",
             "One global mean, raw vectors where the language is not told",
             "One global mean, the language of a page is not told"]  # fmt: skip
    for room in (120.0, 160.0, 220.0):
        cut = shorten_apart(names, [room] * 3)
        assert len(set(cut)) == 3
        assert all(width(name) <= room for name in cut)
    assert shorten_apart(["a", "a"], [50.0, 50.0]) == ["a", "a"]


def test_a_margin_band_does_not_run_through_names_that_stand_above_their_dots():
    rows_ = [DotRow(name, 0.2, 0.1, 0.3, "0.2") for name in ("one", "two")]
    plain, banded = (rows(rows_, axis="x", full=340.0, band=band, line=0.0, **NAMED)
                     for band in (None, 0.05))  # fmt: skip
    high = max(_heights(banded) - _heights(plain), default=0.0)
    assert 0 < high <= 20, "as high as the marks of a row, not as the figure"


def _heights(svg):
    """Heights of the filled paths."""
    found = set()
    for path in re.findall(r'<path d="([^"]+)"', svg):
        heights = [float(y) for _, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", path)]
        if len(heights) >= 4:
            found.add(round(max(heights) - min(heights), 3))
    return found


def test_a_command_breaks_between_words_and_its_text_stays():
    """Inside `--groups`, or a name, only where that fills a line alone; copied text is the same."""
    command = "monosashi shape 'a b.npz' --groups <topic>\nseed = 0"
    shown = str(worded(command))
    words = re.findall(r'<span class="w">([^<]*)</span>', shown)
    assert words[3:] == ["b.npz&#39;", "--groups", "&lt;topic&gt;", "seed", "=", "0"]
    assert html.unescape(re.sub(r"</?span[^>]*>", "", shown)) == command


def test_names_above_their_dots_stand_whole_on_a_line_of_their_own():
    """On a narrow screen the numbers leave little room; a name is not cut for that."""
    names = ["Centring per language, tuned strength", "Routed: raw, or centred (query side)", "LIR"]
    held = [DotRow(name, 0.1, 0.05, 0.2, "0.107 [0.097, 0.116]") for name in names]
    svg = rows(held, axis="x", title="t", description="d", full=NARROW)
    assert [name for name in names if name not in svg] == []
    assert "…" not in svg
    places = _places(held, NARROW, beside=False)
    assert places[2].label == places[2].numbers  # a short name stands beside its numbers
    for one, after in pairwise(places):
        assert one.label <= one.numbers < one.dot < one.end <= after.label

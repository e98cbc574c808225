"""Tables and figures of a page as files of their own."""

import re
from xml.etree import ElementTree as ET

import pytest
from report.documents import HOSTILE, audit, demo
from report.kinds import KINDS

from monosashi.embeddings import DataError
from monosashi.report import Report
from monosashi.report.blocks import Cell, Table
from monosashi.report.exports import figure_files, pieces, table_files
from monosashi.report.exports.cells import body, cell_text
from monosashi.report.exports.latex import latex, tex
from monosashi.report.exports.markdown import markdown
from monosashi.report.figures import sheet

PLAIN = ("audit", "demo", "mapped", "searches", "robustness run")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=PLAIN)
def made(request):
    made = KINDS[request.param]()
    return made if isinstance(made, list) else [made]


def numbers(values):
    return Table("数", ["名前", "n"], [[Cell(f"r{i}"), Cell(str(i), numeric=True)]
                                    for i in range(values)], "注 & 脚注")  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
def test_files_are_called_as_the_page_calls_them(made, language):
    held, page = pieces(made, language), Report(made, title="t").render(language)
    ids = set(re.findall(r' id="([\w-]+)"', page))
    assert set(held.figures) <= ids
    shown = set(held.tables) - {"overview"}
    assert shown <= ids
    assert set(held.figures) <= shown
    drawn = re.findall(r'<div class="drawn" id="([\w-]+)"', page)
    assert list(held.figures) == drawn
    assert page.count("<table") == len(held.tables)


def test_markdown_reads_back_as_it_was(made):
    from markdown_it import MarkdownIt

    for table in pieces(made, "ja").tables.values():
        tokens = MarkdownIt("commonmark").enable("table").parse(markdown(table))
        told = [inline.content for inline in tokens if inline.type == "inline"]
        shown = ["".join(part.content for part in one.children) for one in tokens
                 if one.type == "inline"]  # fmt: skip
        cells = [cell for row in body(table) for cell in row]
        assert len(told) == 1 + len(table.columns) + len(cells) + bool(table.note)
        start = 1 + len(table.columns)
        assert [one.split() for one in shown[start : start + len(cells)]] == [
            one.split() for one in cells]  # fmt: skip


def test_signs_of_markdown_are_text():
    """Bars would add cells, the rest would turn into markup."""
    from markdown_it import MarkdownIt

    odd = ["a|b", "<b>x</b>", "[x](y)", "`c`", "*s* _t_", "~~u~~", "&amp;", "back\\slash", "$m$"]
    table = Table("odd", ["n", "sign"], [[Cell("r"), Cell(one)] for one in odd])
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown(table))
    cells = [one for one in tokens if one.type == "inline"][3:]
    shown = ["".join(part.content for part in one.children) for one in cells]
    assert shown[1::2] == odd
    kinds = {part.type for one in cells for part in one.children}
    assert kinds <= {"text", "text_special"}


def test_rows_of_latex_have_as_many_cells_as_columns(made):
    for name, table in pieces(made, "en").tables.items():
        text = latex(table, name)
        lines = [line for line in text.splitlines() if line.endswith(r" \\")]
        rows = [line for line in lines if not line.startswith(r"\label")]
        assert {len(re.findall(r"(?<!\\)&", line)) for line in rows} == {len(table.columns) - 1}
        bare = re.sub(r"\\[\\{}&%$#_]", "", text)
        assert bare.count("{") == bare.count("}")
        assert bare.count("$") % 2 == 0
        assert not re.search(r"(?<!\\)[#_](?![\d{])", re.sub(r"\\label\{[^}]*\}", "", bare))
        assert text.count(r"\toprule") in {1, 2}
        assert rf"\label{{tab:{name}}}" in text


def test_a_long_table_goes_on_over_pages_and_keeps_its_note():
    short, long = latex(numbers(40), "a"), latex(numbers(41), "a")
    assert r"\begin{tabular}{lr}" in short
    assert r"\begin{longtable}{lr}" in long
    assert all(r"{\footnotesize 注 \& 脚注\par}" in text for text in (short, long))
    assert all("LuaLaTeX" in text for text in (short, long))
    assert long.count("名前 & n") == 2, "the head is repeated"


def test_what_tex_would_take_for_commands_is_text():
    assert tex(r"\input{x} 5% a_b & ~^ [1]") == (
        r"\textbackslash{}input\{x\} 5\% a\_b \& \textasciitilde{}\textasciicircum{} {[}1{]}"
    )
    assert tex("W\u0303 ≤ −1 → ρ²") == r"$\tilde{W}$ $\leq$ $-$1 $\rightarrow$ $\rho$$^2$"
    assert tex("日本語のまま") == "日本語のまま"


def test_a_cell_says_all_that_it_says_on_the_page():
    assert cell_text(Cell("–", "too few\u202egroups", missing=True)) == "– (too few\ufffdgroups)"
    below = Cell("0.6", "[0.5, 0.7]", numeric=True, below="sample: 0.9")
    assert cell_text(below) == "0.6 [0.5, 0.7] (sample: 0.9)"


def test_nothing_hostile_is_markup():
    for text in table_files(pieces([audit()], "en"), "markdown").values():
        assert "<script" not in text
        assert "<img" not in text
    assert any("script" in text for text in table_files(pieces([audit()], "en"), "latex").values())
    assert "\x00" not in "".join(table_files(pieces([demo()], "ja"), "latex").values())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_svg_stands_alone(made, language):
    for name, text in figure_files(pieces(made, language), "svg").items():
        root = ET.fromstring(text)  # noqa: S314 - written a moment ago
        assert root.tag == f"{SVG}svg"
        assert float(root.get("width")) > 0
        assert "var(" not in text.decode()
        assert root.find(f"{SVG}title").text
        assert b"font-family" in text
        assert name.endswith(".svg")
        assert ' href="' not in text.decode(), "old readers know the name of XLink only"
        points = re.findall(r'xlink:href="#([\w-]+)"', text.decode())
        assert set(points) <= set(re.findall(r' id="([\w-]+)"', text.decode()))


def test_japanese_stays_text_in_svg():
    drawn = b"".join(figure_files(pieces([audit()], "ja"), "svg").values()).decode()
    assert re.search(r"<text[^>]*>[^<]*[ぁ-ん一-龠]", drawn)


needs_font = pytest.mark.skipif(not sheet.japanese_fonts(), reason="no font for Japanese")


@needs_font
def test_pdf_is_the_same_every_time_and_holds_japanese():
    held = pieces([audit()], "ja")
    first, second = figure_files(held, "pdf"), figure_files(held, "pdf")
    assert first == second
    assert first.keys() == {f"{name}.pdf" for name in held.figures}
    assert all(one.startswith(b"%PDF-") for one in first.values())
    assert any(b"NotoSansCJK" in one or b"Gothic" in one or b"Sans" in one for one in
               first.values())  # fmt: skip


def test_letters_without_a_font_are_named(monkeypatch):
    monkeypatch.setattr(sheet, "JAPANESE", ())
    with pytest.raises(DataError) as error:
        figure_files(pieces([audit()], "ja"), "pdf")
    (one,) = error.value.faults
    assert one.code == "exporting.errors.no_font"
    assert "え" in one.say("en")


def test_a_page_is_not_changed_by_its_pdf():
    before = Report(audit(), title="t").render("en")
    figure_files(pieces([audit()], "en"), "pdf")
    assert Report(audit(), title="t").render("en") == before
    assert HOSTILE not in before

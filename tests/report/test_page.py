"""The page as a reader, a screen reader and a security officer meet it."""

import copy
import itertools
import re
from html.parser import HTMLParser

import pytest
from report.documents import AUDIT_TITLE, HOSTILE, audit, comparison, demo, document, facts, hubs
from report.documents import language as language_result
from report.kinds import KINDS

from monosashi.report import Report

VOID = {"meta", "br", "wbr", "link", "img", "path", "use", "rect"}


class Outline(HTMLParser):
    """Collect tags with attributes, visible text, and check that everything closes."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.open, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text.append(data)

    def all(self, *names):
        return [(tag, attrs) for tag, attrs in self.tags if tag in names]


def outline(page):
    reader = Outline()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


DOCUMENTS = {"audit": audit, "demo": demo, "facts": lambda: document(facts=facts())}
DOCUMENTS["compare"] = lambda: document("comparison", comparison=comparison())
PAGES = {(name, words): Report(make()).render(words)
         for name, make in DOCUMENTS.items() for words in ("en", "ja")}  # fmt: skip


@pytest.fixture(params=PAGES, ids="-".join)
def page(request):
    return PAGES[request.param]


def test_no_script_and_hostile_names_are_text(page):
    read = outline(page)
    names = {tag for tag, _ in read.tags}
    assert not names & {"script", "iframe", "object", "embed", "img", "form", "base", "link"}
    assert not any(key.startswith("on") for _, attrs in read.tags for key in attrs)
    assert "<script>alert(1)" in "".join(read.text)


def test_nothing_is_fetched(page):
    for tag, attrs in outline(page).tags:
        for key in ("href", "src", "xlink:href", "action", "data", "poster", "srcset"):
            assert attrs.get(key, "#").startswith("#"), (tag, attrs)
    assert "url(http" not in page
    assert "@import" not in page
    assert not re.search(r"https?://", page)


def test_policy_allows_style_and_pictures_inside_the_file_only(page):
    policy = next(a["content"] for _, a in outline(page).all("meta") if "http-equiv" in a)
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")


def test_language_is_declared(page):
    root = outline(page).all("html")[0][1]["lang"]
    assert root in {"en", "ja"}
    assert (root == "ja") == bool(re.search("[\u3040-\u309f]{3}.*すべての数値", page, re.DOTALL))


def test_headings_descend_one_at_a_time(page):
    levels = [int(tag[1]) for tag, _ in outline(page).all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


def test_ids_are_unique_and_references_resolve(page):
    tags = outline(page).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    wanted = {name for _, a in tags for name in a.get("aria-labelledby", "").split()}
    wanted |= {a["href"][1:] for _, a in tags if a.get("href", "").startswith("#")}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", page))
    assert wanted <= set(ids)


def test_landmarks_and_skip_link_come_in_reading_order(page):
    tags = [tag for tag, _ in outline(page).tags]
    assert tags.count("main") == 1
    assert tags.index("a") < tags.index("header") < tags.index("main") < tags.index("footer")


def test_every_figure_is_named_captioned_and_tabled(page):
    read = outline(page)
    figures = page.split("<figure>")[1:]
    assert 2 * len(figures) == len(read.all("svg"))
    for figure in figures:
        inside, after = figure.split("</figure>")[:2]
        assert len(re.findall(r'<svg [^>]*role="img"', inside)) == 2
        assert re.search(r"<title id=[^>]+>[^<]+</title><desc id=[^>]+>[^<]+</desc>", inside)
        assert re.search(r"<figcaption>[^<]+", inside)
        assert after.strip().startswith("<details><summary>")
        assert "<table" in after


def test_every_header_has_a_scope_and_every_table_a_caption(page):
    read = outline(page)
    assert {attrs.get("scope") for _, attrs in read.all("th")} <= {"col", "row"}
    assert len(read.all("table")) == len(read.all("caption"))


def test_whatever_scrolls_can_be_reached_by_keyboard(page):
    for _, attrs in outline(page).all("div"):
        if attrs.get("class") == "scroll":
            assert attrs["tabindex"] == "0"
            assert attrs["aria-label"]


def test_every_gap_shows_a_reason(page):
    plain = re.sub(r'<span class="nb">([^<]+)</span>', r"\1", page)
    cells = re.findall(r"<td[^>]*>–(.*?)</td>", plain)
    assert all(re.fullmatch(r' <span class="why">[^<]+</span>', cell) for cell in cells)
    unknown = ["no reason was recorded", "理由は記録されていません"]
    assert not any(text in cell for cell in cells for text in unknown)
    values = " ".join(re.findall(r"<td[^>]*>([^<]*)", page))
    assert not re.search(r"\b(None|nan|inf|undefined)\b", values, re.IGNORECASE)


def test_size():
    for (name, _), text in PAGES.items():
        assert len(text.encode()) < (1_000_000 if name == "demo" else 400_000)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_same_document_same_bytes(words):
    assert Report(audit()).render(words) == PAGES["audit", words]


def test_document_is_not_changed():
    given = demo()
    before = copy.deepcopy(given)
    Report(given).render("en")
    assert given == before


def test_order_of_the_page():
    page = PAGES["audit", "en"]
    marks = ["<h1", 'class="verdict"', 'id="findings"', 'id="part-1-trust"', 'id="part-1-facts"',
             'id="part-1-shape"', 'id="part-1-language"', 'id="part-1-hubs"', 'id="part-1-tables"',
             'id="part-1-repeat"']  # fmt: skip
    places = [page.index(mark) for mark in marks]
    assert places == sorted(places)


def test_what_a_reader_must_find():
    text = " ".join("".join(outline(PAGES["audit", "en"]).text).split())
    for phrase in ("0.732 [0.702, 0.762]", "0.973", "R² with labels shuffled", "seed 0",
                   "multilingual-e5-small", "nothing (null), left out: 2",
                   "Shape was not measured", "smallest p", "1f0c9d", "monosashi audit",
                   "What this does not tell", "F infinite"):  # fmt: skip
        assert phrase in text, phrase
    assert AUDIT_TITLE in text


def test_sections_without_data_are_left_out():
    page = PAGES["facts", "en"]
    assert 'id="part-1-facts"' in page
    assert not any(f'id="part-1-{name}"' in page for name in ("shape", "language", "hubs"))
    alone = Report(document(language=language_result())).render("en")
    assert "Repairs of language" not in alone


def test_hubs_without_references_say_why():
    reasons = {"references": {"code": "hubs.reasons.no_vectors", "text": "", "values": {}}}
    page = Report(document(hubs={**hubs(), "references": {}, "reasons": {
        **hubs()["reasons"], **reasons}})).render("en")  # fmt: skip
    assert "references need vectors" in page


def test_many_directions_are_drawn_in_part_and_tabled_in_full():
    whole = language_result()
    one = whole["directions"]["ja->en"]
    whole["directions"] = {f"l{i}->en": {**one, "source": f"l{i}", "target": "en"}
                           for i in range(12)}  # fmt: skip
    page = Report(document(language=whole)).render("en")
    assert "The 6 directions that lose most of 12" in page
    assert page.count("l11 → en") > 0


def test_backticks_become_code_after_escaping():
    finding = {"code": "advice.near_duplicates", "level": "note",
               "numbers": {"pairs": 2, "n": 9, "example": f"`{HOSTILE}`"}}  # fmt: skip
    page = Report({**document(facts=facts()), "findings": [finding]}).render("en")
    assert "<code>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code>" in page


@pytest.mark.parametrize("words", ["en", "ja"])
def test_no_two_parts_have_one_heading(words):
    """Landmarks of one name cannot be told apart by those who hear the page."""
    for made in (demo(), KINDS["searches"]()):
        page = Report(made, title="t").render(words)
        named = re.findall(r'<h2 id="part-\d+">(.*?)</h2>', page)
        assert len(named) == len(set(named)) > 1

"""What two readers missed on real pages."""

import re
from html import unescape

import pytest
from report.documents import audit, comparison, document, estimate, facts, hubs, shape
from report.documents import language as language_result

from monosashi.report import Report
from monosashi.report.blocks import Cell, Table
from monosashi.report.figures.drawing import NARROW, WIDTH
from monosashi.report.sections.advice import advice
from monosashi.report.sections.comparison import comparison_section
from monosashi.report.sections.groups import groups_figure
from monosashi.report.sections.shape import shape_section
from monosashi.report.tongue import Tongue

EN, JA = Tongue("en"), Tongue("ja")


def drop(source, target, level="problem", remedies=()):
    numbers = {"source": source, "target": target, "share": 0.8, "neutral": 0.5, "closer": 0.2,
               **{f"{name}{end}": 0.5 for name in ("drop", "target_only", "mixed")
                  for end in ("", "_low", "_high")}}  # fmt: skip
    return {"code": "language.drop", "level": level, "numbers": numbers,
            "remedies": list(remedies)}  # fmt: skip


def spoken(page):
    """The text of a page; only what keeps a piece together leaves no space."""
    whole = re.sub(r'<span class="nb">([^<]*)</span>', r"\1", page.split("</style>")[1])
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", whole)).split())


def test_every_figure_is_drawn_for_both_widths():
    page = Report(document(hubs=hubs())).render("en")
    assert f'viewBox="0 0 {WIDTH:.0f} ' in page
    assert f'viewBox="0 0 {NARROW:.0f} ' in page


def test_both_directions_are_looked_into_and_findings_lead_there():
    made = {**document(language=language_result()), "findings": [drop("ja", "en"),
                                                                 drop("en", "ja")]}  # fmt: skip
    page = Report(made).render("en")
    for direction in ("ja → en", "en → ja"):
        assert f"Where the translation stands, {direction}" in spoken(page)
        assert f"Translations displaced furthest, {direction}" in spoken(page)
    links = re.findall(r'<a class="nb" href="#([\w-]+)">', page)
    assert len(set(links)) == 2
    assert all(f'id="{anchor}"' in page for anchor in links)


def test_a_link_needs_one_place_to_lead_to():
    part = {**document(language=language_result()), "findings": [drop("ja", "en")]}
    merged = {**document("demo"), "findings": [drop("ja", "en")], "parts": [part, part]}
    assert 'class="nb" href' not in Report(merged).render("en")
    assert 'class="nb" href' in Report([part, part]).render("en")


def test_of_many_directions_the_worst_three_are_looked_into():
    whole = language_result()
    one = whole["directions"]["ja->en"]
    whole["directions"] = {f"l{i}->en": {**one, "source": f"l{i}", "target": "en"}
                           for i in range(9)}  # fmt: skip
    page = spoken(Report(document(language=whole)).render("en"))
    titles = set(re.findall(r"Where the translation stands, (l\d)", page))
    assert titles == {"l0", "l1", "l2"}


def test_shares_are_per_cent_throughout():
    page = spoken(Report(document(language=language_result())).render("en"))
    assert "83% [81%, 85%] 50%" in page


def test_advice_is_told_once_and_never_how_to_verify():
    made = {"findings": [drop("ja", "en"), drop("en", "ja"), drop("x", "y", "good")]}
    said = advice("language", made, EN)
    (only,) = said
    assert only.startswith("With 50 documents of each language or more, subtract")


def test_reading_one_number_is_no_advice():
    spread = {"code": "shape.spread", "level": "note", "remedies": [], "numbers": {}}
    assert advice("shape", {"findings": [spread]}, EN) == []


def test_a_helpful_remedy_comes_before_a_harmful_one():
    remedies = [{"code": "hubs.centring_harms", "numbers": {}}, {"code": "hubs.centring",
                "numbers": {f"{q}{end}": 0.1 for q in ("antihub_share", "top_share_ratio")
                            for end in ("_before", "_after", "_difference", "_difference_low",
                                        "_difference_high")}}]  # fmt: skip
    found = {"code": "hubs.hubness", "level": "warning", "remedies": remedies, "numbers": {}}
    (said,) = advice("hubs", {"findings": [found]}, EN)
    assert said.startswith("Subtract the mean")


def test_a_best_model_alone_is_tied_with_nobody():
    alone = {**comparison(), "tied_with_best": comparison()["models"][:1]}
    for given, marked in ((alone, False), (comparison(), True)):
        figure = comparison_section({"comparison": given}, EN).figures[0]
        assert ("cannot be told from the best" in figure.svg.wide) is marked
        assert "tied with" not in figure.svg.wide


@pytest.mark.parametrize(("high", "said"), [(0.025, "contain 0"), (-0.001, "allowed for")])
def test_tied_models_say_why(high, said):
    rows = [{**row, "low": min(row["low"], high), "high": high}
            for row in comparison()["differences"]]  # fmt: skip
    tied = {**comparison(), "tied_with_best": comparison()["models"], "differences": rows}
    assert said in comparison_section({"comparison": tied}, EN).sentence


def test_names_of_models_are_not_cut():
    long = [f"organisation/a-long-name-of-a-model-{i}" for i in (1, 2, 3)]
    held = comparison()
    names = dict(zip(held["models"], long, strict=True))
    rows = [{**row, "model_a": names[row["model_a"]], "model_b": names[row["model_b"]]}
            for row in held["differences"]]  # fmt: skip
    made = {**held, "models": long, "differences": rows, "best": long[0], "tied_with_best": [],
            "levels": {names[m]: level for m, level in held["levels"].items()}}  # fmt: skip
    figure = comparison_section({"comparison": made}, EN).figures[1]
    assert f"{long[0]} − {long[1]}" in figure.svg.wide


def test_trust_of_a_comparison():
    page = spoken(Report(document("comparison", comparison=comparison())).render("en"))
    assert "10 groups are the independent units" in page
    assert "Lists hold the 10 nearest." in page


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("free", "could change places freely"),
        ("whole", "Labels of all rows of one key moved together."),
        ("within", "between rows of one topic."),
        ("whole within", "inside one topic."),
    ],
)
def test_trust_says_how_labels_were_shuffled(scheme, said):
    held = shape()
    held["permutation"]["scheme"] = scheme
    held["provenance"] = {"settings": {"whole": "__key__", "within": "topic"}}
    assert said in spoken(Report(document(shape=held)).render("en"))


@pytest.mark.parametrize(
    ("gone", "said", "unsaid"),
    [
        ({"null": {}}, "shuffled labels give on average", "range"),
        ({"expected_r_squared": None}, "the range that R² had", "exact mean"),
        ({"null": {}, "expected_r_squared": None}, "Dots with intervals", "last row"),
    ],
)
def test_the_caption_speaks_of_what_is_drawn(gone, said, unsaid):
    figure = shape_section({"shape": {**shape(), **gone}}, EN).figures[0]
    assert said in figure.caption
    assert unsaid not in figure.caption
    assert ("R² with labels shuffled" in figure.svg.wide) is (len(gone) == 1)


def row(name, w, *, sure):
    return {"group": name, "n": 9, "w": w, "w_tilde": w, "low": w / 2 if sure else None,
            "high": w * 2 if sure else None}  # fmt: skip


def test_groups_without_interval_are_not_ranked():
    rows = [row(f"g{i}", 0.1 + i / 100, sure=i >= 15) for i in range(50)]
    figure = groups_figure({**shape(), "groups": rows}, EN)
    assert [cells[0].text for cells in figure.table.rows][:2] == ["g15", "g16"]
    assert "at least three independent items" in figure.caption


def test_ends_of_a_shortened_list_are_ranked_apart():
    loose = [row(f"l{i}", 0.9 - i / 1000, sure=True) for i in range(100)]
    tight = [row(f"t{i}", 0.2 - i / 1000, sure=True) for i in range(100)]
    held = {**shape(), "groups": [*loose, *tight], "groups_left_out": 81, "n_groups": 281}
    names = [cells[0].text for cells in groups_figure(held, EN).table.rows]
    assert (names[0], names[-1]) == ("t99", "l0")
    lost = {**held, "groups": [*loose, *({**r, "w_tilde": None} for r in tight)]}
    figure = groups_figure(lost, EN)
    assert figure.table.rows[-1][0].text == "l0"
    assert "tightest" not in figure.svg.wide
    assert "The loosest of 281 groups" in figure.caption


@pytest.mark.parametrize(
    ("words", "wanted", "raw"),
    [
        ("en", ("ja → en · worst misses", "its translation, text"), "en-&gt;ja.examples"),
        ("ja", ("最も順位の下がった対訳", "クエリのベクトル"), '<th scope="col">query_text'),
    ],
)  # fmt: skip
def test_all_numbers_in_words(words, wanted, raw):
    page = Report(document(language=language_result())).render(words)
    assert all(text in spoken(page) for text in wanted)
    assert raw not in page


def test_empty_columns_are_left_out():
    held = language_result()
    for direction in held["directions"].values():
        for miss in direction["examples"]:
            miss["query_text"] = None
    page = Report(document(language=held)).render("en")
    assert '<th scope="col">page, text</th>' not in page
    assert '<th scope="col">its translation, text</th>' in page


def test_the_curve_says_where_it_ends():
    curve = [{"occurrence": 0, "share": 1.0}, {"occurrence": 5, "share": 0.6}]
    page = Report(document(hubs={**hubs(), "curve": curve})).render("en")
    assert "≥ 0<" not in page
    assert "that many items stand in no list" in spoken(page)


def test_settings_have_the_names_of_the_options():
    page = spoken(Report(audit()).render("en"))
    assert "seed = 0" in page
    bare = spoken(Report({**audit(), "command": None}).render("en"))
    assert "rng = 0" in bare


def test_merged_pages_count_their_results_and_number_equal_titles():
    page = spoken(Report([document(facts=facts()), document(hubs=hubs())]).render("en"))
    assert "2 results" in page
    assert "& guides</b> (1)" in page
    assert "guides</b> · 手引き" not in page
    assert "結果 2 件" in spoken(Report([document(facts=facts())] * 2).render("ja"))


def test_no_space_before_per_cent_in_japanese_nor_hyphen_as_minus():
    held = shape()
    held["icc"] = estimate(-0.02, -0.05, 0.01)
    page = spoken(Report(document(shape=held, hubs=hubs())).render("ja"))
    assert "−0.020" in page
    assert not re.search(r"(?<![\w-])-0\.", page)


def test_wordy_tables_keep_their_roles_as_cards():
    page = Report(document(language=language_result())).render("en")
    cards = re.findall(r'class="scroll cards.*?</table>', page, re.DOTALL)
    assert cards
    for card in cards:
        assert 'role="columnheader"' in card
        assert card.count('role="rowheader"') == card.count("<tr") - 1
        assert "data-name=" in card


def test_all_numbers_are_not_printed():
    page = Report(audit()).render("en")
    printed = page[page.index("@media print") :].split("</style>")[0]
    assert ".all > details { display: none; }" in printed
    assert "Not printed" in page


def table_of(columns, text="0.5", note=""):
    cells = [Cell("a"), *[Cell(text, note, numeric=True)] * (columns - 1)]
    return Table("t", ["x"] * columns, [cells])


def test_tables_of_many_numbers_become_cards_and_share_less_room():
    assert [table_of(n).cards for n in (2, 3, 4, 9)] == [False, False, True, True]
    assert [table_of(n).tight for n in (6, 7)] == [False, True]
    assert table_of(9, note="[0.1, 0.9]").dense, "intervals stand below where columns crowd"


def test_japanese_texts_take_twice_the_room():
    row = [Cell("数"), Cell("各項目から見たほかの項目の順序")]
    assert Table("t", ["a", "b"], [row]).wordy
    assert not Table("t", ["a", "b"], [[Cell("n"), Cell("order of all others")]]).wordy


def test_a_reason_beside_a_number_has_lines_of_its_own():
    assert Cell("0.8", "too high for few objects in many dimensions", numeric=True).told
    assert not Cell("0.8", "[\u22120.744, \u22120.123]", numeric=True).told

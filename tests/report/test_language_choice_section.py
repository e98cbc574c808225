"""The page of a comparison of repairs: every way, both figures, every gap with its reason."""

import numpy as np
import pytest

from monosashi.advice.language_choice_document import language_choice_document
from monosashi.embeddings import EmbeddingSet
from monosashi.language.choosing import ORDER, compare_language_repairs
from monosashi.language.choosing.option import Standing
from monosashi.report import Report
from monosashi.report.sections.language_choice import language_choice_section
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue
from monosashi.results.plain import plain
from monosashi.words import LANGUAGES

UNEXPLAINED = ("no reason was recorded", "理由は記録されていません")


def sets(keys=60):
    rng = np.random.default_rng(0)
    topics, tongues = rng.normal(size=(keys, 8)), 3.0 * np.eye(8)[:2]
    vectors = np.concatenate([topics + u + 0.4 * rng.normal(size=topics.shape) for u in tongues])
    columns = {
        "slug": [f"k{i:02d}" for i in range(keys)] * 2,
        "lang": ["ja"] * keys + ["en"] * keys,
    }
    pages = EmbeddingSet.from_arrays(vectors, columns=columns)
    asked = vectors + 0.1 * rng.normal(size=vectors.shape)
    return pages, EmbeddingSet.from_arrays(asked, columns=columns)


@pytest.fixture(scope="module", params=["pages", "queries"])
def document(request):
    pages, queries = sets()
    found = compare_language_repairs(
        pages, key="slug", language="lang", folds=2, latency=50, calls_per_day=10,
        queries=queries if request.param == "queries" else None,
    )  # fmt: skip
    return language_choice_document(found, title="made").to_dict()


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_way_and_every_gap_is_told(document, words):
    tongue = Tongue(words)
    section = language_choice_section(document["results"], tongue)
    options = document["results"]["language_choice"]["options"]
    measured = [name for name, one in options.items() if one["map"] is not None]
    ways, besides, costs = section.tables
    assert {len(row) for row in besides.rows} == {len(besides.columns)}
    assert len(besides.rows) == len(measured), "no rows of dashes; the reason stands above"
    assert all(len(table.columns) < 8 for table in (ways, besides)), "no more fit 1000 px"
    told = {row[0].note.strip("()（）") or row[0].text.lower() for row in ways.rows}
    assert {"z-norm", "routed+centering", "fused"} <= told
    assert len(ways.rows) == len(options)
    assert {row[0].text for row in ways.rows} == {way_name(name, tongue) for name in options}
    assert {len(row) for row in ways.rows} == {len(ways.columns)}
    assert len(costs.rows) == len(measured) + 1, "the bridge has costs before it is measured"
    assert [len(figure.table.rows) for figure in section.figures] == [len(measured)] * 2
    state = "taken" if document["results"]["language_choice"]["loss_measured"] else "conditional"
    taken = [row for row in ways.rows if row[1].text == tongue.say(f"language_choice.{state}")]
    assert len(taken) == 1


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_page_without_unexplained_gaps(document, words, tmp_path):
    Report([document], title="made").save(tmp_path / "page.html", words=(words,))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert [text for text in UNEXPLAINED if text in page] == []
    assert "NaN" not in page


def test_the_cap_is_a_line_and_the_figure_says_which_guard_it_is(document):
    choice = document["results"]["language_choice"]
    section = language_choice_section(document["results"], Tongue("en"))
    shown = "own-language loss" if choice["loss_measured"] else "own-language top 10 that stays"
    assert shown in section.figures[1].svg.wide


@pytest.mark.parametrize("words", LANGUAGES)
def test_names_and_states_have_words(words):
    tongue = Tongue(words)
    for name in (*ORDER, "bridge"):
        assert way_name(name, tongue) != name or name in {"lir", "csls"}
    assert way_name("pivot-shift:en", tongue).endswith("(en)" if words == "en" else "（en）")
    assert way_name("my own", tongue) == "my own"
    for state in plain(Standing.__args__):
        assert has_sentence(f"language.standings.{state}", words)
        assert has_sentence(f"report.plain.{state}", words)


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_bare_comparison_makes_a_page(tmp_path, words):
    pages, _ = sets()
    found = compare_language_repairs(pages, key="slug", language="lang", folds=2,
                                     methods=["centering"])  # fmt: skip
    (made,) = Report(found, title="made").save(tmp_path / "r.html", words=words)
    page = made.read_text(encoding="utf-8")
    assert way_name("centering", Tongue(words)) in page

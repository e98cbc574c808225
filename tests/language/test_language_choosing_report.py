"""The comparison of repairs in the report: no legend without a mark, and what an amount lacks."""

import pytest
from language.choosing_sets import queries_of

from monosashi.advice.language_choice_document import language_choice_document
from monosashi.language.choosing import compare_language_repairs
from monosashi.report.sections.language_choice import language_choice_section
from monosashi.report.tongue import Tongue


@pytest.fixture(scope="module")
def choice(made_set):
    pages = made_set(60, 1.0, seed=1)
    return compare_language_repairs(
        pages, key="key", language="lang", queries=queries_of(pages), calls_per_day=100,
        prices={"translation": 2.0}, methods=["centering", "fused"],
    )  # fmt: skip


def section(choice, language="en"):
    results = language_choice_document(choice).to_dict()["results"]
    return language_choice_section(results, Tongue(language))


def test_what_an_amount_lacks_is_named(choice):
    notes = [cell.note for row in section(choice).tables[2].rows for cell in row if cell.missing]
    assert any("--price-embedding" in note for note in notes)
    assert not any("--price-translation" in note or "--calls-per-day" in note for note in notes)


def test_the_loss_stands_right_after_precision(choice):
    columns = section(choice).tables[0].columns
    assert [columns.index(name) for name in ("mAP, all languages", "own-language loss")] == [2, 3]


@pytest.mark.parametrize(("language", "words"), [("en", "not measured"), ("ja", "測っていません")])
def test_pages_alone_take_nothing_unconditionally(made_set, language, words):
    pages = made_set(100, 1.0, seed=1)
    found = compare_language_repairs(pages, key="key", language="lang", methods=["centering"])
    assert found.pick == "centering"
    assert found.conditional
    told = section(found, language)
    assert words in told.sentence
    states = [row[1].text for row in told.tables[0].rows]
    assert Tongue(language).say("language_choice.taken") not in states

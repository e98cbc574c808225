"""The comparison of repairs in the report: no legend without a mark, and what an amount lacks."""

import pytest
from language.choosing_sets import queries_of

from monosashi.advice.language_choice_document import language_choice_document
from monosashi.language.choosing import compare_language_repairs
from monosashi.report.sections.language_choice import language_choice_section, standing_of
from monosashi.report.sentences import verdict_sentence
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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_verdict_says_how_sure_its_gain_is(made_set, language):
    pages = made_set(150, 1.0, seed=1)
    choice = compare_language_repairs(pages, key="key", language="lang", methods=["centering"],
                                      queries=queries_of(pages),
                                      max_same_language_loss=1.0)  # fmt: skip
    assert choice.pick == "centering"
    verdict = language_choice_document(choice).to_dict()["verdict"]
    gain = choice[choice.pick].gain
    assert f"{gain.value:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]" in verdict_sentence(
        verdict, language
    )
    del verdict["numbers"]["gain_text"]  # as earlier versions wrote it
    assert "→" in verdict_sentence(verdict, language)


def test_what_an_amount_lacks_is_named(choice):
    table = section(choice).tables[2]
    told = [table.note, *(cell.note for row in table.rows for cell in row if cell.missing)]
    assert sum("--price-embedding" in note for note in told) == 1, "once, not in every row"
    assert not any("--price-translation" in note or "--calls-per-day" in note for note in told)


def test_an_amount_that_one_way_lacks_is_told_in_its_cell(choice):
    results = language_choice_document(choice).to_dict()["results"]
    held = results["language_choice"]["options"]
    held["centering"]["costs"] |= {"per_day": 0.5}
    held["fused"]["costs"] |= {"per_day": None, "translations": 1}
    table = language_choice_section(results, Tongue("en")).tables[2]
    (told,) = [cell.note for row in table.rows for cell in row
               if row[0].text.startswith("Index a language") and cell.missing]  # fmt: skip
    assert "--price-embedding" in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_a_way_was_not_measured_is_said_once(choice, language):
    results = language_choice_document(choice).to_dict()["results"]
    held = results["language_choice"]
    fault = {"code": "language.reasons.no_translator", "values": {}, "text": ""}
    held["options"]["bridge"] = {**held["options"]["fused"], "name": "bridge",
                                 "standing": "not_measured", "costs": None,
                                 **dict.fromkeys(("map", "map_optimistic", "gain", "loss",
                                                  "over_blind", "overlap"))}  # fmt: skip
    held["reasons"]["options.bridge"] = fault
    made = language_choice_section(results, Tongue(language))
    notes = [cell.note for table in made.tables for row in table.rows for cell in row]
    assert notes.count(Tongue(language).why(fault)) == 1


def test_a_way_that_only_ties_keep_above_what_is_taken_is_not_called_open(choice):
    results = language_choice_document(choice).to_dict()["results"]["language_choice"]
    taken = results["options"][results["pick"]]["map"]["value"]
    one = {**results["options"]["fused"], "name": "other", "standing": "eligible",
           "map": {"value": taken - 0.1}, "map_optimistic": {"value": taken + 0.1}}  # fmt: skip
    for part in ("map", "map_optimistic"):
        one[part] |= {"low": 0.0, "high": 1.0, "method": "made"}
    assert standing_of(results, one) == "ties_decide"
    assert standing_of(results, {**one, "map_optimistic": one["map"]}) == "eligible"
    assert standing_of(results, {**one, "standing": "gamed"}) == "gamed"


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

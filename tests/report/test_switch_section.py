"""What the page of a comparison says: one sign, marks, texts, groups, equal systems."""

import numpy as np
import pytest

from monosashi.advice.retrieval_document import retrieval_document
from monosashi.embeddings import EmbeddingSet
from monosashi.report.sections.retrieval import all_doubts, retrieval_section
from monosashi.report.sections.retrieval_figures import retrieval_figures
from monosashi.report.sections.retrieval_metrics import headline_metrics
from monosashi.report.sections.retrieval_tables import retrieval_tables
from monosashi.report.sections.switch import switch_section
from monosashi.report.tongue import Tongue
from monosashi.retrieval import compare_retrieval, measure_rankings, measure_retrieval

EN, JA = Tongue("en"), Tongue("ja")


def system(hit, name, groups=None):
    lists = {f"q{i}": ["a", "b"] if found else ["b", "c"] for i, found in enumerate(hit)}
    texts = {"a": "the right page", "b": "the other page", "c": "a third"}
    return measure_rankings(lists, dict.fromkeys(lists, "a"), name=name, groups=groups, rng=0,
                            query_texts={q: f"asking {q}" for q in lists},
                            document_texts=texts)  # fmt: skip


def results(*systems):
    compared = compare_retrieval(list(systems), rng=0)
    return retrieval_document(list(systems), compared).to_dict()["results"]


WORSE = [i >= 12 for i in range(60)]


def test_the_best_alone_is_marked_as_highest_and_the_rest_as_behind():
    made = results(system([True] * 60, "good"), system(WORSE, "bad"))
    drawn = retrieval_figures(made["retrieval"]["systems"], made["retrieval_comparison"], EN)[0]
    for name in ("tied_mark", "behind_mark"):
        assert EN.say(f"retrieval.{name}") in drawn.svg.wide
    same = results(system(WORSE, "x"), system(WORSE, "y"))
    drawn = retrieval_figures(same["retrieval"]["systems"], same["retrieval_comparison"], EN)[0]
    assert EN.say("retrieval.tied_mark") in drawn.svg.wide
    assert EN.say("retrieval.behind_mark") not in drawn.svg.wide


def test_figure_table_and_quantities_have_one_sign():
    made = results(system([True] * 60, "old"), system(WORSE, "new"))
    compared = made["retrieval_comparison"]
    figure = retrieval_figures(made["retrieval"]["systems"], compared, EN)[-1]
    assert figure.table.rows[0][0].text == "new − old"
    assert figure.table.rows[0][1].text.startswith("−0.200")
    (table,) = [one for one in retrieval_tables({}, compared, EN) if "Paired" in one.caption]
    assert table.columns[0] == "systems (first minus second)"
    assert {row[0].text for row in table.rows} == {"new − old"}
    quantities = switch_section(made, EN).tables[0]
    assert quantities.rows[4][1].text == "−0.200"


def test_lost_queries_show_texts_and_none_that_only_slipped():
    made = results(system([True] * 60, "old"), system(WORSE, "new"))
    (lost,) = [one for one in switch_section(made, EN).tables if "leaves" in one.caption]
    first = [cell.text for cell in lost.rows[0]]
    assert first[0].startswith("asking q")
    assert first[1] == "the right page"
    assert first[5] == "the other page"
    slipped = {q: ["b", "c", "a"] for q in (f"q{i}" for i in range(60))}
    lower = measure_rankings(slipped, dict.fromkeys(slipped, "a"), name="lower", rng=0)
    assert results(system([True] * 60, "old"), lower)["switch"]["lost_queries"] == []


def test_groups_have_no_mcnemar_and_the_reason_is_said():
    groups = {f"q{i}": f"g{i % 20}" for i in range(60)}
    made = results(system([True] * 60, "old", groups), system(WORSE, "new", groups))
    quantities, moves, *_ = switch_section(made, EN).tables
    assert quantities.rows[-1][1].missing
    assert "60 queries form 20 units" in quantities.rows[-1][1].note
    assert moves.rows[0][4].text not in ("–", "")


def test_equal_systems_are_said_to_be_equal():
    made = results(system(WORSE, "x"), system(WORSE, "y"))
    said = retrieval_section(made, EN).sentence
    assert "equal" in said
    assert "highest" not in said


def test_a_lead_names_its_metric_and_those_that_do_not_confirm_it():
    second = {f"q{i}": ["b", "a"] for i in range(60)}
    lower = measure_rankings(second, dict.fromkeys(second, "a"), name="lower", rng=0)
    document = retrieval_document(
        [system([True] * 60, "top"), lower],
        compare_retrieval([system([True] * 60, "top"), lower], rng=0),
    )
    assert document.verdict["code"] == "advice.verdicts.found_ahead_not_all"
    assert document.verdict["numbers"]["others"] == "recall@5, recall@10"
    assert "By recall@5, recall@10 it" in retrieval_section(document.to_dict()["results"],
                                                            EN).sentence  # fmt: skip


def test_two_systems_that_are_only_compared_have_a_note():
    systems = [system([True] * 60, "a"), system(WORSE, "b")]
    compared = compare_retrieval(systems, rng=0)
    told = {one.code: one.level for one in compared.findings()}
    assert told["retrieval.switch"] == "problem"
    held = {one.code: one.level for one in retrieval_document(systems, compared).findings()}
    assert held["retrieval.switch"] == "note"


@pytest.fixture(scope="module")
def copies():
    """Everything is one vector: ties decide."""
    return measure_retrieval(np.ones((30, 2)), np.ones((30, 2)),
                             gold={str(i): str(i) for i in range(30)}, rng=0)  # fmt: skip


def test_where_ties_decide_the_first_line_says_so(copies):
    document = retrieval_document([copies])
    assert document.verdict["code"] == "advice.verdicts.retrieval_first_ties"
    assert document.verdict["numbers"]["optimistic"] == 1.0
    said = retrieval_section(document.to_dict()["results"], EN).sentence
    assert "for 100%" in said


def test_a_bracket_of_one_number_is_not_shown(copies):
    one = copies.to_dict()
    assert any("depending on who wins" in text for text in all_doubts({"": one}, EN))
    one["recall"]["1"]["value"], one["optimistic"]["recall@1"] = 0.8811, 0.8814
    assert not any("depending on who wins" in text for text in all_doubts({"": one}, EN))


def test_what_exclude_hid_is_named_by_its_columns():
    held = EmbeddingSet.from_arrays(np.eye(4), ids=list("abcd"),
                                    columns={"language": ["en", "en", "ja", "ja"]})  # fmt: skip
    gold = {"a": "c", "b": "d", "c": "a", "d": "b"}
    hidden = {name: measure_retrieval(held, held, gold=gold, exclude=name).to_dict()
              for name in ("id", ("language",))}  # fmt: skip
    own, column = (all_doubts({"": one}, EN) for one in hidden.values())
    assert any("4 pairs of a query and its own document" in text for text in own)
    assert any("8 pairs of a query and a document equal to it in language" in t for t in column)


def test_several_answers_have_a_ceiling_and_hits_beside_recall():
    gold = {f"q{i}": list("abcd") for i in range(30)}
    found = measure_rankings({q: ["a", "x"] for q in gold}, gold, rng=0).to_dict()
    assert any("recall@1 can be 0.250 at most" in text for text in all_doubts({"": found}, EN))
    table = next(iter(retrieval_tables({"": found}, None, JA)))
    (recall,) = [row for row in table.rows if row[0].text == "recall@1"]
    assert "上限 0.250" in recall[1].note
    named = [name for name, _ in headline_metrics({"hits@1": 1.0, "recall@1": 0.25})]
    assert named == ["hits@1", "recall@1"]
    assert [name for name, _ in headline_metrics({"hits@1": 1.0, "recall@1": 1.0})] == ["recall@1"]

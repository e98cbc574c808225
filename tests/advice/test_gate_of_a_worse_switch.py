"""The gate and the first line of a switch that looks harmless by one number."""

import numpy as np
import pytest

from monosashi.advice.comparison import compare
from monosashi.advice.first_rules import first_rules
from monosashi.advice.retrieval_document import retrieval_document
from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.embeddings.panel import Panel
from monosashi.report.sections.retrieval import retrieval_section
from monosashi.report.sections.switch import switch_section
from monosashi.report.sentences import verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.results.gate import Gate
from monosashi.retrieval import compare_retrieval, measure_rankings

EN = Tongue("en")


def system(ranks, name):
    lists = {f"q{i}": [f"d{j}" for j in range(12)] for i in range(len(ranks))}
    for listed, rank in zip(lists.values(), ranks, strict=True):
        if rank:
            listed.insert(rank - 1, "gold")
    return measure_rankings(lists, dict.fromkeys(lists, "gold"), name=name, rng=0)


def document(old, new):
    found = [system(old, "old"), system(new, "new")]
    return retrieval_document(found, compare_retrieval(found, rng=0))


def failing(found):
    outcome = Gate(tuple(first_rules(found.to_dict()))).check(found)
    return [one.rule.path for one in outcome.outcomes if not one.passed]


def test_fewer_first_places_do_not_pass_though_nobody_loses_the_answer():
    found = document([1] * 200, [2] * 50 + [1] * 150)
    assert failing(found) == ["results.switch.main_difference", "results.switch.first_difference"]
    assert failing(document([2] * 50 + [1] * 150, [1] * 200)) == []


def test_a_sure_loss_that_is_only_a_note_has_no_soothing_words():
    found = document([1] * 200, [2] * 50 + [1] * 150)
    (told,) = [one for one in found.findings() if one.code.startswith("retrieval.switch")]
    assert (told.code, told.level) == ("retrieval.switch", "note")
    from monosashi.report.sentences import finding_sentences
    from monosashi.results.plain import plain

    said = finding_sentences({"code": told.code, "level": told.level,
                              "numbers": plain(told.numbers)}, "en")  # fmt: skip
    assert "lost in every switch" not in (said.usual or "")


def test_the_first_line_says_by_what_the_best_is_behind():
    """More first places, but fewer answers within ten."""
    found = document([1] * 150 + [0] * 50, [4] * 200)
    assert found.verdict["code"] == "advice.verdicts.found_ahead_mixed" or (
        found.verdict["code"] == "advice.verdicts.found_ahead_behind")  # fmt: skip
    assert found.verdict["numbers"]["best"] == "old"
    assert "recall@10" in found.verdict["numbers"]["behind"]
    assert "behind by recall@5, recall@10" in verdict_sentence(found.verdict, "en")
    said = retrieval_section(found.to_dict()["results"], EN).sentence
    assert "By recall@5, recall@10 it is surely behind." in said


def test_what_a_list_does_not_hold_is_not_in_the_list():
    tables = switch_section(document([1] * 60, [0] * 20 + [1] * 40).to_dict()["results"], EN).tables
    (lost,) = [one for one in tables if "leaves" in one.caption]
    assert lost.rows[0][3].note == "not in the list"
    quantities = [row[0].text for row in tables[0].rows]
    assert "nDCG@10, new minus old" in quantities
    assert "recall@1, new minus old" in quantities


def models(left_out):
    """Two models, the queries that both have."""
    rng = np.random.default_rng(0)
    rows = {name: rng.normal(size=(40, 8)) for name in ("old", "new")}

    def made(name):
        return EmbeddingSet.from_arrays(rows[name], ids=[f"d{i}" for i in range(40)],
                                        model=ModelCard(name=name))  # fmt: skip

    panel = Panel.of(made("old"), made("new"))
    gold = {f"d{i}": f"d{i}" for i in range(40)}
    return panel, [made("old"), made("new")], gold, left_out


@pytest.mark.parametrize("judged", [True, False])
def test_queries_left_out_are_counted_told_and_fail_the_gate(judged):
    panel, asked, gold, left = models({"new": ["x1", "x2"]})
    found = compare(panel, queries=asked, gold=gold if judged else None, left_out=left)
    section = "retrieval_comparison" if judged else "switch"
    assert found.to_dict()["results"][section]["n_left_out"] == {"old": 0, "new": 2}
    (told,) = [one for one in found.findings() if one.code == "retrieval.left_out"]
    assert (told.level, told.numbers["name"], told.numbers["count"]) == ("warning", "new", 2)
    assert failing(found) == [f"results.{section}.n_left_out.new"]
    assert found.verdict["code"].startswith("advice.verdicts.")
    whole = compare(panel, queries=asked, gold=gold if judged else None)
    assert failing(whole) == []
    assert not [one for one in whole.findings() if one.code == "retrieval.left_out"]

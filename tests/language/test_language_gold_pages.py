"""Queries with several answers in every language: who answers, who is linked, what is refused."""

import numpy as np
import pytest
from language.score_problems import members

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language.judging import judge, open_gold_pages
from monosashi.language.scored import CosineScores, Space

ITEMS = ["k1", "k2", "k3", "k4"]


def documents(texts=None, **more):
    """Four items in two languages; k1 in English has two chunks; k1, k2 are of section s."""
    keys = [*ITEMS, "k1", *ITEMS]
    names = ["en"] * 5 + ["ja"] * 4
    columns = {"key": keys, "lang": names, "section": ["s" if k < "k3" else k for k in keys]}
    if texts:
        columns["text"] = texts
    vectors = np.random.default_rng(0).normal(size=(9, 4)) + 1
    names = [f"d{i}" for i in range(9)]
    return EmbeddingSet.from_arrays(vectors, ids=names, columns=columns, **more)


def queries(sections=("s", "k3", "s", "nothing"), names=("ja", "en", "en", "en"), **more):
    n = len(sections)
    return EmbeddingSet.from_arrays(
        np.random.default_rng(1).normal(size=(n, 4)), ids=[f"q{i}" for i in range(n)],
        columns={"section": list(sections), "lang": list(names)}, **more)  # fmt: skip


def opened(gold="section", *, pages=None, asked=None):
    return open_gold_pages(pages or documents(), key="key", language="lang",
                           queries=asked or queries(), gold=gold)  # fmt: skip


def answers(held):
    return {str(held.queries.ids[row]): members(held.question.golds, i).tolist()
            for i, row in enumerate(held.rows)}  # fmt: skip


def test_a_shared_column_answers_in_every_language():
    held = opened()
    assert held.languages == ("en", "ja")
    assert answers(held) == {"q1": [2, 6], "q2": [0, 1, 4, 5], "q0": [0, 1, 4, 5]}
    assert held.question.own_pool.tolist() == [0, 0, 1]
    assert "not asked" in held.notices[-1].say("en")
    assert held.notices[-1].rows == (3,)


def test_gold_by_ids_names_chunks_and_means_documents():
    held = opened({"q0": ["d4", "d0"], "q1": {"d6": 2, "d7": 0}})
    assert answers(held) == {"q1": [5], "q0": [0]}


def test_units_hold_linked_queries_and_documents_together():
    """q2 is answered by k1 and k2, q1 by k2, q0 by k4 alone; nothing asks for k3."""
    held = opened({"q0": "d3", "q1": "d6", "q2": ["d5", "d1"]})
    units = {
        str(held.queries.ids[row]): int(unit)
        for row, unit in zip(held.rows, held.question.units, strict=True)
    }
    assert units["q1"] == units["q2"] != units["q0"]
    linked, alone = units["q1"], units["q0"]
    assert held.document_units.tolist() == [linked, linked, -1, alone] * 2


def test_a_query_is_judged_by_its_best_answer_of_a_language():
    pages, asked = documents(), queries()
    held = opened(pages=pages, asked=asked)
    space = Space.of(held, held.question, pages)
    judged = judge(CosineScores().scores(space), held.question)
    table = CosineScores().scores(space).block(slice(0, 3))
    place = list(held.rows).index(0)
    wrong = table[place, [2, 3, 6, 7]]
    assert judged.own_ranks()[place] == 1 + (wrong > table[place, 4:6].max()).sum()
    assert judged.cross_ranks()[place] == 1 + (wrong > table[place, :2].max()).sum()


def test_vectors_may_come_mended():
    pages, asked = documents(), queries()
    held = opened(pages=pages, asked=asked)
    turned = EmbeddingSet.from_arrays(-asked.vectors, ids=asked.ids, columns=asked.columns)
    plain = CosineScores().scores(Space.of(held, held.question, pages)).block(slice(0, 3))
    moved = CosineScores().scores(Space.of(held, held.question, pages, turned)).block(slice(0, 3))
    assert moved.shape == (3, 8)
    assert not np.array_equal(moved, plain)


def test_empty_answers_and_copies():
    """An empty page answers nothing; a copy of an answer does not compete with it."""
    texts = ["one", "two", "same", "same", "more", "いち", "", "さん", "し"]
    held = opened(pages=documents(texts))
    assert answers(held)["q0"] == [0, 1, 4]
    asked = list(answers(held)).index("q1")
    assert answers(held)["q1"] == [2, 6]
    assert members(held.question.equals, asked).tolist() == [2, 3, 6]


@pytest.mark.parametrize(("gold", "words"), [
    ({"q0": ["d0", "x9"], "q7": "d1"}, r'judges 1 queries.*"q7"[\s\S]*names 1 documents.*"x9"'),
    ({"q0": {"d0": 0}}, "no query has an answer"),
])  # fmt: skip
def test_gold_that_fits_nothing_is_named(gold, words):
    with pytest.raises(DataError, match=words):
        opened(gold)


def test_the_side_that_lacks_the_column_is_named():
    with pytest.raises(DataError) as caught:
        opened("page")
    assert [one.code.rpartition("_")[2] for one in caught.value.faults] == ["documents", "queries"]
    with pytest.raises(DataError) as caught:
        opened("key")
    (only,) = caught.value.faults
    assert only.say("en").startswith("the queries have no column 'key' (theirs: section, lang")


def test_all_faults_come_together():
    asked = queries(names=("fr", "en", "en", "en"), model=ModelCard(name="another"))
    pages = documents(model=ModelCard(name="one"))
    with pytest.raises(DataError) as caught:
        opened({"q0": "x1"}, pages=pages, asked=asked)
    codes = [found.code.rsplit(".", 1)[1] for found in caught.value.faults]
    assert codes == ["other_model", "foreign_queries", "gold_documents"]

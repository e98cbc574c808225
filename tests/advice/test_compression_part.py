"""audit(cut=, quantise=): the loss is that of the full vectors, the rest is of the small ones."""

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice import audit
from monosashi.advice.compression_part import Compressing, measure_compression_part
from monosashi.advice.search_asked import search_asked
from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, unit_rows
from monosashi.embeddings.compression import compressed, int8_scale

RNG = np.random.default_rng(0)
X = unit_rows(RNG.normal(size=(90, 24)))
ASKED = unit_rows(X + 0.1 * RNG.normal(size=X.shape))
GOLD = {str(i): str(i) for i in range(90)}
REST = {"k": 10, "confidence": 0.95, "rng": 0}


def small(**how):
    return audit(X, permutations=99, **how)


def codes(found):
    return {finding.code: finding for finding in found.findings()}


@pytest.mark.parametrize(
    ("how", "name"),
    [({"cut": 8}, "cut 8"), ({"quantise": "int8"}, "int8"), ({"quantise": "binary"}, "binary"),
     ({"cut": 8, "quantise": "int8"}, "cut 8 int8"),
     ({"cut": 24, "quantise": "binary"}, "binary")],
)  # fmt: skip
def test_only_the_variant_asked_for_is_measured_and_against_the_full_vectors(how, name):
    found = small(**how).compression
    assert [one.name for one in found.variants] == [name]
    alone = ms.measure_compression(X, dimension=how.get("cut"), quantise=how.get("quantise"), rng=0)
    same = next(one for one in alone.variants if one.name == name)
    assert found.variants[0].overlap.value == same.overlap.value
    assert found.full_bytes == 24 * 8


def test_everything_else_is_that_of_the_compressed_set():
    found = small(cut=8, quantise="int8")
    plain = audit(EmbeddingSet.from_arrays(X).cut(8).quantised("int8"), permutations=99)
    assert found.hubs.antihub_share == plain.hubs.antihub_share
    assert found.facts.v == plain.facts.v != audit(X, permutations=99).facts.v
    assert found.facts.dimension == 8
    data = found.to_dict()["data"]
    assert data["dimension"] == 8
    assert data["model"]["compression"] == "cut 8, int8"
    assert data["fingerprint"] == plain.to_dict()["data"]["fingerprint"]
    assert found.to_dict()["settings"]["cut"] == 8


def test_without_options_nothing_is_said_and_a_cut_of_all_numbers_is_none():
    plain = audit(X, permutations=99)
    for found in (plain, small(cut=24)):
        assert found.compression is None
        assert "compression" not in found.sections()
        assert "compression" not in found.skipped
        assert "retrieval.compression" not in codes(found)
        assert found.provenance.fingerprint == plain.provenance.fingerprint


def test_a_warning_only_where_the_high_end_is_below_the_limit():
    warned = codes(small(cut=4, quantise="binary"))["retrieval.compression"]
    assert warned.level == "warning"
    assert codes(small(quantise="int8"))["retrieval.compression"].level == "note"
    assert "cut 4, binary" in warned.say("en")
    assert f"{warned.numbers['overlap_text']}" in warned.say("ja")
    assert warned.numbers["times"] == pytest.approx(24 * 8)  # float64 against one byte
    assert warned.numbers["changed"] == pytest.approx(10 * (1 - warned.numbers["overlap"]))


def test_queries_are_compressed_on_the_scale_of_the_index_and_searched_with():
    found = small(cut=8, quantise="int8", queries=7 * ASKED, gold=GOLD)
    documents = EmbeddingSet.from_arrays(X)
    asked = compressed(EmbeddingSet.from_arrays(7 * ASKED), 8, "int8", index=documents)
    ranks = ms.measure_retrieval(asked, documents.cut(8).quantised("int8"), gold=GOLD, rng=0)
    assert found.retrieval.recall[1].value == ranks.recall[1].value
    assert found.compression.n_anchors == 90
    part = measure_compression_part(documents, search_asked(ASKED / 3, GOLD), Compressing(
        quantise="int8"), **REST)  # fmt: skip
    steps = part.asked.queries.vectors / int8_scale(X)
    np.testing.assert_allclose(steps, np.rint(steps), atol=1e-9)
    assert 5 < np.abs(np.rint(steps)).max() < 100  # a scale of their own would reach 127


@pytest.mark.parametrize("kind", [None, "int8", "binary"])
def test_rows_without_a_direction_stay_out_of_lists_and_in_the_count(kind):
    holed = np.vstack([X[:3], np.zeros(24), X[3:]])
    roles = EmbeddingSet.from_arrays(holed, query_vectors=np.vstack([ASKED[:3], X[:1], ASKED[3:]]))
    found = audit(roles, cut=8, quantise=kind, permutations=99)
    assert found.facts.zero_vectors == 1
    assert found.facts.n == 90
    without = EmbeddingSet.from_arrays(X, query_vectors=ASKED)
    one = audit(without, cut=8, quantise=kind, permutations=99).compression.variants[0]
    assert found.compression.variants[0].overlap.value == one.overlap.value


@pytest.mark.parametrize("kind", [None, "int8", "binary"])
def test_vectors_that_a_cut_empties_are_named_and_the_loss_has_a_reason(kind):
    emptied = X.copy()
    emptied[5, :8] = 0
    found = audit(EmbeddingSet.from_arrays(emptied, ids=[f"p{i}" for i in range(90)]), cut=8,
                  quantise=kind, permutations=99)  # fmt: skip
    assert found.compression is None
    assert "p5" in found.skipped["compression"].say("en")
    assert found.facts.zero_vectors == 1
    assert any("p5" in note.say("ja") for note in found.provenance.notices)


def test_too_few_rows_for_the_lists_is_a_reason():
    found = audit(X[:10], cut=8, permutations=99)
    assert found.compression is None
    assert "10" in found.skipped["compression"].say("ja")


@pytest.mark.parametrize(
    ("how", "words"),
    [({"cut": 25}, "1 to 24"), ({"cut": 0}, "1 to 24"), ({"cut": [8]}, "1 to 24"),
     ({"quantise": "int4"}, "int8, binary"),
     ({"cut": 8, "queries": np.hstack([X, X]), "gold": GOLD}, "48 dimensions")],
)  # fmt: skip
def test_what_cannot_be_done_is_one_fault(how, words):
    with pytest.raises(DataError, match=words) as refused:
        small(**how)
    assert len(refused.value.faults) == 1


def test_a_cut_does_not_hide_another_model_and_nothing_is_quantised_twice():
    documents = EmbeddingSet.from_arrays(X, model=ModelCard(name="A"))
    queries = EmbeddingSet.from_arrays(ASKED, model=ModelCard(name="B"))
    with pytest.raises(DataError, match='"B"'):
        audit(documents, cut=8, queries=queries, gold=GOLD)
    with pytest.raises(DataError, match="already compressed"):
        audit(documents.quantised("int8"), quantise="binary")


def test_texts_that_compression_makes_equal_have_their_own_finding():
    columns = {"text": [f"text {i}" for i in range(90)]}
    found = codes(audit(EmbeddingSet.from_arrays(X, columns=columns), cut=3, quantise="binary",
                        permutations=99))  # fmt: skip
    assert "advice.identical_compressed" in found
    assert "advice.identical_vectors" not in found


def test_the_verdict_names_the_compressed_space_and_the_full_value_and_the_gate_guards_both():
    from monosashi.advice.first_rules import first_rules
    from monosashi.report.sentences import verdict_sentence
    from monosashi.results.gate import Gate

    searched = {"queries": EmbeddingSet.from_arrays(ASKED), "gold": GOLD}
    found, whole = small(cut=2, **searched), small(**searched)
    assert found.verdict["code"] == "advice.verdicts.search_compressed"
    assert found.verdict["numbers"]["full_first"] == whole.retrieval.hits[1].value
    assert found.verdict["numbers"]["first"] == found.retrieval.hits[1].value
    said = verdict_sentence(found.verdict, "en")
    assert said.startswith("Compressed (first 2 numbers), ")
    assert f"({whole.retrieval.hits[1].value:.0%} before compression)" in said
    assert "圧縮前" in verdict_sentence(found.verdict, "ja")
    assert "Compressed" not in verdict_sentence(whole.verdict, "en")
    outcomes = Gate(tuple(first_rules(found.to_dict()))).check(found).outcomes
    failed = {one.rule.name for one in outcomes if not one.passed}
    assert {name for name in failed if "compressed minus full" in name} == {
        "recall@10, compressed minus full: not surely below −0.02",
        "nDCG@10, compressed minus full: not surely below −0.02"}  # fmt: skip
    kept = next(one for one in outcomes if "compression keeps" in one.rule.name)
    assert kept.passed
    assert kept.value["value"] == found.compression.variants[0].overlap.value
    low = Gate((kept.rule,)).check(small(cut=1, **searched))
    assert not low.passed


def test_groups_of_queries_are_the_units_of_neighbours_kept_and_few_are_told():
    labels = [f"q{i // 6}" for i in range(90)]
    found = small(cut=8, queries=ASKED, gold=GOLD, query_groups=labels)
    plain = small(cut=8, queries=ASKED, gold=GOLD)
    kept = found.compression.variants[0].overlap
    assert (kept.n, plain.compression.variants[0].overlap.n) == (15, 90)
    assert "over groups" in kept.method

    def told(one):
        return [note["code"] for note in one.to_dict()["data"]["notices"]]

    assert told(found).count("retrieval.notices.few_units") == 1
    assert "retrieval.notices.few_units" not in told(plain)

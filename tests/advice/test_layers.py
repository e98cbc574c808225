"""Four layers of a search whose faults are planted, so that each is known to lie in one layer."""

import json

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.advice.answer_pairs import AnswerPairs, answer_pairs
from monosashi.advice.crowding import crowding
from monosashi.advice.displacement import displacement
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.report import Report
from monosashi.results.writing import strict_json
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.units import Units

N, D, WORDINGS = 60, 24, 3
GOLD = {f"q{i}.{w}": f"d{i}" for i in range(N) for w in range(WORDINGS)}


def documents(seed=0):
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(6, D))[np.arange(N) % 6]
    columns = {"topic": [f"t{i % 6}" for i in range(N)], "text": [f"doc {i}" for i in range(N)]}
    return EmbeddingSet.from_arrays(topics + rng.normal(size=(N, D)),
                                    ids=[f"d{i}" for i in range(N)], columns=columns)  # fmt: skip


def queries(wording=0.15, shift=0.0, seed=1):
    """Three wordings of the question behind each document."""
    rng = np.random.default_rng(seed)
    meant = np.repeat(documents().vectors, WORDINGS, axis=0)
    vectors = meant + wording * rng.normal(size=meant.shape)
    vectors[:, 0] += shift
    columns = {"question": [name.split(".")[0] for name in GOLD],
               "text": [f"query {name}" for name in GOLD]}  # fmt: skip
    return EmbeddingSet.from_arrays(vectors, ids=list(GOLD), columns=columns)


def layers(**planted):
    found = audit(documents(), groups="topic", queries=queries(**planted), gold=GOLD,
                  query_groups="question", permutations=19)  # fmt: skip
    return found.layers


@pytest.fixture(scope="module")
def good():
    return layers()


@pytest.fixture(scope="module")
def shifted():
    return layers(shift=12.0)


def test_a_good_search_is_good_in_every_layer(good):
    assert good.query_r_squared.low > 0.9
    assert good.margin_positive.value == 1.0
    assert good.recall[1].value == 1.0
    assert good.offset_share.low == 0.0
    assert good.n_judged == N * WORDINGS
    assert good.reasons == {}


def test_a_common_shift_shows_between_the_sides_and_not_inside_them(good, shifted):
    assert shifted.query_r_squared.value == pytest.approx(good.query_r_squared.value, abs=0.05)
    assert shifted.document_r_squared == good.document_r_squared
    assert shifted.gold_gap == good.gold_gap
    assert shifted.offset_share.low > 0.5
    assert shifted.margin.high < good.margin.low - 0.1
    assert shifted.recall[1].high < 0.9
    assert [f.code for f in shifted.findings()] == ["advice.displaced"]
    assert good.findings() == []


def test_other_wording_shows_among_the_queries_alone(good):
    loose = layers(wording=0.6)
    assert loose.query_spread > 4 * good.query_spread
    assert loose.spread_ratio > 4 * good.spread_ratio
    assert loose.document_spread == good.document_spread
    assert loose.offset_share.low < 0.05


def test_the_shift_is_taken_back_without_help_from_the_own_answer():
    found = audit(documents(), queries=queries(shift=12.0), gold=GOLD, query_groups="question")
    (displaced,) = [f for f in found.findings() if f.code == "advice.displaced"]
    (remedy,) = displaced.remedies
    assert remedy.code == "advice.shift_back"
    assert remedy.numbers["low"] > 0.1
    assert remedy.numbers["after"] == pytest.approx(
        remedy.numbers["before"] + remedy.numbers["gain"])  # fmt: skip


def test_noise_alone_is_no_shift():
    """The square of a mean of noise is positive on average; its interval must still reach 0."""
    rng = np.random.default_rng(3)
    answer, noise = rng.normal(size=(2, N, D))
    units = Units(tuple(map(str, range(N))), np.arange(N), N)
    found = displacement(AnswerPairs(np.arange(N), units, np.arange(N), answer + noise, answer, ()))
    assert found.share.value > 0.01
    assert found.share.low == found.offset.low == 0.0
    assert found.share.bias_corrected < found.share.value / 2


def test_offset_against_a_value_worked_out_by_hand():
    """Answers at 0 and 90 degrees, both queries 90 degrees further: q - d+ = (-1, 1), (-1, -1)."""
    held = EmbeddingSet.from_arrays([[1, 0], [0, 1], [-1, -1]], ids=["a", "b", "c"])
    asked = EmbeddingSet.from_arrays([[0, 1], [-1, 0]], ids=["p", "q"])
    pairs = answer_pairs(Asking.of(asked, held, gold={"p": "a", "q": "b"}))
    found = displacement(pairs)
    assert found.share.value == pytest.approx(1 / 2)  # |(-1, 0)|² / 2
    assert found.offset.value == pytest.approx(1 / np.sqrt(0.5))  # spread² = 1 - |(.5, .5)|²
    assert found.share.low is None  # two units allow no jackknife


def test_crowding_by_hand_leaves_out_right_documents_and_hidden_ones():
    angles = np.radians([0, 1, 10, 40])
    vectors = np.c_[np.cos(angles), np.sin(angles)]
    columns = {"own": ["x", "y", "p", "z"]}
    held = EmbeddingSet.from_arrays(vectors, ids=["a", "b", "c", "d"], columns=columns)
    asked = EmbeddingSet.from_arrays([[np.cos(0.3), -np.sin(0.3)]], ids=["q"],
                                     columns={"own": ["p"]})  # fmt: skip

    def gap(gold, **options):
        pairs = answer_pairs(Asking.of(asked, held, gold={"q": gold}, **options))
        return crowding(held, pairs).gap[0]

    assert gap("a") == pytest.approx(2 - 2 * np.cos(np.radians(1)))
    assert gap(["a", "b"]) == pytest.approx(2 - 2 * np.cos(np.radians(10)))
    assert gap(["a", "b"], exclude=("own",)) == pytest.approx(2 - 2 * np.cos(np.radians(40)))
    assert np.isnan(gap(["a", "b", "c", "d"]))


def test_without_groups_layers_say_what_they_would_need():
    found = audit(documents(), queries=queries(), gold=GOLD, permutations=19).layers
    assert found.query_spread is None
    assert found.document_r_squared is None
    assert "--query-groups" in found.reasons["query_spread"].say("en")
    assert "--groups" in found.reasons["document_spread"].say("en")
    assert found.reasons["spread_ratio"] == found.reasons["query_spread"]
    assert found.margin.value > 0


def test_groups_of_queries_are_the_units_of_every_interval():
    found = audit(documents(), queries=queries(), gold=GOLD, query_groups="question",
                  permutations=19)  # fmt: skip
    assert found.retrieval.n_groups == N
    assert found.layers.margin.n == N
    assert found.layers.gold_crowded.n == N
    assert found.layers.offset_share.n == N


def test_queries_in_the_query_role_are_used_where_there_are_some():
    asked = queries()
    wrong = np.random.default_rng(5).normal(size=asked.vectors.shape)
    roles = EmbeddingSet.from_arrays(wrong, ids=asked.ids, columns=dict(asked.columns),
                                     query_vectors=asked.vectors)  # fmt: skip
    options = {"gold": GOLD, "query_groups": "question", "permutations": 19}
    plain = audit(documents(), queries=asked, **options).layers
    by_role = audit(documents(), queries=roles, **options).layers
    assert by_role.query_spread == pytest.approx(plain.query_spread)
    assert by_role.offset == plain.offset


def test_chunks_count_as_one_document():
    held = documents()
    twice = EmbeddingSet.from_arrays(
        np.vstack([held.vectors, held.vectors + 0.01]), ids=[f"c{i}" for i in range(2 * N)],
        columns={"page": [*held.ids, *held.ids]},
    )  # fmt: skip
    found = audit(twice, queries=queries(), gold=GOLD, document="page", permutations=19)
    assert found.retrieval.n_documents == N
    assert found.layers.recall[1].value == 1.0
    plain = audit(held, queries=queries(), gold=GOLD, permutations=19)
    # the twin chunk of the answer is no competitor: as little crowding as without chunks
    assert found.layers.gold_crowded.value <= plain.layers.gold_crowded.value + 0.05


def test_document_is_strict_json_and_every_gap_on_the_page_has_a_reason():
    found = audit(documents(), queries=queries(), gold=GOLD, permutations=19)
    document = json.loads(strict_json(found.to_dict()))
    assert {"retrieval", "layers"} <= set(document["results"])
    for words, missing in (("en", "no reason was recorded"), ("ja", "理由は記録されていません")):
        page = Report(found).render(words)
        assert missing not in page
        assert Report(document).render(words) == page


@pytest.mark.parametrize("shift", [0.0, 12.0])
def test_the_verdict_says_how_good_the_search_is(shift):
    asked = queries(shift=shift)
    found = audit(documents(), queries=asked, gold=GOLD, permutations=19)
    assert found.verdict["code"] == "advice.verdicts.search"
    assert found.verdict["numbers"]["first"] == found.retrieval.hits[1].value
    assert found.verdict["numbers"]["n"] == N * WORDINGS
    without = audit(documents(), permutations=19)
    assert without.verdict["code"].rsplit(".", 1)[1] in {"clean", "warnings", "problems"}


def test_the_same_seed_gives_the_same_document():
    options = {"queries": queries(shift=12.0), "gold": GOLD, "query_groups": "question",
               "permutations": 19, "rng": 7}  # fmt: skip
    first, second = (audit(documents(), **options).to_dict() for _ in range(2))
    assert strict_json(first) == strict_json(second)


@pytest.mark.parametrize(
    ("given", "code"),
    [({"queries": queries()}, "no_gold"), ({"gold": GOLD}, "no_queries"),
     ({"query_groups": "question"}, "no_queries")],
)  # fmt: skip
def test_half_a_search_is_refused(given, code):
    with pytest.raises(DataError) as caught:
        audit(documents(), **given)
    assert caught.value.faults[0].code == f"advice.errors.{code}"


def test_faults_of_both_sides_come_together():
    with pytest.raises(DataError) as caught:
        audit(documents(), groups="nope", queries=queries(), gold=GOLD, query_groups="none")
    message = str(caught.value)
    assert "nope" in message
    assert "none" in message


@pytest.mark.parametrize(
    ("vectors", "reasons"),
    [(np.ones((12, 4)), {"gold_gap": "same_documents", "offset": "same_answer"}),
     (None, {"offset_share": "on_answer"})],
    ids=["one-vector", "queries-on-answers"],
)  # fmt: skip
def test_what_cannot_be_said_has_its_own_reason(vectors, reasons):
    held = np.random.default_rng(0).normal(size=(12, 4))
    documents = held if vectors is None else vectors
    found = audit(documents, queries=held, permutations=19,
                  gold={str(i): str(i) for i in range(12)}).layers  # fmt: skip
    for name, reason in reasons.items():
        assert getattr(found, name) is None
        assert found.reasons[name].code == f"advice.reasons.{reason}"


def test_where_every_document_is_right_there_is_no_margin_and_no_crowd():
    held = np.random.default_rng(0).normal(size=(12, 4))
    every = [str(i) for i in range(12)]
    found = audit(held, queries=held[:2], gold={"0": every, "1": every}).layers
    assert found.margin is None
    assert found.gold_crowded is None
    assert {"margin", "margin_positive", "gold_gap", "gold_crowded"} <= set(found.reasons)


@pytest.mark.slow
def test_the_interval_of_the_shift_covers_and_is_freed_of_noise():
    """q - d+ = (c sqrt(d), 0, …) + noise: the share of the shift is c²d / (d + c²d)."""
    shift, rounds, d = 0.5, 300, 20
    truth = shift**2 / (1 + shift**2)
    covered, off = 0, []
    for seed in range(rounds):
        rng = np.random.default_rng(seed)
        answer, moved = rng.normal(size=(60, d)), rng.normal(size=(60, d))
        moved[:, 0] += shift * np.sqrt(d)
        units = Units(tuple(map(str, range(60))), np.arange(60), 60)
        rows = np.arange(60)
        found = displacement(AnswerPairs(rows, units, rows, answer + moved, answer, ())).share
        covered += found.low <= truth <= found.high
        off.append(found.bias_corrected - truth)
    assert 0.92 <= covered / rounds <= 0.99
    assert abs(np.mean(off)) < 3 * np.std(off) / np.sqrt(rounds)


def test_groups_of_one_query_are_no_layer_and_shuffled_labels_stand_beside():
    """With nearly every query in a group of its own, R² is near 1 whatever the vectors are."""
    asked = queries()
    alone = [f"g{i}" if i > 4 else "pair" for i in range(asked.n)]
    left = audit(documents(), queries=asked, gold=GOLD, query_groups=alone, permutations=19).layers
    for name in ("query_groups", "query_spread", "query_r_squared", "query_epsilon_squared",
                 "spread_ratio"):  # fmt: skip
        assert getattr(left, name) is None
        assert left.reasons[name].code in {"advice.reasons.few_in_groups",
                                           "advice.reasons.no_document_groups"}  # fmt: skip
    assert left.reasons["query_r_squared"].values["shared"] == 5
    whole = audit(documents(), queries=asked, gold=GOLD, query_groups="question",
                  permutations=19).layers  # fmt: skip
    expected = (whole.query_groups - 1) / (asked.n - 1)
    assert whole.query_expected == pytest.approx(expected)
    r2 = whole.query_r_squared.value
    assert float(whole.query_epsilon_squared) == pytest.approx(1 - (1 - r2) / (1 - expected))

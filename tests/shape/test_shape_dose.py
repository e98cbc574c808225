"""Dose: the oracle, hand-made tables, questions that are not whole."""

import json

import numpy as np
import pytest
from scipy.stats import kendalltau, page_trend_test

from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.report.sentences import verdict_sentence
from monosashi.shape import measure_dose


def wordings(questions=5, stages=3, each=3, seed=0, growth=1.0):
    """Spread of stage s is 1 + growth s."""
    rng = np.random.default_rng(seed)
    q = np.repeat(np.arange(questions), stages * each)
    s = np.tile(np.repeat(np.arange(stages), each), questions)
    return 5 * rng.normal(size=(questions, 6))[q] + (1 + growth * s)[:, None] * rng.normal(
        size=(len(q), 6)), q, s  # fmt: skip


def test_oracle(shared_oracle, shared_numbers):
    held, known = shared_oracle("d21_dose"), shared_numbers["derived"]["d21_dose"]
    dose = measure_dose(held["Z"], groups=held["q"], stage=held["stage"])
    table = [list(row["w_tilde"].values()) for row in dose.groups]
    assert np.array(table) == pytest.approx(np.array(known["Wtilde_q_by_stage"]), abs=1e-12)
    assert [row["mean_w_tilde"] for row in dose.stages] == pytest.approx(known["mean_by_stage"])
    assert (dose.page_l, dose.page_method) == (296.0, "exact")
    assert dose.page_p_value == pytest.approx(4.0046760304258513e-10, rel=1e-9)
    assert float(dose.kendall_tau) == pytest.approx(known["mean_kendall"])
    assert float(dose.strictly_increasing) == 0.6


def test_by_hand():
    """W~ = 1 - cosine for two unit vectors: 0, 0.2, 1 and 0.2, 0, 1."""
    a, b, c = [1, 0], [0.8, 0.6], [0, 1]
    x = [a, a, a, b, a, c, a, b, a, a, a, c]
    dose = measure_dose(x, groups=list("pppppp") + list("qqqqqq"), stage=[1, 1, 2, 2, 3, 3] * 2)
    assert [row["mean_w_tilde"] for row in dose.stages] == pytest.approx([0.1, 0.1, 1.0])
    assert float(dose.strictly_increasing) == 0.5
    assert float(dose.kendall_tau) == pytest.approx((1 + 1 / 3) / 2)
    assert dose.page_l == (1 * 1 + 2 * 2 + 3 * 3) + (1 * 2 + 2 * 1 + 3 * 3)


def test_page_and_kendall_of_scipy():
    vectors, q, s = wordings()
    dose = measure_dose(vectors, groups=q, stage=s, normalise=False)
    table = np.array([list(row["w_tilde"].values()) for row in dose.groups])
    known = page_trend_test(table)
    assert (dose.page_l, dose.page_p_value) == (known.statistic, known.pvalue)
    taus = [kendalltau(range(3), row).statistic for row in table]
    assert float(dose.kendall_tau) == pytest.approx(np.mean(taus))


def test_sizes_of_cells_do_not_bias():
    """W~ of two wordings and of nine have one mean; W would differ by a factor 0.56."""
    rng = np.random.default_rng(1)
    q = np.repeat(np.arange(400), 11)
    s = np.tile([0] * 2 + [1] * 9, 400)
    dose = measure_dose(rng.normal(size=(4400, 3)), groups=q, stage=s, normalise=False)
    first, second = (row["mean_w_tilde"] for row in dose.stages)
    assert first == pytest.approx(second, rel=0.1)


def test_order_of_stages():
    vectors, q, s = wordings()
    words = np.array(["weak", "middle", "strong"])[s]
    plain = measure_dose(vectors, groups=q, stage=s, normalise=False)
    named = measure_dose(vectors, groups=q, stage=words, order=["weak", "middle", "strong"],
                         normalise=False)  # fmt: skip
    assert named.page_l == plain.page_l
    back = measure_dose(vectors, groups=q, stage=words, order=["strong", "middle", "weak"],
                        normalise=False)  # fmt: skip
    assert float(back.kendall_tau) == pytest.approx(-float(plain.kendall_tau))
    ten = measure_dose(vectors, groups=q, stage=np.array([2, 9, 10])[s], normalise=False)
    assert [row["stage"] for row in ten.stages] == ["2", "9", "10"]


def test_questions_that_are_not_whole_are_left_out_and_named():
    vectors, q, s = wordings()
    kept = np.ones(len(q), dtype=bool)
    kept[np.flatnonzero((q == 2) & (s == 1))[:2]] = False
    dose = measure_dose(vectors[kept], groups=q[kept], stage=s[kept])
    assert dose.left_out == ("2",)
    assert dose.n_groups == 4
    assert [row["group"] for row in dose.groups] == ["0", "1", "3", "4"]


def test_ties_take_the_limit_and_two_stages_have_no_page():
    same = np.tile([[1, 0], [0.8, 0.6]], (6, 1))
    q, s = np.repeat([0, 1], 6), np.tile(np.repeat([0, 1, 2], 2), 2)
    flat = measure_dose(same, groups=q, stage=s)
    assert flat.kendall_tau is None
    assert flat.page_method == "asymptotic"
    assert float(flat.strictly_increasing) == 0
    vectors, q, s = wordings(stages=2)
    two = measure_dose(vectors, groups=q, stage=s)
    assert two.page_l is None
    assert "page_l" in two.reasons
    for dose in (flat, two):
        json.dumps(dose.to_dict(), allow_nan=False)


def test_columns_tables_and_words():
    vectors, q, s = wordings()
    data = EmbeddingSet.from_arrays(vectors, columns={"question": q, "stage": s})
    dose = measure_dose(data, groups="question", stage="stage")
    assert len(dose.tables()["dose_groups"]) == 15
    (finding,) = dose.findings()
    assert finding.say("en")
    assert "段階" in finding.say("ja")


@pytest.mark.parametrize(
    "labels",
    [["0.5", "1", "1.5", "10"], [0.5, 1.0, 1.5, 10.0], ["-1", "0", "2", "1e1"],
     ["\N{MINUS SIGN}2", "-1.5", "+1", "3"], np.array([-2, -1, 0, 10])],
)  # fmt: skip
def test_numerals_stand_by_size(labels):
    vectors, q, s = wordings(stages=4)
    dose = measure_dose(vectors, groups=q, stage=np.asarray(labels, dtype=object)[s],
                        normalise=False)  # fmt: skip
    plain = measure_dose(vectors, groups=q, stage=s, normalise=False)
    means = [row["mean_w_tilde"] for row in plain.stages]
    assert [row["mean_w_tilde"] for row in dose.stages] == means
    assert dose.page_l == plain.page_l
    assert not dose.order_assumed


def test_numerals_of_one_size_are_one_stage():
    vectors, q, s = wordings()
    mixed = np.array(["1", "2", "3"], dtype=object)[s]
    mixed[::2] = np.array(["1.0", "2.0", "3.0"], dtype=object)[s[::2]]
    dose = measure_dose(vectors, groups=q, stage=mixed, normalise=False)
    assert [row["stage"] for row in dose.stages] == ["1", "2", "3"]
    assert dose.n_groups == 5


def test_an_alphabet_is_no_order():
    vectors, q, s = wordings()
    words = np.array(["weak", "middle", "strong"])[s]
    dose = measure_dose(vectors, groups=q, stage=words)
    first = dose.findings()[0]
    assert (first.code, first.level) == ("shape.stage_order", "warning")
    assert "middle, strong, weak" in first.say("en")
    told = measure_dose(vectors, groups=q, stage=words, order=["weak", "middle", "strong"])
    assert [finding.code for finding in told.findings()] == ["shape.dose"]


def test_an_order_may_leave_stages_out():
    vectors, q, s = wordings()
    words = np.array(["weak", "middle", "strong"])[s]
    two = measure_dose(vectors, groups=q, stage=words, order=["weak", "strong"], normalise=False)
    kept = s != 1
    known = measure_dose(vectors[kept], groups=q[kept], stage=s[kept], normalise=False)
    assert [row["mean_w_tilde"] for row in two.stages] == pytest.approx(
        [row["mean_w_tilde"] for row in known.stages])  # fmt: skip
    assert two.n == kept.sum()
    assert two.stages_left_out == ("middle",)
    assert "middle" in two.notices[0].say("en")


def test_trends_that_are_all_alike_have_no_interval():
    vectors, q, s = wordings(stages=2)
    vectors = np.where((s == 1)[:, None], 50.0, 1.0) * vectors
    dose = measure_dose(vectors, groups=q, stage=s, normalise=False)
    assert float(dose.kendall_tau) == 1
    assert dose.kendall_tau.low is None
    assert "the same" in dose.reasons["kendall_tau.interval"].say("en")
    assert all(finding.say("en") for finding in dose.findings())


def test_chance_of_rising_stands_beside_the_share():
    vectors, q, s = wordings()
    dose = measure_dose(vectors, groups=q, stage=s)
    assert dose.chance_increasing == 1 / 6
    assert "alike stages would give 0.833" in dose.findings()[0].say("en")


@pytest.mark.parametrize(
    ("options", "said"),
    [({"order": [0, 1, 5]}, "stages that exist"), ({"order": [0, 1, 1]}, "each once"),
     ({"order": [1]}, "only one stage"),     ({"stage": [0] * 45}, "only one stage"),
     ({"groups": np.arange(45)}, "none of 45 questions")],
)  # fmt: skip
def test_refusals(options, said):
    vectors, q, s = wordings()
    with pytest.raises(DataError, match=said):
        measure_dose(vectors, **({"groups": q, "stage": s} | options))


def test_a_rise_that_is_not_shown_is_called_so():
    rng = np.random.default_rng(5)
    questions, stages = np.repeat(np.arange(8), 9).astype(str), np.tile(np.arange(3), 24)
    dose = measure_dose(rng.normal(size=(72, 4)), groups=questions, stage=stages)
    assert dose.page_p_value > 0.05
    (finding,) = dose.findings()
    assert finding.code == "shape.dose_not_shown"
    verdict = shape_document({"dose": dose}).verdict
    assert verdict["code"] == "shape.verdicts.dose_not_shown"
    assert "not shown" in verdict_sentence(verdict, "en")
    assert "by chance 1.33)" in verdict_sentence(verdict, "en")
    assert "示されていません" in verdict_sentence(verdict, "ja")

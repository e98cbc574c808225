"""Input against output: the ICC oracles, four patterns, gaps, no variation."""

import json

import numpy as np
import pytest

from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.report.sentences import verdict_sentence
from monosashi.shape import diagnose_input_output, measure_shape
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.proportions import clopper_pearson


def wordings(questions=12, each=4, within=0.1, seed=0):
    rng = np.random.default_rng(seed)
    q = np.repeat(np.arange(questions), each)
    return rng.normal(size=(questions, 6))[q] + within * rng.normal(size=(len(q), 6)), q, rng


@pytest.mark.parametrize("name", ["d15_icc_balanced", "d16_icc_unbalanced"])
def test_output_is_the_icc_of_r(name, oracle, expected):
    held = oracle(name)
    y, g = held["y"], held["g"]
    found = diagnose_input_output(np.eye(len(y)) + 1, y, groups=g)
    assert float(found.output) == pytest.approx(expected[name]["closed_form"]["ICC"], abs=1e-12)


def test_input_is_that_of_measure_shape():
    vectors, q, rng = wordings()
    y = rng.integers(0, 2, len(q))
    found = diagnose_input_output(vectors, y, groups=q)
    shape = measure_shape(vectors, q, permutations=1)
    assert float(found.input) == float(shape.icc)
    assert found.input.high == pytest.approx(shape.icc.high)
    both = diagnose_input_output(vectors, y, groups=q, statistic="r_squared")
    assert float(both.input) == float(shape.r_squared)
    assert both.statistic == "r_squared"


@pytest.mark.parametrize("within", [0.05, 3.0])
@pytest.mark.parametrize("by_question", [True, False])
def test_four_patterns(within, by_question):
    vectors, q, rng = wordings(within=within, questions=40)
    y = (rng.random(40) < 0.5)[q] if by_question else rng.random(len(q)) < 0.5
    found = diagnose_input_output(vectors, y, groups=q)
    first, second = "high" if within < 1 else "low", "high" if by_question else "low"
    assert found.pattern == f"{first}_{second}"
    assert found.sure
    assert found.binary
    finding = next(one for one in found.findings() if one.code != "shape.outcome_pairs")
    assert finding.code == f"shape.{found.pattern}"
    assert finding.say("en")
    assert finding.say("ja")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_pattern_is_named_where_an_interval_reaches_across(language):
    vectors, q, rng = wordings(within=0.05, questions=40)
    y = (rng.random(40) < 0.5)[q]
    sure = diagnose_input_output(vectors, y, groups=q)
    across = (sure.input.low + sure.input.high) / 2
    found = diagnose_input_output(vectors, y, groups=q, threshold=across)
    finding = next(one for one in found.findings() if one.code != "shape.outcome_pairs")
    assert finding.code == "shape.pattern_unsure"
    assert f"{across:g}" in finding.say(language)
    verdict = shape_document({"input_output": found}).verdict
    assert verdict["code"] == "shape.verdicts.pattern_unsure"
    assert verdict_sentence(verdict, language)


def test_no_gap_is_ever_computed():
    vectors, q, rng = wordings()
    found = diagnose_input_output(vectors, rng.random(len(q)), groups=q)
    gap = float(found.input) - float(found.output)
    numbers = [v for row in found.tables()["input_output"] for v in row.values()
               if isinstance(v, float)]  # fmt: skip
    assert not any(np.isclose(number, gap) for number in numbers)
    assert not found.binary


def test_missing_outcomes_leave_both_sides():
    vectors, q, rng = wordings()
    y = rng.random(len(q))
    y[[0, 5, 6]] = np.nan
    ids = [f"w{i}" for i in range(len(q))]
    data = EmbeddingSet.from_arrays(vectors, ids=ids, columns={"q": q})
    found = diagnose_input_output(data, y, groups="q")
    kept = ~np.isnan(y)
    alone = diagnose_input_output(vectors[kept], y[kept], groups=q[kept])
    assert found.n_missing == 3
    assert (float(found.input), float(found.output)) == (float(alone.input), float(alone.output))
    named = diagnose_input_output(
        data,
        {w: v for w, v in zip(ids, y, strict=True) if not np.isnan(v)},
        groups="q",
    )
    assert float(named.output) == float(found.output)


def test_right_and_wrong_as_words_of_logic():
    vectors, q, rng = wordings()
    y = rng.integers(0, 2, len(q))
    a, b = (diagnose_input_output(vectors, given, groups=q) for given in (y, y.astype(bool)))
    assert float(a.output) == float(b.output)


@pytest.mark.parametrize("constant", ["output", "input"])
def test_no_variation_is_neither_0_nor_1(constant):
    vectors, q, rng = wordings()
    y = np.ones(len(q)) if constant == "output" else rng.random(len(q))
    vectors = np.ones_like(vectors) if constant == "input" else vectors
    found = diagnose_input_output(vectors, y, groups=q)
    assert getattr(found, constant) is None
    assert found.pattern is None
    assert {constant, "pattern"} <= set(found.reasons)
    assert not found.sure
    assert found.findings() == []
    json.dumps(found.to_dict(), allow_nan=False)


def test_negative_icc_is_kept():
    """Each question has one right and one wrong wording: less alike than chance."""
    vectors, q, _ = wordings(each=2)
    assert float(diagnose_input_output(vectors, [0, 1] * 12, groups=q).output) == pytest.approx(-1)


def test_single_wordings_are_counted_and_few_questions_have_no_interval():
    vectors, q, rng = wordings(questions=3)
    found = diagnose_input_output(vectors[:9], rng.random(9), groups=q[:9])
    assert found.n_single == 1
    two = diagnose_input_output(vectors[:8], rng.random(8), groups=q[:8])
    assert two.input.low is None
    assert "input.interval" in two.reasons
    assert not two.sure


@pytest.mark.parametrize(
    ("outcomes", "options", "said"),
    [
        (["yes"] * 48, {}, "yes"),
        ([None] * 48, {}, "none of 48"),
        ([1] * 48, {"threshold": 1}, "threshold"),
        ([1] * 48, {"statistic": "kappa"}, "kappa"),
        ([1] * 47, {}, "47"),
    ],
)
def test_refusals(outcomes, options, said):
    vectors, q, _ = wordings()
    with pytest.raises(DataError, match=said):
        diagnose_input_output(vectors, outcomes, groups=q, **options)


def test_results_that_hardly_differ_say_nothing_about_wording():
    """98 % right: ICC is low since questions do not differ, not since wordings do."""
    vectors, q, rng = wordings(questions=60, within=0.05)
    y = (rng.random(len(q)) > 0.02).astype(float)
    found = diagnose_input_output(vectors, y, groups=q)
    assert float(found.output) < 0.5
    assert found.alike
    assert found.mean_outcome == y.mean()
    codes = [finding.code for finding in found.findings()]
    assert "shape.results_alike" in codes
    assert not {"shape.high_low", "shape.low_low"} & set(codes)
    verdict = shape_document({"input_output": found}).verdict
    assert verdict["code"] == "shape.verdicts.results_alike"
    for language in ("en", "ja"):
        assert verdict_sentence(verdict, language)


def test_agreeing_pairs_by_hand():
    """Questions 110, 00 and 1: 1 + 1 of 4 pairs within; 11 across, of which 5 agree."""
    y = np.array([1.0, 1, 0, 0, 0, 1])
    found = diagnose_input_output(np.eye(6), y, groups=list("aaabbc"))
    assert found.agreeing_pairs == 2 / 4
    pairs = [(i, j) for i in range(6) for j in range(i) if "aaabbc"[i] != "aaabbc"[j]]
    assert found.chance_agreeing == np.mean([y[i] == y[j] for i, j in pairs])
    assert found.rare_groups == 2


def test_few_failing_questions_are_told_and_name_no_pattern():
    vectors, q, _ = wordings(questions=40)
    y = np.ones(len(q))
    y[:8] = [0, 0, 0, 0, 0, 0, 1, 1]
    found = diagnose_input_output(vectors, y, groups=q)
    assert found.rare_groups == 2
    assert not found.sure
    warned = [one for one in found.findings() if one.code == "shape.few_rare"]
    assert warned[0].level == "warning"
    assert warned[0].say("ja")


def test_few_questions_are_told():
    vectors, q, rng = wordings(questions=6)
    found = diagnose_input_output(vectors, rng.normal(size=len(q)), groups=q)
    assert "shape.groups" in [one.code for one in found.findings()]


def test_results_exactly_by_question_have_an_exact_limit():
    """None of 40 questions is mixed: at most 1 - 0.025^(1/40) = 8.8 % of all."""
    vectors, q, _ = wordings(questions=40)
    y = (np.arange(40) % 2.0)[q]
    found = diagnose_input_output(vectors, y, groups=q)
    mixed = 1 - 0.025 ** (1 / 40)
    share = clopper_pearson(20, 40)[0]
    assert found.output.value == 1
    assert found.output.low == pytest.approx(1 - mixed * 4 / 12 / (share * (1 - share)))
    assert found.output.high == 1


def test_interval_of_outcomes_that_are_mostly_right_by_hand():
    """Three of 20 questions have one wrong wording of four: the three others are right each time.

    The chance r that another one is right is 1, of three questions at least 0.025^(1/3); with
    m = 3/80 wrong the ICC lies between 1 - 1/(1 - m) and 1 - 0.025^(1/3)/(1 - m).
    """
    vectors, q, _ = wordings(questions=20)
    y = np.ones(len(q))
    y[[0, 17, 42]] = 0
    common = 1 - 3 / 80
    found = diagnose_input_output(vectors, y, groups=q)
    assert found.output.low == pytest.approx(1 - 1 / common)
    assert found.output.high == pytest.approx(1 - 0.025 ** (1 / 3) / common)
    assert diagnose_input_output(vectors, 1 - y, groups=q).output == found.output
    both = diagnose_input_output(vectors, y, groups=q, statistic="r_squared").output
    assert both.low == pytest.approx(1 - 3 / 4 / common - (1 - 0.025 ** (1 / 3)) / 4 / common)
    assert both.low < both.value == pytest.approx(1 - 3 / 4 / common)


def test_interval_of_mixed_questions_by_hand():
    """r is the mean over wrong wordings of how many others are right, with its beta interval."""
    vectors, q, _ = wordings(questions=20)
    wrong = np.zeros((20, 4))
    for question, many in enumerate([1, 2, 3, 4, 4, 1, 2]):
        wrong[question, :many] = 1
    found = diagnose_input_output(vectors, 1 - wrong.ravel(), groups=q).output
    counts = wrong.sum(axis=1)
    held = counts > 0
    r = mean_interval((counts * (4 - counts) / 3)[held], counts[held])
    common = 1 - wrong.mean()
    assert found.low == pytest.approx(1 - r.high / common)
    assert found.high == pytest.approx(1 - r.low / common)
    assert found.low < found.value < found.high


def test_rarer_outcomes_in_questions_of_one_wording():
    """All questions with several wordings agree: the exact limit, which says little here."""
    rows = np.random.default_rng(0).normal(size=(8, 5))
    found = diagnose_input_output(rows, [1, 1, 1, 1, 1, 1, 0, 0], groups=list("aaabbbcd"))
    assert (found.output.low, found.output.value, found.output.high) == (0, 1, 1)


def chances(kind, rng, questions):
    """(G,) chance of each question that a wording of it is right."""
    name, *rest = kind
    if name == "logit-normal":
        middle, spread = rest
        return 1 / (1 + np.exp(-(middle + spread * rng.normal(size=questions))))
    if name == "beta":
        mean, rho = rest
        much = (1 - rho) / rho
        return rng.beta(mean * much, (1 - mean) * much, size=questions)
    share, hard = rest
    return np.where(rng.random(questions) < share, hard, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [
    ("logit-normal", 0, 3.2), ("logit-normal", 4, 5), ("logit-normal", 4, 2),
    ("logit-normal", 3, 1), ("beta", 0.95, 0.5), ("beta", 0.9, 0.1), ("beta", 0.8, 0.3),
    ("beta", 0.5, 0.3), ("beta", 0.9, 0.7), ("some hard", 0.1, 0.5), ("some hard", 0.2, 0.3),
])  # fmt: skip
@pytest.mark.parametrize(("questions", "each"), [(10, 4), (20, 4), (50, 4), (20, 2)])
def test_interval_of_yes_and_no_covers(kind, questions, each):
    """ICC .07 to .73, 50 to 98 % right; leaving out one question covers .28 to .98 here."""
    known = chances(kind, np.random.default_rng(5), 2_000_000)
    truth = known.var() / (known.mean() * (1 - known.mean()))
    rng, held, told = np.random.default_rng(questions + each), 0, 0
    q = np.repeat(np.arange(questions), each)
    vectors = np.eye(len(q))
    for _ in range(2_000):
        y = (rng.random(len(q)) < chances(kind, rng, questions)[q]).astype(float)
        if 0 < y.sum() < len(y):
            found = diagnose_input_output(vectors, y, groups=q, normalise=False).output
            told += 1
            held += found.low <= truth <= found.high
    assert told > 100
    assert held / told >= 0.94


def test_size_of_outcomes_does_not_matter():
    vectors, q, rng = wordings()
    y = rng.normal(size=len(q))
    plain = diagnose_input_output(vectors, y, groups=q)
    for scale in (1e300, 1e-300):
        found = diagnose_input_output(vectors, scale * y, groups=q)
        assert float(found.output) == pytest.approx(float(plain.output))
        assert found.output.low == pytest.approx(plain.output.low)


def test_masked_outcomes_are_gaps():
    vectors, q, _ = wordings()
    y = np.ma.array(np.arange(len(q)) % 2.0, mask=np.arange(len(q)) < 8)
    assert diagnose_input_output(vectors, y, groups=q).n_missing == 8


@pytest.mark.slow
@pytest.mark.parametrize(("groups", "spread", "middle"), [(10, 3.2, 0), (20, 5, 4), (20, 8, 6)])
def test_a_wrong_side_is_rarely_called_sure(groups, spread, middle):
    """Questions decide (ICC .56 to .79): low is stated in fewer than 5 % of samples."""
    rng, wrong = np.random.default_rng(groups), 0
    for _ in range(1_000):
        q = np.repeat(np.arange(groups), 4)
        right = 1 / (1 + np.exp(-(middle + spread * rng.normal(size=groups))[q]))
        y = (rng.random(len(q)) < right).astype(float)
        vectors = rng.normal(size=(groups, 6))[q] + 0.1 * rng.normal(size=(len(q), 6))
        found = diagnose_input_output(vectors, y, groups=q)
        wrong += found.sure and found.pattern != "high_high"
    assert wrong / 1_000 <= 0.05

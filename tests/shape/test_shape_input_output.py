"""Input against output: the ICC oracles, four patterns, gaps, no variation."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import diagnose_input_output, measure_shape


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
    (finding,) = found.findings()
    assert finding.code == f"shape.{found.pattern}"
    assert finding.say("en")
    assert finding.say("ja")


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

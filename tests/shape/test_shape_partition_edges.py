"""What a partition refuses, what it leaves undefined, and what it says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import partition_variance

ROWS = np.random.default_rng(0).normal(size=(12, 3))
TOPIC, LANG = list("aaaabbbbcccc"), list("xyxyxyxyxyxy")


def refused(*args, **options):
    with pytest.raises(DataError) as caught:
        partition_variance(*args, **options)
    return caught.value


def test_missing_labels_and_numbers_are_named_together():
    data = EmbeddingSet.from_arrays(ROWS, ids=[f"doc{i}" for i in range(12)])
    holes = [*LANG[:11], None]
    size = [1.0, 2.0, float("nan"), *range(9)]
    error = refused(data, {"topic": TOPIC, "lang": holes}, covariates={"size": size})
    text = error.say("en")
    assert "doc11" in text
    assert "doc2" in text
    assert "size" in text
    assert error.say("ja") != text


@pytest.mark.parametrize(
    ("factors", "options", "words"),
    [
        ({}, {}, "no factor"),
        ({"topic": TOPIC}, {"interactions": ["topic:lang"]}, "lang"),
        ({"topic": TOPIC, "lang": LANG}, {"interactions": ["lang:topic", "topic:lang"]}, "once"),
        ({"topic": TOPIC}, {"covariates": {"topic": LANG}}, "topic"),
        ({"topic": TOPIC}, {"interactions": ["topic:topic"]}, "topic:topic"),
        ({"topic": ["a"] * 12}, {}, "same value everywhere"),
        ({"topic": TOPIC}, {"covariates": {"size": [2.0] * 12}}, "size"),
        ({"topic": TOPIC}, {"by": "both"}, "both"),
        ({"topic": TOPIC}, {"method": "reduced"}, "reduced"),
        ({"topic": TOPIC}, {"permutations": 0}, "permutations"),
        ({"topic": TOPIC}, {"confidence": 95}, "0.95"),
        ({"topic": TOPIC[:-1]}, {}, "11"),
        (["topic"], {}, "topic"),
    ],
)
def test_refusals(factors, options, words):
    assert words in refused(ROWS, factors, **options).say("en")


def test_saturated_designs_are_refused():
    error = refused(ROWS[:6], {"topic": list("aabbcc"), "lang": list("xyxyxy")},
                    interactions=["topic:lang"])  # fmt: skip
    assert "6 parameters for 6 objects" in error.say("en")


def test_identical_vectors_are_refused():
    assert "identical" in refused(np.ones((12, 3)), {"topic": TOPIC}).say("en")


@pytest.mark.parametrize("by", ["terms", "margin"])
def test_aliased_terms_say_so(by):
    coarse = ["a" if label == "a" else "other" for label in TOPIC]
    found = partition_variance(ROWS, {"topic": TOPIC, "coarse": coarse}, by=by, permutations=9)
    row = found["coarse"]
    assert (row["df"], row["ss"], row["f"], row["p_value"]) == (0, 0.0, None, None)
    assert "coarse" in row["reason"]
    assert found["topic"]["df"] == (2 if by == "terms" else 1)
    assert found["residual"]["df"] == 9


def test_a_factor_inside_an_interaction_has_no_margin():
    found = partition_variance(ROWS, {"topic": TOPIC, "lang": LANG}, by="margin",
                               interactions=["topic:lang"], permutations=9)  # fmt: skip
    assert found["topic"]["ss"] is None
    assert "interaction" in found["topic"]["reason"]
    assert found["topic:lang"]["df"] == 2


def test_perfect_fit_has_an_infinite_f_and_a_p():
    rows = np.array([[1.0, 0], [0, 1], [-1, 0]])[np.repeat([0, 1, 2], 4)]
    found = partition_variance(rows, {"topic": TOPIC, "lang": LANG}, permutations=999)
    assert found["topic"]["f"] is None
    assert "infinite" in str(found.reasons["f.topic"])
    assert found["topic"]["p_value"] <= 0.003, "6 of 34,650 partitions separate the topics"
    assert found["topic"]["r_squared"] == pytest.approx(1.0)
    assert found["lang"]["p_value"] is None
    assert "lang" in found["lang"]["reason"]


def test_covariates_enter_first_and_are_not_tested():
    size = np.arange(12.0)
    found = partition_variance(ROWS, {"lang": LANG}, covariates={"size": size}, permutations=9)
    assert [row["term"] for row in found.rows] == ["size", "lang", "residual", "total"]
    assert found["size"]["role"] == "covariate"
    assert found["size"]["p_value"] is None
    far = partition_variance(ROWS, {"lang": LANG}, covariates={"size": 1e9 + 1e-3 * size},
                             permutations=9)  # fmt: skip
    assert far["lang"]["ss"] == pytest.approx(found["lang"]["ss"], rel=1e-4)


def test_columns_by_name_with_a_crossing():
    data = EmbeddingSet.from_arrays(ROWS, columns={"topic": TOPIC, "lang": LANG, "a:b": LANG})
    found = partition_variance(data, ["topic", "lang", "topic:lang"], permutations=9)
    assert [row["role"] for row in found.rows[:3]] == ["factor", "factor", "interaction"]
    named = partition_variance(data, ["topic", "a:b"], permutations=9)
    assert named["a:b"]["role"] == "factor"


def test_json_tables_and_words():
    found = partition_variance(ROWS, {"topic": TOPIC, "lang": LANG}, clusters=list("pqrstupqrstu"),
                               interactions=["topic:lang"], permutations=99)  # fmt: skip
    held = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [row["term"] for row in held["rows"]][-1] == "total"
    assert "topic:lang" in found.to_markdown()
    codes = [finding.code for finding in found.findings()]
    assert codes[0] == "shape.groups", "six clusters are few"
    assert all(finding.say(lang) for finding in found.findings() for lang in ("en", "ja"))


def test_units_of_many_rows_move_together():
    """Above 1,024 rows the tests run in float32, which once took units for rows."""
    rng = np.random.default_rng(1)
    unit = np.repeat(np.arange(300), 4)
    kind = (np.arange(300) % 3)[unit]
    rows = rng.normal(size=(300, 3))[unit] + 0.1 * rng.normal(size=(1200, 3)) + kind[:, None]
    found = partition_variance(rows, {"kind": kind}, whole=unit, permutations=99, normalise=False)
    assert found["kind"]["p_value"] == 0.01
    many = partition_variance(rows, {"kind": kind, "unit": unit}, permutations=9, whole=unit,
                              normalise=False)  # fmt: skip
    assert many.tests or many.reasons


def test_same_generator_same_answer():
    options = {"permutations": 99, "rng": 3, "interactions": ["topic:lang"]}
    first = partition_variance(ROWS, {"topic": TOPIC, "lang": LANG}, **options)
    again = partition_variance(ROWS, {"topic": TOPIC, "lang": LANG}, **options)
    assert first.to_dict() == again.to_dict()


def test_an_interval_above_chance_does_not_stand_for_a_test_that_shows_nothing():
    """Translations resemble one another: the corrected share lies above 0, and p is near 1."""
    rng = np.random.default_rng(2)
    page, lang = np.repeat(np.arange(90), 3), np.tile(np.arange(3), 90)
    topic = page % 6
    rows = (rng.normal(size=(6, 12))[topic] + 2 * rng.normal(size=(90, 12))[page]
            + 0.4 * rng.normal(size=(18, 12))[topic * 3 + lang]
            + 0.5 * rng.normal(size=(270, 12)))  # fmt: skip
    data = EmbeddingSet.from_arrays(
        rows, columns={"topic": topic.astype(str), "lang": lang.astype(str), "page": page}
    )
    found = partition_variance(data, ["topic", "lang", "topic:lang"], clusters="page",
                               permutations=99, normalise=False, rng=0)  # fmt: skip
    row = found["topic:lang"]
    assert row["adjusted_low"] > 0 > row["adjusted_r_squared"]
    assert row["p_value"] > 0.9
    told = {one.code: one for one in found.findings()}
    warned = told.get("shape.partition_below_chance") or told["shape.partition_interval_apart"]
    assert warned.level == "warning"
    assert "topic:lang" in warned.numbers["terms"]
    rows_ = [{**row, "p_value": 0.4} if row["term"] == "topic:lang" else row for row in found.rows]
    apart = replace(found, rows=tuple(rows_)).findings()
    assert "shape.partition_interval_apart" in [one.code for one in apart]
    verdict = shape_document({"partition": found}).verdict["numbers"]["adjusted_text"]
    assert "topic:lang" not in verdict, "only what is shown is given its size"

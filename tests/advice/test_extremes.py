"""Spaces at the edge of what can be measured."""

import json

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.lengths import row_lengths

BASE = np.random.default_rng(0).normal(size=(40, 6))


def strict(result):
    return json.loads(json.dumps(result.to_dict(), allow_nan=False))


@pytest.mark.parametrize("scale", [1e300, 1e200, 1e154, 1e-154, 1e-300, 1e-320])
def test_the_scale_of_the_vectors_changes_their_lengths_only(scale):
    facts, usual = audit(BASE * scale).facts, audit(BASE).facts
    assert facts.norm_mean == pytest.approx(usual.norm_mean * scale, rel=1e-3)
    tolerance = 1e-2 if scale < 1e-300 else 1e-9
    assert facts.v == pytest.approx(usual.v, rel=tolerance)


def test_lengths_of_a_mixture_of_scales():
    mixed = BASE * np.where(np.arange(40) % 2, 1e300, 1e-300)[:, None]
    lengths = row_lengths(mixed)
    assert np.isfinite(lengths).all()
    assert lengths[1] / 1e300 == pytest.approx(np.linalg.norm(BASE[1]))
    assert strict(audit(mixed))
    assert np.isfinite(row_lengths(np.full((2, 3), 1.7e308))).all()
    assert row_lengths(np.zeros((2, 3))).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "vectors",
    [np.ones((40, 5)), np.repeat(np.eye(5)[:2], 20, axis=0), BASE[:, :1], np.eye(40)],
    ids=["one vector", "two vectors", "one dimension", "all equally far"],
)
def test_a_space_without_hubs_is_audited_all_the_same(vectors):
    result = audit(vectors)
    assert result.hubs is None
    assert "hubs" in result.skipped
    for language in ("en", "ja"):
        assert "40" in result.skipped["hubs"].say(language)
    assert strict(result)["skipped"][-1]["section"] == "hubs"


def test_groups_all_equally_far_apart_are_measured():
    result = audit(np.eye(40), groups=[f"g{i % 4}" for i in range(40)], permutations=49)
    assert strict(result)


@pytest.mark.parametrize("what", ["groups", "key", "language"])
def test_labels_that_only_look_the_same_are_refused(what):
    labels = ["が", "か\u3099"] * 20
    with pytest.raises(DataError, match=r"Unicode form.*rows 0-39"):
        audit(BASE, **{"key": list("ab") * 20, what: labels})


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_rows_with_a_direction(n):
    vectors = np.zeros((5, 3))
    vectors[:n] = 1
    with pytest.raises(DataError, match=f"{n} rows have a direction"):
        audit(vectors)


@pytest.mark.parametrize("n", [2, 3, 10, 11, 12])
def test_few_rows_give_what_they_can(n):
    assert strict(audit(BASE[:n]))


@pytest.mark.parametrize(
    ("settings", "named"),
    [({"k": 0}, "k must"), ({"k": 2.5}, "2.5"), ({"k": "3"}, "'3'"), ({"k": True}, "True"),
     ({"rng": -1}, "rng must"), ({"rng": "x"}, "'x'"), ({"k": 0, "rng": -1}, "rng must")],
)  # fmt: skip
def test_settings_that_are_no_whole_numbers_are_refused(settings, named):
    with pytest.raises(DataError) as error:
        audit(BASE, **settings)
    assert named in error.value.say("en")
    assert error.value.say("ja")
    assert len(error.value.faults) == len(settings)


@pytest.mark.parametrize("labels", [3, 2.5, True, object()])
def test_a_single_value_is_no_column(labels):
    for given in ({"ids": labels}, {"columns": {"lang": labels}}):
        with pytest.raises(DataError, match=r"one value for each row"):
            EmbeddingSet.from_arrays(BASE[:3], **given)

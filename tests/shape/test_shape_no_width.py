"""Intervals of no width: where every deletion gives one value, nothing says how far it varies."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.columns import as_column
from monosashi.shape import (
    compare_shapes,
    correlate_spread,
    count_directions,
    diagnose_input_output,
    group_auc,
    measure_dose,
    measure_shape,
    pairwise_groups,
    probe_invariance,
    spread_ratio,
)
from monosashi.shape.from_distances import measure_shape_from_distances
from monosashi.shape.grouping import read_grouping
from monosashi.statistics.generators import as_generator
from monosashi.statistics.jackknife import jackknife_estimate

CLOUD = np.random.default_rng(0).normal(size=(24, 3))
LABELS = np.repeat(list("abcdef"), 4)


def test_equal_deletions_give_no_interval():
    found = jackknife_estimate(0.5, np.full(8, 0.5) + 1e-16)
    assert found.low is None
    assert "without any one of the 8 groups" in found.method
    assert jackknife_estimate(0.5, np.linspace(0.4, 0.6, 8)).low is not None


def test_a_shape_without_spread_over_groups_says_why():
    shape = measure_shape(np.eye(12), np.repeat(list("abc"), 4), permutations=9)
    assert shape.r_squared.low is None
    assert "the same" in shape.reasons["r_squared.interval"].say("en")
    json.dumps(shape.to_dict(), allow_nan=False)


def test_equal_models_still_differ_by_nothing():
    rows = np.eye(12)
    sets = [EmbeddingSet.from_arrays(rows) for _ in range(2)]
    from monosashi.embeddings.panel import Panel

    found = compare_shapes(Panel.of(*sets, names=["a", "b"]), np.repeat(list("abc"), 4))
    assert found.differences[0]["difference"] == 0


def raw(scale):
    return scale * CLOUD


@pytest.mark.parametrize("scale", [1e160, 1e-160])
@pytest.mark.parametrize(
    "measure",
    [
        lambda x: measure_shape(x, LABELS, normalise=False, permutations=9),
        lambda x: group_auc(x, LABELS, normalise=False, permutations=9),
        lambda x: correlate_spread(x, LABELS, dict(zip("abcdef", range(6), strict=True)),
                                   normalise=False, permutations=9),
        lambda x: measure_dose(x, groups=LABELS, stage=[1, 1, 2, 2] * 6, normalise=False),
        lambda x: diagnose_input_output(x, [0, 1] * 12, groups=LABELS, normalise=False),
        lambda x: spread_ratio(x, CLOUD, query_groups=LABELS, document_groups=LABELS,
                               normalise=False),
        lambda x: probe_invariance(x, LABELS, start="raw", k=2),
        lambda x: pairwise_groups(x, LABELS, normalise=False, permutations=9),
    ],
)  # fmt: skip
def test_what_cannot_be_squared_is_refused_in_words(measure, scale):
    said = "too large" if scale > 1 else "too small"
    with pytest.raises(DataError, match=said):
        measure(raw(scale))


@pytest.mark.parametrize("scale", [1e160, 1e-160])
def test_directions_do_not_depend_on_the_unit(scale):
    plain, found = (count_directions(x, normalise=False) for x in (CLOUD, raw(scale)))
    assert found.participation_ratio == pytest.approx(plain.participation_ratio)
    assert found.effective_rank == pytest.approx(plain.effective_rank)
    assert found.rank_me == pytest.approx(plain.rank_me)


@pytest.mark.parametrize("scale", [1e200, 1e-200])
def test_distances_of_such_size_are_refused(scale):
    table = scale * np.linalg.norm(CLOUD[:, None] - CLOUD[None], axis=2)
    with pytest.raises(DataError, match="too large or too small"):
        measure_shape_from_distances(table, LABELS, permutations=9)


def test_masked_entries_are_gaps():
    mask = np.arange(24) < 4
    with pytest.raises(DataError, match="rows 0-3"):
        measure_shape(CLOUD, np.ma.array(LABELS, mask=mask))
    table = np.ma.array(np.zeros((24, 24)), mask=np.eye(24, dtype=bool))
    with pytest.raises(DataError, match="no finite number"):
        measure_shape_from_distances(table, LABELS)
    assert as_column(np.ma.array([1, 2], mask=[True, False])).tolist() == [None, 2]
    assert as_column(np.ma.array([1, 2])).dtype.kind == "i"


def test_very_long_numerals_are_names():
    names = ["9" * 5_000, "10", "9", "009", "x"]
    labels = np.array(names, dtype=object)[np.repeat(range(5), 2)]
    grouping = read_grouping(EmbeddingSet.from_arrays(CLOUD[:10]), labels)
    assert grouping.names == ("009", "9", "10", "9" * 5_000, "x")


@pytest.mark.parametrize(
    ("options", "said"),
    [({"permutations": "9"}, "permutations"), ({"permutations": 2.5}, "permutations"),
     ({"permutations": 10**9}, "at most 10,000,000"), ({"confidence": None}, "confidence"),
     ({"confidence": "0.9"}, "confidence"), ({"rng": -1}, "rng"), ({"rng": "x"}, "rng")],
)  # fmt: skip
def test_options_of_the_wrong_kind_are_refused_in_words(options, said):
    for measure in (measure_shape, group_auc):
        with pytest.raises(DataError, match=said):
            measure(CLOUD, LABELS, **options)
    with pytest.raises(DataError, match=said):
        correlate_spread(CLOUD, LABELS, dict(zip("abcdef", range(6), strict=True)), **options)


def test_seeds():
    assert as_generator(None).random() == as_generator(0).random()


def test_too_few_objects_for_lists_say_so():
    with pytest.raises(DataError, match="2 objects have no lists"):
        probe_invariance(
            CLOUD[:2], ["a", "b"], k=1)  # fmt: skip

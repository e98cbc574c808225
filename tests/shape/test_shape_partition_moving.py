"""Which rows may change places, and what a permutation of them counts."""

from itertools import permutations

import numpy as np
import pytest

from monosashi.embeddings import DataError, as_set
from monosashi.shape import measure_shape, partition_variance
from monosashi.shape.configuration import configure
from monosashi.shape.partition.fit import fit_terms
from monosashi.shape.partition.levels import ManyLevels, has_many_levels
from monosashi.shape.partition.moving import plan_moves
from monosashi.shape.partition.rearranged import Rearranged
from monosashi.shape.partition.terms import read_terms
from monosashi.statistics.arrangements import count_arrangements, every_arrangement


def fitted(rows, factors, by="terms", **options):
    data = as_set(rows)
    terms = read_terms(data, factors, options.get("interactions", ()), options.get("covariates"))
    return data, fit_terms(configure(data, normalise=False), terms, by)


def projector(columns):
    return columns @ np.linalg.pinv(columns)


def dummies(*labels):
    parts = [np.ones((len(labels[0]), 1))]
    parts += [(np.unique(c)[None] == np.asarray(c)[:, None]).astype(float) for c in labels]
    return np.concatenate(parts, axis=1)


TINY = {"topic": np.array([0, 0, 0, 0, 1, 1, 1]), "lang": np.array([0, 0, 1, 1, 0, 1, 1])}


def by_hand(rows, orders):
    """Freedman-Lane F of the language given the topic, with n × n projections."""
    full, reduced = dummies(TINY["topic"], TINY["lang"]), dummies(TINY["topic"])
    big, small = projector(full), projector(reduced)
    rest = rows - small @ rows
    for order in orders:
        moved = small @ rows + rest[list(order)]
        explained = (moved * ((big - small) @ moved)).sum()
        yield explained / (moved * (moved - big @ moved)).sum()


def test_complete_enumeration_is_freedman_lane_over_all_orders():
    rows = np.random.default_rng(0).normal(size=(7, 3))
    f = np.fromiter(by_hand(rows, permutations(range(7))), float)
    found = partition_variance(rows, TINY, normalise=False).tests["lang"]
    assert found.exact
    assert found.permutations == 7 * 6 * 5 * 4 * 3 * 2 // (2 * 2 * 2)
    assert found.p_value == pytest.approx((f >= f[0] * (1 - 1e-10)).mean(), abs=1e-12)


def test_places_of_equal_size_are_not_twins():
    table = np.array([[2, 2]])
    codes, strata = np.array([0, 0, 1, 1]), np.zeros(4, dtype=int)
    assert count_arrangements(table) == len(every_arrangement(codes, strata)) == 3
    listed = every_arrangement(codes, strata, named=True)
    assert count_arrangements(table, named=True) == len(np.unique(listed, axis=0)) == 6


@pytest.mark.parametrize("shape", [(40, 3, 2), (60, 12, 3)], ids=["straight", "by cell"])
@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("kind", [Rearranged, ManyLevels])
def test_kernel_is_fitting_each_rearrangement(shape, raw, kind):
    n, topics, languages = shape
    rng = np.random.default_rng(1)
    topic, lang = np.arange(n) % topics, rng.integers(0, languages, n)
    rows = rng.normal(size=(n, 80))  # more dimensions than objects
    data, fit = fitted(rows, {"topic": topic, "lang": lang}, interactions=["topic:lang"])
    moves = plan_moves(data, fit.terms, fit.cells, None, None, permutations=5, rng=rng)
    columns = kind.of(fit, list(fit.directions), raw=raw)
    values = columns.values(moves.members(slice(0, 5)), moves.units)
    single = columns.values(moves.members(slice(0, 5)), moves.units, single=True)
    assert single == pytest.approx(values, rel=1e-4)
    both = np.unique(np.stack([topic, lang], axis=1), axis=0, return_inverse=True)[1].ravel()
    steps = [projector(dummies(*part)) for part in
             ([np.zeros(n)], [topic], [topic, lang], [topic, lang, both])]  # fmt: skip
    centred = rows - rows.mean(axis=0)
    for place in range(3):
        own = steps[place + 1] - steps[place]
        kept = centred if raw else centred - (steps[3] - own) @ centred
        for p, members in enumerate(moves.members(slice(0, 5))):
            moved = np.empty_like(kept)
            moved[moves.in_place[0]] = kept[members]
            explained = (moved * (own @ moved)).sum()
            rest = (moved**2).sum() - (moved * (steps[3] @ moved)).sum()
            assert values[p, place] == pytest.approx(explained / (explained + rest), rel=1e-9)


@pytest.mark.parametrize("by", ["terms", "margin"])
@pytest.mark.parametrize("raw", [False, True])
def test_many_levels_change_no_value(by, raw):
    rng = np.random.default_rng(5)
    topic, lang, dose = rng.integers(0, 90, 400), rng.integers(0, 3, 400), rng.normal(size=400)
    data, fit = fitted(rng.normal(size=(400, 6)), {"topic": topic, "lang": lang}, by=by,
                       covariates={"dose": dose})  # fmt: skip
    assert has_many_levels(fit)
    moves = plan_moves(data, fit.terms, fit.cells, None, None, permutations=20, rng=rng)
    members, asked = moves.members(slice(0, 20)), list(fit.directions)[1:]
    plain = Rearranged.of(fit, asked, raw=raw).values(members, moves.units)
    apart = ManyLevels.of(fit, asked, raw=raw).values(members, moves.units)
    np.testing.assert_allclose(apart, plain, rtol=1e-10, atol=1e-13)


def test_large_sets_in_single_precision_count_as_in_double(monkeypatch):
    from monosashi.shape import permuting

    rng = np.random.default_rng(2)
    topic, lang = rng.integers(0, 15, 1_200), rng.integers(0, 3, 1_200)
    rows = rng.normal(size=(1_200, 5)) + 0.1 * rng.normal(size=(15, 5))[topic]
    options = {"normalise": False, "permutations": 199}
    fast = partition_variance(rows, {"topic": topic, "lang": lang}, **options)
    monkeypatch.setattr(permuting, "SMALL", 10_000)
    slow = partition_variance(rows, {"topic": topic, "lang": lang}, **options)
    assert [fast.tests[n].exceedances for n in fast.tests] == [
        slow.tests[n].exceedances for n in slow.tests]  # fmt: skip


def test_rows_stay_in_their_block():
    rng = np.random.default_rng(3)
    block, lang = np.repeat(np.arange(6), 4), np.tile([0, 0, 1, 1], 6)
    data, fit = fitted(rng.normal(size=(24, 3)), {"lang": lang})
    moves = plan_moves(data, fit.terms, fit.cells, block, None, permutations=50, rng=rng)
    members = moves.members(slice(0, 50))
    assert (block[members] == block[moves.in_place]).all()
    assert (np.sort(members, axis=1) == np.arange(24)).all()


def test_units_move_whole_and_keep_their_languages():
    rng = np.random.default_rng(4)
    sizes = [1, 2, 2, 2, 3, 3, 3, 2, 1, 2]
    unit = np.repeat(np.arange(10), sizes)
    topic = (unit % 2).astype(int)
    lang = np.concatenate([["en", "ja", "fr"][:size] for size in sizes])
    lang[unit == 7] = ["ja", "en"]  # the order of rows is not the order of languages
    shuffled = rng.permutation(len(unit))
    unit, topic, lang = unit[shuffled], topic[shuffled], lang[shuffled]
    data, fit = fitted(rng.normal(size=(len(unit), 3)), {"topic": topic, "lang": lang},
                       interactions=["topic:lang"])  # fmt: skip
    moves = plan_moves(data, fit.terms, fit.cells, None, unit, permutations=50, rng=rng)
    members, places = moves.members(slice(0, 20)), moves.in_place[0]
    assert (np.sort(members, axis=1) == np.arange(len(unit))).all()
    assert (lang[members] == lang[places]).all()
    for row in members:
        homes = {(int(a), int(b)) for a, b in zip(unit[places], unit[row], strict=True)}
        assert len(homes) == 10, "a unit was torn apart"
    assert (members != places).any()


def test_each_term_is_tested_by_the_scheme_that_fits_it():
    rng = np.random.default_rng(5)
    unit, lang = np.repeat(np.arange(12), 3), np.tile([0, 1, 2], 12)
    topic = unit % 3
    rows = rng.normal(size=(12, 4))[unit] + rng.normal(size=(36, 4)) + np.eye(4)[lang]
    factors = {"topic": topic, "lang": lang}
    whole = partition_variance(rows, factors, whole=unit, permutations=199)
    assert set(whole.tests) == {"topic"}
    assert whole.tests["topic"].scheme == "whole"
    assert "within" in whole["lang"]["reason"]
    within = partition_variance(rows, factors, within=unit, permutations=199)
    assert set(within.tests) == {"lang"}
    assert "whole" in within["topic"]["reason"]
    assert within["lang"]["p_value"] == 0.005
    assert "topic" in str(within.reasons["tests.topic"])


def test_schemes_of_one_factor_are_those_of_measure_shape():
    rng = np.random.default_rng(6)
    unit = np.repeat(np.arange(9), 4)
    rows, topic = rng.normal(size=(9, 4))[unit] + rng.normal(size=(36, 4)), unit % 3
    shape = measure_shape(rows, topic, whole=unit).permutation
    found = partition_variance(rows, {"topic": topic}, whole=unit).tests["topic"]
    assert shape.exact
    assert found.exact
    assert found.p_value == pytest.approx(shape.p_value, rel=1e-12)
    assert found.permutations == 6 * shape.permutations, "names of three groups, 3! ways"


def test_nothing_can_move():
    with pytest.raises(DataError, match="no block holds two groups"):
        partition_variance(np.eye(6), {"t": [0, 0, 0, 1, 1, 1]}, within=list("aaabbb"))
    rows = np.random.default_rng(0).normal(size=(6, 2))
    with pytest.raises(DataError, match="more than one block"):
        partition_variance(rows, {"t": [0, 0, 1, 1, 0, 1]}, whole=list("aabbcd"),
                           within=list("xyxxyy"))  # fmt: skip


def test_what_a_term_adds_is_what_lies_between_two_models():
    rng = np.random.default_rng(7)
    labels = {"topic": rng.integers(0, 5, 40), "lang": rng.integers(0, 3, 40)}
    _, fit = fitted(rng.normal(size=(40, 4)), labels, interactions=["topic:lang"])
    for place in range(3):
        added = fit.design.added(place)
        between = fit.design.between(range(place + 1), range(place))
        assert added @ added.T == pytest.approx(between @ between.T, abs=1e-10)
    assert fit.design.basis.T @ fit.design.basis == pytest.approx(
        np.eye(fit.design.rank), abs=1e-10
    )

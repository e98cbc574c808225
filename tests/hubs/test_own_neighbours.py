"""Neighbours from the lists of a fit are those of a full search, byte by byte."""

import numpy as np
import pytest

from monosashi.hubs.reductions import ICDM, scaled_neighbours
from monosashi.hubs.reductions.candidates import Candidates
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.icdm_fit import Options
from monosashi.hubs.reductions.own_neighbours import OwnNeighbours


def clouds():
    rng = np.random.default_rng(0)
    grid = np.stack(np.meshgrid(*3 * [np.arange(8.0)]), axis=-1).reshape(-1, 3)
    uneven = rng.normal(size=(500, 2)) * np.exp(rng.normal(size=(500, 1)))
    return {"hubs": rng.normal(size=(600, 64)).astype(np.float32), "ties": grid, "uneven": uneven}


@pytest.mark.parametrize("name", ["hubs", "ties", "uneven"])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_after_a_fit_every_list_is_that_of_a_search(name, n_jobs):
    rows = clouds()[name]
    options = Options.of((5, 40), 0.5, 1e-3, 100)
    for fitted, lists in ICDM.fit_listed(Ground.of(rows, "euclidean"), options, n_jobs):
        found = OwnNeighbours(lists.step(fitted.factors, fitted.k + 1))
        parts = [found.of(part) for part in (slice(0, 333), slice(333, len(rows)))]
        sought = scaled_neighbours(rows, rows, fitted.factors, fitted.k + 1, exclude_self=True)
        assert np.array_equal(np.concatenate([one for one, _ in parts]), sought.indices)
        assert np.array_equal(np.concatenate([one for _, one in parts]), sought.distances)


def test_short_lists_and_wild_factors_are_searched_again():
    rng = np.random.default_rng(1)
    rows, factors = rng.normal(size=(700, 8)), np.exp(2 * rng.normal(size=700))
    held = Candidates.of(rows, (20,), 1)
    indices, distances = OwnNeighbours(held.step(factors, 7)).of(slice(0, 700))
    sought = scaled_neighbours(rows, rows, factors, 7, exclude_self=True)
    assert np.array_equal(indices, sought.indices)
    assert np.array_equal(distances, sought.distances)
    assert held.recomputed > 0


def test_what_was_measured_once_is_known():
    rng = np.random.default_rng(2)
    rows, factors = rng.normal(size=(400, 30)), np.exp(0.3 * rng.normal(size=400))
    held = Candidates.of(rows, (12, 100, 399), 1)
    first = held.nearness(factors, 10)
    known = held.listed.known.copy()
    assert known.any()
    assert not known.all()
    assert np.array_equal(held.nearness(factors, 10), first)
    assert np.array_equal(held.listed.known, known)
    distances = np.linalg.norm(rows[:, None] - rows[None], axis=2)
    shown = np.take_along_axis(distances, held.listed.indices.astype(int), axis=1)
    assert np.allclose(held.listed.values[known], shown[known], rtol=1e-12)
    assert (held.listed.values[~known] <= shown[~known]).all()
    for length in (12, 100, 399):
        beyond = np.take_along_axis(distances, held.listed.indices[:, length:].astype(int), axis=1)
        assert (held.listed.reach(length)[0] <= beyond.min(axis=1, initial=np.inf)).all()


def test_ties_beyond_the_list_are_found_again():
    rows = np.unique(np.random.default_rng(4).integers(0, 4, size=(700, 5)).astype(float), axis=0)
    factors = np.exp2(np.random.default_rng(5).integers(-1, 2, size=len(rows)).astype(float))
    held = Candidates.of(rows, (9,), 1)
    indices, distances = OwnNeighbours(held.step(factors, 8)).of(slice(0, len(rows)))
    sought = scaled_neighbours(rows, rows, factors, 8, exclude_self=True)
    assert sought.tied.any()
    assert np.array_equal(indices, sought.indices)
    assert np.array_equal(distances, sought.distances)

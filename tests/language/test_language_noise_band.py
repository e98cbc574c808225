"""The noise band of a check: exact cases, moments by hand, false alarms and power by simulation."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2
from scipy.stats import f as f_ratio

from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.language import LanguageCentering
from monosashi.language.centroids import Centroids
from monosashi.language.freshness.band import noise_band
from monosashi.language.freshness.refresh import with_units
from monosashi.language.spread import Spread, measure_spread

HALF = 338
slow = pytest.mark.slow


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def text(values):
    return np.array([str(value) for value in values], dtype=object)


def spread(rows, names=None):
    labels = np.array(["x"] * len(rows), dtype=object)
    names = text(range(len(rows))) if names is None else names
    return measure_spread(rows, labels, names, Centroids.of(rows, labels))["x"]


@pytest.mark.parametrize("d", [1, 8, 300])
def test_equal_variance_in_every_direction_gives_a_plain_chi_square(d):
    """With S = I / d and endless units the squared distance is chi-square with d degrees."""
    units = 10**9
    side = Spread(units, 1.0, 1 / d, 1 / d**2)
    exact = (2 / units * chi2.isf(0.01, d) / d) ** 0.5
    assert noise_band(side, side, 0.01) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize(("d", "n"), [(1, 20), (2, 20), (9, 50)])
def test_a_small_sample_against_a_mean_that_is_known_gives_hotellings_f(d, n):
    """The spread is estimated from n units: F with d and d (n - 1) degrees, no chi-square."""
    known, fresh = (Spread(units, 1.0, 1 / d, 1 / d**2) for units in (10**12, n))
    exact = (f_ratio.isf(0.01, d, d * (n - 1)) / n) ** 0.5
    assert noise_band(known, fresh, 0.01) == pytest.approx(exact, rel=1e-6)


def test_both_samples_say_how_many_directions_there_are():
    narrow, wide = Spread(60, 1.0, 0.5, 0.3), Spread(60, 1.0, 0.1, 0.02)
    bands = [noise_band(*sides, 0.01) for sides in
             ((wide, wide), (wide, narrow), (narrow, wide), (narrow, narrow))]  # fmt: skip
    assert bands[0] < bands[1] == bands[2] < bands[3]


def test_one_direction_beside_many():
    """A weighted sum of chi-squares, held against its quantile by simulation."""
    weights = np.array([0.5] + [0.5 / 60] * 60)
    side = Spread(10**9, 1.0, float((weights**2).sum()), float((weights**3).sum()))
    draws = np.random.default_rng(1).chisquare(1, size=(400_000, 61)) @ weights
    simulated = (2e-9 * np.quantile(draws, 0.99)) ** 0.5
    assert noise_band(side, side, 0.01) == pytest.approx(simulated, rel=0.02)


def test_moments_are_means_over_distinct_pairs_and_triples():
    rows = unit(np.random.default_rng(2).normal(size=(21, 4)) + 1.0)
    moved = rows - rows.mean(axis=0)
    gram = moved @ moved.T
    pairs = [gram[i, j] ** 2 for i, j in permutations(range(21), 2)]
    triples = [gram[i, j] * gram[j, k] * gram[k, i] for i, j, k in permutations(range(21), 3)]
    found = spread(rows)
    assert found.first == pytest.approx(np.trace(np.cov(rows.T)))
    assert found.second == pytest.approx(np.mean(pairs))
    assert found.third == pytest.approx(np.mean(triples))


def test_copies_of_a_row_under_one_key_are_one_unit():
    rows = unit(np.random.default_rng(3).normal(size=(40, 6)) + 0.5)
    thrice = spread(np.repeat(rows, 3, axis=0), np.repeat(text(range(40)), 3))
    once = spread(rows)
    assert thrice.units == once.units == 40
    assert thrice.first == pytest.approx(once.first)
    assert thrice.second == pytest.approx(once.second)
    apart = spread(np.repeat(rows, 3, axis=0))
    assert apart.error < once.error / 2.5  # what is claimed when copies count as documents


def test_order_and_parts_change_nothing():
    rng = np.random.default_rng(4)
    vectors = rng.normal(size=(4_000, 5)) + 1.0
    pages = EmbeddingSet.from_arrays(
        vectors, ids=[f"p{i}" for i in range(4_000)], columns={"lang": ["ja", "en"] * 2_000}
    )
    whole = LanguageCentering.fit(pages, language="lang").spread
    mixed = pages.take(rng.permutation(4_000))
    parts = [mixed.take(np.arange(start, start + 700)) for start in range(0, 3_500, 700)]
    parts.append(mixed.take(np.arange(3_500, 4_000)))
    for other in (mixed, parts):
        found = LanguageCentering.fit(other, language="lang").spread
        for name in ("ja", "en"):
            assert found[name].units == whole[name].units == 2_000
            for moment in ("first", "second", "third"):
                assert getattr(found[name], moment) == pytest.approx(
                    getattr(whole[name], moment), rel=1e-9
                )


def alarms(data, fit_rows, sizes, *, times, seed, key=None):
    """Share of checks that say "drifted", each of a new fit and a fresh sample of its rest."""
    rng, found = np.random.default_rng(seed), []
    keys = np.unique(data.columns["key"])
    for turn in range(times):
        order = rng.permutation(keys)
        n = sizes[turn % len(sizes)]
        fitted = data.take(np.isin(data.columns["key"], order[:fit_rows]))
        fresh = data.take(np.isin(data.columns["key"], order[fit_rows:][:n]))
        repair = LanguageCentering.fit(fitted, language="lang", force=True)
        if key is not None:
            repair = with_units(repair, fitted, language="lang", key=key)
        found.append("drifted" in repair.check(fresh, key=key).states)
    return float(np.mean(found))


@slow
@pytest.mark.parametrize("model", ["e5", "use"])
@pytest.mark.parametrize(
    ("corpus", "fit_rows", "sizes"),
    [("debian_reference", HALF, (20, 50, 100, 200, 338)), ("debian_reference", 150, (20, 500)),
     ("tatoeba_ja_en", 150, (20, 50, 150))],
)  # fmt: skip
def test_at_most_five_in_a_hundred_false_alarms_on_real_pages(
    shared_set, corpus, model, fit_rows, sizes
):
    data = shared_set(corpus, model, query=False)
    assert alarms(data, fit_rows, sizes, times=200, seed=5) <= 0.05


@slow
@pytest.mark.parametrize("model", ["e5", "use"])
def test_a_foreign_corpus_is_always_seen(shared_set, model):
    home = shared_set("debian_reference", model, query=False)
    foreign = shared_set("tatoeba_ja_en", model, query=False)
    repair = LanguageCentering.fit(home, language="lang")
    rng = np.random.default_rng(6)
    for _ in range(100):
        keys = rng.choice(np.unique(foreign.columns["key"]), 20, replace=False)
        sample = foreign.take(np.isin(foreign.columns["key"], keys))
        assert "drifted" in repair.check(sample).states


def kinds_of_pages(shared_set):
    """Unit rows: every direction alike, two wide ones, and those of two models."""
    rng = np.random.default_rng(8)
    wide = np.r_[4.0, 2.0, np.ones(8)]
    made = [rng.normal(size=(4_000, 10)) * scale + 3.0 * np.eye(10)[0] for scale in (1.0, wide)]
    real = [shared_set("debian_reference", model, ("ja",), query=False) for model in ("e5", "use")]
    return [unit(rows) for rows in (*made, *(one.vectors.astype(np.float64) for one in real))]


def distance_and_band(rows, sizes, rng):
    """Of two samples of the same pages."""
    sides, means = [], []
    for n in sizes:
        drawn = rows[rng.integers(0, len(rows), n)]
        sides.append(spread(drawn))
        means.append(drawn.mean(axis=0))
    return np.linalg.norm(means[0] - means[1]), noise_band(*sides, 0.01)


@slow
@pytest.mark.parametrize("fitted", [60, 200, 1_000])
@pytest.mark.parametrize("n", [20, 50, 200])
def test_one_check_in_a_hundred_is_a_false_alarm_and_the_band_no_wider_for_it(
    shared_set, fitted, n
):
    """Within three standard errors of 4,000 checks; the band itself within 5 % of what is exact."""
    rng, alarms, wider = np.random.default_rng(fitted + n), [], []
    for rows in kinds_of_pages(shared_set):
        found = [distance_and_band(rows, (fitted, n), rng) for _ in range(1_000)]
        distances, bands = np.array(found).T
        alarms.append(np.mean(distances > bands))
        wider.append(np.median(bands) / np.quantile(distances, 0.99))
    error = (0.01 * 0.99 / 4_000) ** 0.5
    assert abs(np.mean(alarms) - 0.01) <= 3 * error
    assert abs(np.mean(wider) - 1.0) <= 0.05


def chunked(rng, pages, chunks=6):
    """Pages of chunks that are much alike, in two languages, in few directions."""
    columns = {"key": [], "lang": []}
    rows = []
    for lang, tongue in (("ja", 2.0), ("en", -2.0)):
        for page in range(pages):
            topic = rng.normal(size=12) * np.r_[4.0, 2.0, np.ones(10)]
            body = topic + 0.3 * rng.normal(size=(chunks, 12))
            rows.append(np.hstack([body, np.full((chunks, 1), tongue)]))
            columns["key"] += [f"{lang}{page}"] * chunks
            columns["lang"] += [lang] * chunks
    return EmbeddingSet.from_arrays(np.vstack(rows), columns=columns, model=ModelCard(name="m"))


@slow
def test_chunks_of_a_page_cry_wolf_unless_the_key_is_given():
    def one(rng, key):
        fitted, fresh = chunked(rng, 100), chunked(rng, 40)
        repair = LanguageCentering.fit(fitted, language="lang")
        if key is not None:
            repair = with_units(repair, fitted, language="lang", key=key)
        return "drifted" in repair.check(fresh, key=key).states

    rng = np.random.default_rng(7)
    assert np.mean([one(rng, "key") for _ in range(200)]) <= 0.05
    assert np.mean([one(rng, None) for _ in range(40)]) > 0.5

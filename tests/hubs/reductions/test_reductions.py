"""Every reduction: the textbook numbers, queries, re-ranking, keeping."""

import json
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.hubs.reductions import (
    CSLS,
    FITS,
    ICDM,
    NICDM,
    DisSimLocal,
    LocalScaling,
    MutualProximity,
    SphereProjection,
    fit_reduction,
    load_reduction,
)

SHARED = Path(__file__).resolve().parents[3].parent / "shared" / "oracles" / "hubs"
ORACLES = {
    "nicdm__k5": lambda x: NICDM.fit(x, k=5),
    "local_scaling__k5": lambda x: LocalScaling.fit(x, k=5),
    "dis_sim_local__k5": lambda x: DisSimLocal.fit(x, k=5),
    "mp_gaussi": MutualProximity.fit,
    "mp_empiric": lambda x: MutualProximity.fit(x, kind="empirical"),
}


def table(reduction):
    """All dissimilarities, from lists as long as they can be."""
    found = reduction.neighbours(reduction.n - 1)
    out = np.zeros((reduction.n, reduction.n))
    np.put_along_axis(out, found.indices, found.distances, axis=1)
    return out


@pytest.mark.parametrize("key", ORACLES)
@pytest.mark.parametrize("case", ["13_hub_small_d50", "15_lattice_ties"])
def test_public_implementations(case, key):
    if not SHARED.is_dir():
        pytest.skip("the reference numbers do not lie beside this checkout")
    with np.load(SHARED / f"{case}.npz") as held:
        x, expected = held["X"].astype(float), held[f"hub_toolbox252__{key}"]
    found = table(ORACLES[key](x))
    off = ~np.eye(len(x), dtype=bool)
    assert found[off] == pytest.approx(expected[off], abs=1e-12, rel=1e-12)


def data(n=120, d=12, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d)) + 0.5


def metric_of(name):
    return "cosine" if name == "csls" else "euclidean"


@pytest.fixture(params=FITS)
def fitted(request):
    return fit_reduction(request.param, data(), k=6, metric=metric_of(request.param))


def test_csls_by_the_formula():
    x = data()
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -np.inf)
    r = np.sort(cosines, axis=1)[:, -6:].mean(axis=1)
    expected = r[:, None] + r - 2 * cosines
    off = ~np.eye(len(x), dtype=bool)
    assert table(CSLS.fit(x, k=6))[off] == pytest.approx(expected[off], abs=1e-12)


def test_csls_against_queries_like_those_to_come():
    x, q = data(), data(40, seed=1)
    unit, asked = (one / np.linalg.norm(one, axis=1, keepdims=True) for one in (x, q))
    expected = np.sort(unit @ asked.T, axis=1)[:, -6:].mean(axis=1)
    assert CSLS.fit(x, k=6, queries=q).mean_cosines == pytest.approx(expected, abs=1e-12)


def test_sphere_is_centre_and_normalise():
    x = data()
    moved = x - x.mean(axis=0)
    moved /= np.linalg.norm(moved, axis=1, keepdims=True)
    expected = np.sqrt(np.square(moved[:, None] - moved).sum(axis=2))
    assert table(SphereProjection.fit(x)) == pytest.approx(expected, abs=1e-12)


def test_the_empirical_form_counts(request):
    del request
    x = data(30)
    d = np.sqrt(np.square(x[:, None] - x).sum(axis=2))
    found = table(MutualProximity.fit(x, kind="empirical"))
    both = sum((d[3, other] > d[3, 8]) and (d[8, other] > d[3, 8]) for other in range(30))
    assert found[3, 8] == pytest.approx(1 - both / 30)


def test_nobody_lists_itself_and_lists_ascend(fitted):
    found = fitted.neighbours(9)
    assert not (found.indices == np.arange(120)[:, None]).any()
    assert (np.diff(found.distances, axis=1) >= 0).all()


def test_dissimilarities_are_symmetric(fitted):
    found = table(fitted)
    assert found == pytest.approx(found.T, abs=1e-9)


def test_a_query_is_answered_alike_alone_or_in_company(fitted):
    queries = data(25, seed=5)
    whole = fitted.query_neighbours(queries, 7)
    for row in (0, 11, 24):
        alone = fitted.query_neighbours(queries[row : row + 1], 7, n_jobs=1)
        assert np.array_equal(alone.indices[0], whole.indices[row])
        assert np.array_equal(alone.distances[0], whole.distances[row])


def test_reranking_all_rows_is_searching(fitted):
    queries = data(25, seed=5)
    everything = np.tile(np.random.default_rng(0).permutation(120), (25, 1))
    found = fitted.rerank(everything, queries=queries, k=7)
    assert np.array_equal(found.indices, fitted.query_neighbours(queries, 7).indices)


def test_reranking_with_the_distances_of_an_index():
    x, queries = data(), data(25, seed=5)
    icdm = ICDM.fit(x)
    table_of = np.sqrt(np.square(queries[:, None] - x).sum(axis=2))
    candidates = np.argsort(table_of, axis=1)[:, :50]
    given = np.take_along_axis(table_of, candidates, axis=1)
    candidates[0, 40:], given[0, 40:] = -1, np.nan
    found = icdm.rerank(candidates, distances=given, k=10)
    again = icdm.rerank(candidates, queries=queries, k=10)
    assert np.array_equal(found.indices, again.indices)
    assert found.indices.min() >= 0


def test_reranking_refuses_what_cannot_be():
    icdm = ICDM.fit(data())
    with pytest.raises(DataError, match="one of the two"):
        icdm.rerank([[0, 1]], k=1)
    with pytest.raises(DataError) as error:
        icdm.rerank([[0, 500], [3, 3], [4, -1]], distances=np.ones((3, 2)), k=2)
    assert [one.code.rsplit(".", 1)[1] for one in error.value.faults] == [
        "rerank_range", "lists_repeat", "rerank_few",
    ]  # fmt: skip
    with pytest.raises(DataError, match="negative or not finite"):
        icdm.rerank([[0, 1]], distances=[[1, -1]], k=1)
    with pytest.raises(DataError, match="Give queries"):
        SphereProjection.fit(data()).rerank([[0, 1]], distances=[[1, 1]], k=1)


def test_copies_leave_no_nan_and_no_infinity():
    x = np.concatenate([np.repeat(data(3), 20, axis=0), data(60)])
    for name in FITS:
        reduction = fit_reduction(name, x, k=6, metric=metric_of(name))
        for found in (reduction.neighbours(5), reduction.query_neighbours(x[:30], 5)):
            assert np.isfinite(found.distances).all(), name


def test_kept_and_read_again(fitted, tmp_path):
    fitted.save(tmp_path / "mend")
    fitted.save(tmp_path / "mend")  # an older one is replaced
    again = load_reduction(tmp_path / "mend", data())
    assert type(again) is type(fitted)
    queries = data(9, seed=5)
    expected, found = fitted.query_neighbours(queries, 5), again.query_neighbours(queries, 5)
    assert np.array_equal(expected.distances, found.distances)
    assert fitted.numbers() == again.numbers()


def test_other_data_are_refused(tmp_path):
    ICDM.fit(data()).save(tmp_path / "mend")
    changed = data()
    changed[5, 0] += 1e-9
    for other in (changed, data(50), EmbeddingSet.from_arrays(data(), ids=map(str, range(1, 121)))):
        with pytest.raises(DataError, match="fitted on other data"):
            ICDM.load(tmp_path / "mend", other)
    with pytest.raises(DataError, match="another kind"):
        NICDM.load(tmp_path / "mend", data())


def test_broken_folders_are_named(tmp_path):
    with pytest.raises(DataError, match="no saved correction"):
        ICDM.load(tmp_path, data())
    ICDM.fit(data()).save(tmp_path / "mend")
    head = json.loads((tmp_path / "mend" / "reduction.json").read_text())
    del head["numbers"]["exponent"]
    (tmp_path / "mend" / "reduction.json").write_text(json.dumps(head))
    with pytest.raises(DataError, match="cannot be read"):
        ICDM.load(tmp_path / "mend", data())
    (tmp_path / "other").mkdir()
    with pytest.raises(DataError, match="Choose another folder"):
        ICDM.fit(data()).save(tmp_path / "other")


def test_refusals():
    with pytest.raises(DataError, match="CSLS compares cosines"):
        CSLS.fit(data(), metric="euclidean")
    with pytest.raises(DataError, match="distinct"):
        NICDM.fit(np.repeat(np.eye(4), 5, axis=0), k=6)
    with pytest.raises(DataError, match="equally far"):
        MutualProximity.fit(np.eye(5))
    with pytest.raises(DataError, match="icdm"):
        fit_reduction("nothing", data())


def test_a_correction_of_other_data_or_settings_is_not_replaced(tmp_path):
    place = tmp_path / "mend"
    ICDM.fit(data(), k=5).save(place)
    kept = (place / "reduction.json").read_bytes()
    for other in (ICDM.fit(data() + 1, k=5), ICDM.fit(data(), k=6)):
        with pytest.raises(DataError, match="holds the correction of other data or settings"):
            other.save(place)
        assert (place / "reduction.json").read_bytes() == kept
    ICDM.fit(data(), k=5).save(place)

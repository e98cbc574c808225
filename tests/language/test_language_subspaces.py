"""Each removal against its definition, and against other programs."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, unit_rows
from monosashi.language import (
    AllButTheTop,
    ConceptErasure,
    LanguageCentering,
    LanguageSubspaceRemoval,
    PivotShift,
    measure_language_bias,
)
from monosashi.language.subspaces.lsar import split_means
from monosashi.language.subspaces.shrinkage import ledoit_wolf

SIX = ("de", "en", "es", "fr", "ja", "zh")


def unit_of(pages):
    return unit_rows(pages.vectors.astype(np.float64))


def means_of(data, names=("en", "ja")):
    vectors = data.vectors.astype(np.float64)
    return np.stack([vectors[data.columns["lang"] == name].mean(axis=0) for name in names])


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_lir_removes_the_top_singular_directions_of_uncentred_rows(made_set, rank):
    pages = made_set(n=80)
    mended = LanguageSubspaceRemoval.fit(pages, language="lang", rank=rank).apply(pages)
    for name in ("ja", "en"):
        rows = pages.columns["lang"] == name
        unit = unit_of(pages)[rows]
        top = np.linalg.svd(unit, full_matrices=False)[2][:rank]
        expected = unit_rows(unit - unit @ top.T @ top)
        np.testing.assert_allclose(mended.vectors[rows], expected, atol=1e-5)


def test_lsar_splits_the_means_into_what_is_common_and_what_is_not():
    rng = np.random.default_rng(0)
    means = rng.normal(size=(5, 12))
    for rank in (1, 2, 4):
        basis, common = split_means(means, rank)
        np.testing.assert_allclose(basis @ basis.T, np.eye(rank), atol=1e-12)
        np.testing.assert_allclose(basis @ common, 0, atol=1e-12)
    np.testing.assert_allclose(common + (means - common) @ basis.T @ basis, means, atol=1e-12)
    left = means - means @ basis.T @ basis
    np.testing.assert_allclose(left, np.broadcast_to(common, left.shape), atol=1e-12)


def test_lsar_of_two_languages_removes_the_difference_of_the_means(made_set):
    pages = made_set(n=80)
    fitted = LanguageSubspaceRemoval.fit(pages, language="lang", method="lsar", renormalise=False)
    apart = np.subtract(*means_of(EmbeddingSet.from_arrays(unit_of(pages), columns=pages.columns)))
    direction = apart / np.linalg.norm(apart)
    assert abs(fitted.directions[0, 0] @ direction) == pytest.approx(1)
    mended = fitted.apply(replace(pages, vectors=unit_of(pages)))
    np.testing.assert_allclose(*means_of(mended), atol=1e-12)
    assert np.linalg.norm(means_of(mended)[0]) > 0, "what they share stays"


def test_lsar_keeps_the_order_inside_languages_better_than_centring(made_set):
    """Differences of two documents change only along the removed direction."""
    pages = replace(made_set(n=80), vectors=unit_of(made_set(n=80)))
    fitted = LanguageSubspaceRemoval.fit(pages, language="lang", method="lsar", renormalise=False)
    change = fitted.apply(pages).vectors - pages.vectors
    assert np.linalg.matrix_rank(change, tol=1e-9) == 1


@pytest.mark.parametrize(("method", "rank", "words"), [
    ("lsar", 2, "from 1 to 1"), ("lir", 24, "from 1 to 23"), ("lir", 0, "not 0"),
    ("lir", True, "not True"), ("lir", 1.5, "not 1.5"), ("csls", 1, "not 'csls'"),
])  # fmt: skip
def test_ranks_and_methods_that_do_not_exist(made_set, method, rank, words):
    with pytest.raises(DataError, match=words):
        LanguageSubspaceRemoval.fit(made_set(n=60), language="lang", method=method, rank=rank)


def test_a_rank_beyond_what_the_documents_span():
    rng = np.random.default_rng(0)
    flat = np.zeros((120, 8))
    flat[:, :3] = rng.normal(size=(120, 3))
    pages = EmbeddingSet.from_arrays(flat, columns={"lang": ["ja", "en"] * 60})
    with pytest.raises(DataError, match=r"rank 4.*'en' span only 3"):
        LanguageSubspaceRemoval.fit(pages, language="lang", rank=4)
    fitted = LanguageSubspaceRemoval.fit(pages, language="lang", rank=3)
    with pytest.raises(DataError, match="120 vectors lie wholly in what this repair removes"):
        fitted.apply(pages)
    same = EmbeddingSet.from_arrays(np.vstack([flat[:60]] * 2), columns={"lang": ["a"] * 60 + ["b"] * 60})  # fmt: skip  # noqa: E501
    with pytest.raises(DataError, match="differ in only 0 directions"):
        LanguageSubspaceRemoval.fit(same, language="lang", method="lsar")


def test_one_language_cannot_be_told_apart(made_set):
    pages = made_set(n=60, languages=("ja",))
    for fit in (
        lambda: LanguageSubspaceRemoval.fit(pages, language="lang", method="lsar"),
        lambda: ConceptErasure.fit(pages, language="lang"),
        lambda: PivotShift.fit(pages, language="lang", reference="ja"),
    ):
        with pytest.raises(DataError, match="only one language"):
            fit()
    assert LanguageSubspaceRemoval.fit(pages, language="lang").languages == ("ja",)


def test_a_column_of_something_else_makes_no_thousand_tables(made_set):
    pages = made_set(n=101)
    with pytest.raises(DataError, match="holds 101 different values"):
        LanguageSubspaceRemoval.fit(pages, language="key", force=True)


def test_given_queries_are_named_as_not_used(made_set):
    pages = made_set(n=200)
    for fitted in (
        LanguageSubspaceRemoval.fit(pages, language="lang", queries=pages.vectors),
        ConceptErasure.fit(pages, language="lang", queries=pages.vectors),
        AllButTheTop.fit(pages, queries=pages.vectors),
        PivotShift.fit(pages, language="lang", reference="en", side="index", queries=pages.vectors),
    ):
        assert [note.code for note in fitted.notices] == ["language.notices.queries_not_used"]
        assert fitted.queries is None


@pytest.mark.parametrize("shrinkage", ["ledoit-wolf", 0.0, 0.1, 1.0])
@pytest.mark.parametrize("languages", [("ja", "en"), SIX])
def test_erasure_makes_the_means_equal_whatever_the_shrinkage(made_set, shrinkage, languages):
    pages = replace(made_set(n=90, languages=languages))
    pages = replace(pages, vectors=unit_of(pages))
    fitted = ConceptErasure.fit(pages, language="lang", shrinkage=shrinkage, renormalise=False)
    means = means_of(fitted.apply(pages), fitted.languages)
    np.testing.assert_allclose(means, np.broadcast_to(pages.vectors.mean(axis=0), means.shape),
                               atol=1e-10)  # fmt: skip
    assert len(fitted.read) == len(languages) - 1


def test_no_linear_rule_reads_language_after_erasure(made_set):
    from sklearn.linear_model import LogisticRegression

    pages = made_set(n=200, bias=0.5)
    after = ConceptErasure.fit(pages, language="lang", renormalise=False).apply(pages)
    labels = pages.columns["lang"] == "ja"
    rule = LogisticRegression(C=1e3, max_iter=2000)
    assert rule.fit(pages.vectors, labels).score(pages.vectors, labels) > 0.9
    assert rule.fit(after.vectors, labels).score(after.vectors, labels) < 0.55


def test_erasure_changes_less_than_lsar_in_the_measure_of_the_covariance(made_set):
    """LEACE is the least change in the metric of the covariance, and in the plain one."""
    pages = replace(made_set(n=200), vectors=unit_of(made_set(n=200)))
    erased = ConceptErasure.fit(pages, language="lang", shrinkage=0.0, renormalise=False)
    removed = LanguageSubspaceRemoval.fit(pages, language="lang", method="lsar", renormalise=False)
    mean = pages.vectors.mean(axis=0)
    least = ((erased.apply(pages).vectors - pages.vectors) ** 2).sum()
    basis = removed.directions[0]
    orthogonal = (((pages.vectors - mean) @ basis.T) ** 2).sum()
    assert least < orthogonal


def test_erasure_is_stable_with_fewer_documents_than_dimensions(made_set):
    """60 + 60 documents in 512 dimensions: others of the same kind must gain, too."""
    whole = made_set(n=400, dimension=512, bias=1.0, noise=0.5)
    first = np.array([int(key[1:]) < 60 for key in whole.columns["key"]])
    fitted = ConceptErasure.fit(whole.take(first), language="lang")
    assert 0 < fitted.weight <= 1
    rest = whole.take(~first)
    before, after = (
        measure_language_bias(data, key="key", language="lang").directions["ja", "en"]
        for data in (rest, fitted.apply(rest))
    )
    assert np.isfinite(fitted.read).all()
    assert float(after.mixed.recall[1]) > float(before.mixed.recall[1]) + 0.1
    with pytest.raises(DataError, match="covariance has no inverse"):
        ConceptErasure.fit(whole.take(first), language="lang", shrinkage=0.0)


@pytest.mark.parametrize("given", [-0.1, 1.1, "lw", None, True, float("nan")])
def test_bad_shrinkage(made_set, given):
    with pytest.raises(DataError, match="shrinkage is"):
        ConceptErasure.fit(made_set(n=60), language="lang", shrinkage=given)


@pytest.mark.parametrize("n", [20, 60, 500])
def test_shrinkage_is_that_of_ledoit_and_wolf(n):
    from sklearn.covariance import ledoit_wolf as reference

    rng = np.random.default_rng(n)
    unit = unit_rows(rng.normal(size=(n, 40)) * np.geomspace(1, 0.05, 40) + 0.3)
    weight = ledoit_wolf(unit.mean(axis=0), np.cov(unit.T, bias=True), n)
    assert weight == pytest.approx(reference(unit)[1], rel=1e-9)


@pytest.mark.parametrize(("languages", "weight"), [(2, 0.1), (2, 0.001), (4, 0.3)])
def test_erasing_axes_are_those_of_the_inverse_square_root(languages, weight):
    """By the definition: W from all eigenvectors, U from W times the differences."""
    from monosashi.language.subspaces.leace import erasing_axes
    from monosashi.language.subspaces.shrinkage import shrink

    rng = np.random.default_rng(languages)
    rows = unit_rows(rng.normal(size=(90, 40)) * np.geomspace(1, 0.05, 40) + 0.3)
    of = np.arange(90) % languages
    apart = np.stack([rows[of == code].mean(axis=0) for code in range(languages)]) - rows.mean(0)
    covariance = shrink(np.cov(rows.T, bias=True), weight)
    values, vectors = np.linalg.eigh(covariance)
    whitening = (vectors / np.sqrt(values)) @ vectors.T
    basis = np.linalg.svd(apart @ whitening)[2][: languages - 1]
    expected = np.linalg.inv(whitening) @ basis.T @ basis @ whitening
    read, write = erasing_axes(covariance.copy(), apart)
    assert read.shape == (languages - 1, 40)
    assert np.allclose(write.T @ read, expected, rtol=0, atol=1e-10)
    assert np.allclose(read @ covariance @ read.T, np.eye(languages - 1), atol=1e-9)


def test_erasing_a_thousand_dimensions_needs_no_eigenvectors(monkeypatch):
    from monosashi.language.subspaces.leace import erasing_axes

    solved = []
    whole = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda table: solved.append(len(table)) or whole(table))
    apart = np.random.default_rng(0).normal(size=(1, 1_000)) * np.array([[1.0], [-1.0]])
    erasing_axes(np.eye(1_000), apart)
    assert max(solved) == 1, "a table of languages, not of dimensions"


def test_erasure_without_a_difference_changes_nothing():
    rng = np.random.default_rng(0)
    half = rng.normal(size=(60, 8))
    pages = EmbeddingSet.from_arrays(
        np.vstack([half, half]), columns={"lang": ["a"] * 60 + ["b"] * 60}
    )
    fitted = ConceptErasure.fit(pages, language="lang")
    assert fitted.read.shape == (0, 8)
    np.testing.assert_allclose(fitted.apply(pages).vectors, unit_of(pages), atol=1e-12)


def test_all_but_the_top_against_its_definition(made_set):
    pages = made_set(n=80)
    unit = unit_of(pages)
    centred = unit - unit.mean(axis=0)
    top = np.linalg.svd(centred, full_matrices=False)[2][:2]
    mended = AllButTheTop.fit(pages, components=2).apply(pages)
    np.testing.assert_allclose(
        mended.vectors, unit_rows(centred - centred @ top.T @ top), atol=1e-5
    )


def reference_rows(data, name="en"):
    return data.columns["lang"] == name


@pytest.mark.parametrize("side", ["both", "index"])
@pytest.mark.parametrize("scale", [1.0, 7.5])
def test_the_reference_language_is_unchanged_to_the_bit(made_set, side, scale):
    """So are its scores, whatever length its vectors have."""
    held = made_set(n=70)
    rng = np.random.default_rng(2)
    pages = replace(
        held,
        vectors=(held.vectors * np.float32(scale)),
        query_vectors=held.vectors + rng.normal(size=held.vectors.shape).astype(np.float32) / 9,
    )
    fitted = PivotShift.fit(
        pages, language="lang", reference="en", side=side,
        queries=None if side == "index" else pages.query_vectors,
    )  # fmt: skip
    mended, rows = fitted.apply(pages), reference_rows(pages)
    assert mended.vectors[rows].tobytes() == pages.vectors[rows].tobytes()
    assert mended.query_vectors[rows].tobytes() == pages.query_vectors[rows].tobytes()
    assert mended.vectors[~rows].tobytes() != pages.vectors[~rows].tobytes()
    kept = mended.query_vectors[~rows].tobytes() == pages.query_vectors[~rows].tobytes()
    assert kept == (side == "index")
    scores = [data.query_vectors[rows] @ data.vectors[rows].T for data in (pages, mended)]
    assert scores[0].tobytes() == scores[1].tobytes()
    asked = fitted.apply(replace(pages, vectors=pages.query_vectors, query_vectors=None),
                         side="query")  # fmt: skip
    assert asked.vectors.tobytes() == mended.query_vectors.tobytes()


def test_pivot_moves_means_onto_the_reference_and_queries_by_their_own(made_set):
    held = made_set(n=70)
    pages = replace(held, vectors=unit_of(held), query_vectors=unit_rows(unit_of(held) + 0.2))
    fitted = PivotShift.fit(
        pages, language="lang", reference="en", queries=pages.query_vectors, renormalise=False
    )
    mended = fitted.apply(pages)
    np.testing.assert_allclose(*means_of(mended), atol=1e-12)
    np.testing.assert_allclose(*means_of(replace(mended, vectors=mended.query_vectors)), atol=1e-12)


def test_a_move_measured_on_translations_ignores_documents_without_one(made_set):
    """Pages of a topic that only one language has would tilt the means."""
    pages = made_set(n=100, bias=1.0)
    alone = EmbeddingSet.from_arrays(
        np.vstack([pages.vectors, np.tile(pages.vectors[:1], (80, 1))]),
        ids=[*pages.ids, *(f"only{i}" for i in range(80))],
        columns={
            "key": [*pages.columns["key"], *(f"only{i}" for i in range(80))],
            "lang": [*pages.columns["lang"], *["ja"] * 80],
        },
    )
    clean = PivotShift.fit(pages, language="lang", reference="en")
    paired = PivotShift.fit(alone, language="lang", reference="en", parallel="key")
    tilted = PivotShift.fit(alone, language="lang", reference="en")
    np.testing.assert_allclose(paired.moves, clean.moves, atol=1e-12)
    assert abs(tilted.moves - clean.moves).max() > 0.01
    again = paired.refit(pages, language="lang")
    assert again.parallel == "key"


def test_chunks_of_a_key_weigh_as_one_document(made_set):
    pages = made_set(n=60)
    doubled = pages.take(np.r_[np.arange(pages.n), np.zeros(40, dtype=int)])
    doubled = replace(doubled, ids=np.array([f"r{i}" for i in range(doubled.n)], dtype=object))
    one, other = (
        PivotShift.fit(data, language="lang", reference="en", parallel="key")
        for data in (pages, doubled)
    )
    np.testing.assert_allclose(one.moves, other.moves, atol=1e-12)


def test_what_pivot_refuses(made_set):
    pages = made_set(n=60)
    with pytest.raises(DataError, match=r"reference language 'fr'. Known: en, ja"):
        PivotShift.fit(pages, language="lang", reference="fr")
    with pytest.raises(DataError, match=r"side of PivotShift\.fit"):
        PivotShift.fit(pages, language="lang", reference="en", side="query")
    with pytest.raises(DataError, match="name of a column of keys in one set"):
        PivotShift.fit([pages], language="lang", reference="en", parallel="key")
    lone = replace(pages, columns={**pages.columns, "key": pages.ids})
    with pytest.raises(DataError, match="'ja' and 'en' share 0 keys; at least 50"):
        PivotShift.fit(lone, language="lang", reference="en", parallel="key")


def test_centring_equals_pivot_without_the_reference_mean(made_set):
    """Differences of documents of one language are the same under both."""
    pages = replace(made_set(n=60), vectors=unit_of(made_set(n=60)))
    centred, moved = (
        kind.fit(pages, language="lang", renormalise=False, **options).apply(pages).vectors
        for kind, options in ((LanguageCentering, {}), (PivotShift, {"reference": "en"}))
    )
    np.testing.assert_allclose(centred[:60] - centred[60:], moved[:60] - moved[60:], atol=1e-12)

"""Centring: what it subtracts, what it refuses, how it is kept."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, unit_rows
from monosashi.language import GLOBAL_MEAN, LanguageCentering, load_repair, shipped_repairs


def named(data, **card):
    return replace(data, model=ModelCard(**{"dimension": data.dimension, **card}))


def test_subtracts_the_mean_of_each_language(made_set):
    pages = made_set(n=70)
    centred = LanguageCentering.fit(pages, language="lang").apply(pages).vectors
    unit = unit_rows(pages.vectors.astype(np.float64))
    for name in ("ja", "en"):
        rows = pages.columns["lang"] == name
        expected = unit_rows(unit[rows] - unit[rows].mean(axis=0))
        np.testing.assert_allclose(centred[rows], expected, atol=1e-6)
    assert centred.dtype == pages.vectors.dtype


def test_strength_and_renormalise(made_set):
    pages = made_set(n=60)
    unit = unit_rows(pages.vectors.astype(np.float64))
    same = LanguageCentering.fit(pages, language="lang", strength=0.0).apply(pages)
    np.testing.assert_allclose(same.vectors, unit, atol=1e-6)
    bare = LanguageCentering.fit(pages, language="lang", renormalise=False).apply(pages)
    for name in ("ja", "en"):
        rows = pages.columns["lang"] == name
        np.testing.assert_allclose(bare.vectors[rows].mean(axis=0), 0, atol=1e-6)
    assert bare.model.normalised is False


def test_query_vectors_lose_the_query_mean(made_set):
    pages = made_set(n=60)
    asked = pages.vectors + 0.3
    both = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids, columns=pages.columns, query_vectors=asked
    )
    own = LanguageCentering.fit(both, language="lang", queries=asked).apply(both)
    borrowed = LanguageCentering.fit(both, language="lang").apply(both)
    np.testing.assert_array_equal(own.vectors, borrowed.vectors)
    means = [abs(data.query_vectors[:60].mean(axis=0)).max() for data in (own, borrowed)]
    assert means[0] < means[1]


def test_a_constant_column_is_one_global_mean(made_set):
    pages = made_set(n=60)
    fitted = LanguageCentering.fit(pages, language=["all"] * pages.n)
    assert fitted.code == "global_mean"
    assert fitted.is_global
    unit = unit_rows(pages.vectors.astype(np.float64))
    np.testing.assert_allclose(
        fitted.apply(pages).vectors, unit_rows(unit - unit.mean(axis=0)), atol=1e-6
    )
    assert shipped_repairs(pages, language="lang")[GLOBAL_MEAN].is_global


def test_row_order_only_moves_rounding(made_set):
    pages = made_set(n=60)
    order = np.random.default_rng(0).permutation(pages.n)
    a = LanguageCentering.fit(pages, language="lang")
    b = LanguageCentering.fit(pages.take(order), language="lang")
    assert a.ids_digest == b.ids_digest
    for name in ("ja", "en"):
        np.testing.assert_allclose(a.documents.means[name], b.documents.means[name], atol=1e-15)


def test_one_document_of_a_language_is_refused():
    """Case B083, with all faults together."""
    pages = EmbeddingSet.from_arrays(
        [[1, 0], [0.8, 0.6], [0, 1]], columns={"lang": ["ja", "ja", "fr"]}
    )
    with pytest.raises(DataError, match=r"'fr' has 1 document") as caught:
        LanguageCentering.fit(pages, language="lang")
    assert "'ja' has 2 documents" in str(caught.value)
    with pytest.raises(DataError, match="'fr' has 1 document"):
        LanguageCentering.fit(pages, language="lang", force=True)


@pytest.mark.parametrize(
    ("n", "refused", "noted"),
    [(49, True, True), (50, False, True), (199, False, True), (200, False, False)],
)
def test_few_documents(made_set, n, refused, noted):
    pages = made_set(n=n)
    if refused:
        with pytest.raises(DataError, match="has 49 documents"):
            LanguageCentering.fit(pages, language="lang")
    fitted = LanguageCentering.fit(pages, language="lang", force=refused)
    assert bool(fitted.notices) == noted


@pytest.mark.parametrize("theirs", ["m-v2", "embed/m-v1"])
def test_another_model_is_refused_by_both_names(made_set, theirs):
    """Cases B088 and B089: equal dimension proves nothing, and names are not guessed at."""
    pages = made_set(n=60)
    fitted = LanguageCentering.fit(named(pages, name="m-v1"), language="lang")
    with pytest.raises(DataError) as caught:
        fitted.apply(named(pages, name=theirs))
    assert all(word in str(caught.value) for word in ('"m-v1"', f'"{theirs}"', "aliases"))
    alias = named(pages, name=theirs, aliases=("m-v1",))
    assert fitted.apply(alias).n == pages.n


def test_another_dimension_or_role_is_refused(made_set):
    pages = made_set(n=60)
    fitted = LanguageCentering.fit(named(pages, role="passage"), language="lang")
    with pytest.raises(DataError, match="dimension: 24 on one side"):
        fitted.apply(made_set(n=60, dimension=12))
    with pytest.raises(DataError, match="role: passage on one side"):
        fitted.apply(named(pages, role="query"))
    assert fitted.apply(named(pages, role="query"), side="query").n == pages.n


def test_an_unknown_language_is_refused_by_row(made_set):
    pages = made_set(n=60)
    fitted = LanguageCentering.fit(pages, language="lang")
    labels = pages.columns["lang"].copy()
    labels[[3, 9]] = "fr"
    with pytest.raises(DataError, match=r'no mean for "fr" \(rows 3, 9\). Known: en, ja'):
        fitted.apply(pages, language=labels)


def test_rows_equal_to_their_mean_are_refused():
    pages = EmbeddingSet.from_arrays(
        [[1, 0], [1, 0], [1, 0], [0, 1]], ids=list("abcd"), columns={"lang": list("xxyy")}
    )
    fitted = LanguageCentering.fit(pages, language="lang", force=True)
    with pytest.raises(DataError, match=r'rows 0-1 \(ids "a", "b"\)'):
        fitted.apply(pages)


def test_save_and_load(made_set, tmp_path):
    pages = named(made_set(n=60), name="m-v1", aliases=("old",))
    fitted = LanguageCentering.fit(
        pages, language="lang", queries=pages.vectors + 0.1, strength=0.75, built_at="2026-01-10"
    )
    place = tmp_path / "deep" / "fix"
    fitted.save(place)
    fitted.save(place)
    loaded = LanguageCentering.load(place)
    assert loaded.apply(pages).vectors.tobytes() == fitted.apply(pages).vectors.tobytes()
    for name in ("model", "built_at", "fingerprint", "ids_digest", "strength", "column", "code"):
        assert getattr(loaded, name) == getattr(fitted, name)
    assert loaded.documents.counts == {"en": 60, "ja": 60}
    assert sorted(path.name for path in place.iterdir()) == [
        "documents.npy", "queries.npy", "repair.json",
    ]  # fmt: skip
    assert [path.name for path in place.parent.iterdir()] == ["fix"], "no drafts are left"


@pytest.mark.parametrize("strength", [float("nan"), float("inf")])
def test_a_strength_that_is_no_number(made_set, strength):
    with pytest.raises(DataError, match="strength must be a finite number"):
        LanguageCentering.fit(made_set(n=60), language="lang", strength=strength)


def test_a_saved_repair_keeps_the_canaries_of_the_model(made_set, tmp_path):
    """Without them nobody could find out later whether the model is still the same."""
    canaries = {"a fixed text": (0.6, 0.8)}
    fitted = LanguageCentering.fit(named(made_set(n=60), canaries=canaries), language="lang")
    fitted.save(tmp_path / "fix")
    assert load_repair(tmp_path / "fix").model.canaries == canaries


def test_a_foreign_folder_is_neither_read_nor_overwritten(made_set, tmp_path):
    fitted = LanguageCentering.fit(made_set(n=60), language="lang")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(DataError, match="not overwritten"):
        fitted.save(tmp_path)
    for place in (tmp_path, tmp_path / "absent"):
        with pytest.raises(DataError, match="not a saved repair"):
            LanguageCentering.load(place)


@pytest.mark.parametrize("fault", ["kind", "shape", "json", "missing"])
def test_broken_folders_are_refused(made_set, tmp_path, fault):
    place = tmp_path / "fix"
    LanguageCentering.fit(made_set(n=60), language="lang").save(place)
    head = json.loads((place / "repair.json").read_text(encoding="utf-8"))
    if fault == "kind":
        head["kind"] = "something else"
    if fault == "missing":
        del head["model"]
    text = "{" if fault == "json" else json.dumps(head)
    (place / "repair.json").write_text(text, encoding="utf-8")
    if fault == "shape":
        np.save(place / "documents.npy", np.zeros((2, 3)))
    with pytest.raises(DataError, match="not a saved repair"):
        LanguageCentering.load(place)


def write_as_before(fitted, place):
    """A folder as it was written when centring was the only repair."""
    place.mkdir()
    head = {"kind": "language centering", "format": 1, "model": fitted.model.to_dict()}
    names = ("built_at", "fingerprint", "ids_digest", "column", "strength", "renormalise")
    head |= {name: getattr(fitted, name) for name in names}
    for name in ("documents", "queries"):
        held = getattr(fitted, name)
        head[name] = dict(held.counts)
        np.save(place / f"{name}.npy", np.stack(list(held.means.values())))
    (place / "centering.json").write_text(json.dumps(head), encoding="utf-8")


def test_folders_of_the_first_format_still_load_and_can_be_replaced(made_set, tmp_path):
    pages = named(made_set(n=60), name="m-v1")
    fitted = LanguageCentering.fit(
        pages, language="lang", queries=pages.vectors + 0.1, strength=0.75, built_at="2026-01-10"
    )
    place = tmp_path / "old"
    write_as_before(fitted, place)
    for loaded in (LanguageCentering.load(place), load_repair(place)):
        assert loaded.apply(pages).vectors.tobytes() == fitted.apply(pages).vectors.tobytes()
        assert (loaded.built_at, loaded.strength, loaded.column) == ("2026-01-10", 0.75, "lang")
    fitted.save(place)
    assert not (place / "centering.json").exists()
    assert LanguageCentering.load(place).ids_digest == fitted.ids_digest

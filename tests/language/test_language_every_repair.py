"""What every repair of vectors must do, one family of checks for all of them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import (
    AllButTheTop,
    ConceptErasure,
    LanguageCentering,
    LanguageSubspaceRemoval,
    PivotShift,
    load_repair,
    measure_language_bias,
    measure_repair_effect,
)

MAKERS = {
    "centring": lambda data, **o: LanguageCentering.fit(data, language="lang", **o),
    "lir": lambda data, **o: LanguageSubspaceRemoval.fit(data, language="lang", **o),
    "lir2": lambda data, **o: LanguageSubspaceRemoval.fit(data, language="lang", rank=2, **o),
    "lsar": lambda data, **o: LanguageSubspaceRemoval.fit(
        data, language="lang", method="lsar", **o
    ),
    "pivot": lambda data, **o: PivotShift.fit(data, language="lang", reference="en", **o),
    "index": lambda data, **o: PivotShift.fit(
        data, language="lang", reference="en", side="index", **o
    ),
    "leace": lambda data, **o: ConceptErasure.fit(data, language="lang", **o),
    "top": AllButTheTop.fit,
}
BY_LANGUAGE = ["centring", "lir", "lir2", "pivot", "index"]
every = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


@pytest.fixture(scope="module")
def pages(made_set):
    held = made_set(n=90, bias=1.0)
    queries = EmbeddingSet.from_arrays(held.vectors + 0.05).vectors
    return replace(
        held, query_vectors=queries, model=ModelCard(name="m-v1", dimension=24, role="passage")
    )


def recall(data, pair):
    found = measure_language_bias(data, key="key", language="lang").directions[pair]
    return float(found.mixed.recall[1])


@every
@pytest.mark.parametrize("pair", [("ja", "en"), ("en", "ja")])
def test_brings_back_what_a_known_bias_took(made_set, make, pair):
    """The same topics and noise without the bias are the truth."""
    clean, biased = made_set(bias=0.0), made_set(bias=2.0)
    mended = make(biased).apply(biased)
    assert recall(biased, pair) < recall(clean, pair) - 0.3
    if pair[0] == "ja" and make is MAKERS["index"]:  # queries stay where documents were moved from
        return
    lost = 0.1 if make is MAKERS["lir2"] else 0.06  # one direction more than the bias has
    assert recall(mended, pair) == pytest.approx(recall(clean, pair), abs=lost)


@every
def test_held_out_figures_exist(made_set, make):
    biased = made_set(bias=2.0)
    effect = measure_repair_effect(biased, key="key", language="lang", repairs={"it": make(biased)})
    row = effect.directions["en", "ja"]["it"]
    assert float(row.held_out) == pytest.approx(float(row.after), abs=0.08)
    assert row.gain.low > 0.2


@every
@pytest.mark.parametrize("renormalise", [True, False])
def test_save_and_load_give_the_same_bytes(pages, make, renormalise, tmp_path):
    fitted = make(pages, renormalise=renormalise, built_at="2026-01-10")
    fitted.save(tmp_path / "fix")
    for loaded in (type(fitted).load(tmp_path / "fix"), load_repair(tmp_path / "fix")):
        before, after = (one.apply(pages, **spoken(one)) for one in (fitted, loaded))
        assert after.vectors.tobytes() == before.vectors.tobytes()
        assert after.query_vectors.tobytes() == before.query_vectors.tobytes()
        assert type(loaded) is type(fitted)
        assert loaded.settings() == fitted.settings()
        assert repr(loaded) == repr(fitted)
        for name in ("model", "built_at", "fingerprint", "ids_digest", "column", "notices"):
            assert getattr(loaded, name) == getattr(fitted, name)
        assert loaded.documents.counts == fitted.documents.counts


def spoken(repair):
    return {} if repair.is_global else {"language": "lang"}


@every
def test_two_saves_write_the_same_files(pages, make, tmp_path):
    fitted = make(pages, built_at="2026-01-10")
    for name in ("a", "b"):
        fitted.save(tmp_path / name)
    files = [{f.name: f.read_bytes() for f in (tmp_path / name).iterdir()} for name in "ab"]
    assert files[0] == files[1]


@every
def test_another_kind_is_refused(pages, make, tmp_path):
    fitted = make(pages)
    fitted.save(tmp_path / "fix")
    other = LanguageCentering if make is not MAKERS["centring"] else PivotShift
    with pytest.raises(DataError, match=f"holds a {type(fitted).__name__}, not a"):
        other.load(tmp_path / "fix")


@every
def test_another_model_role_or_dimension_is_refused(pages, make, made_set):
    fitted = make(pages)
    with pytest.raises(DataError, match=r'"m-v1".*"m-v2"'):
        fitted.apply(replace(pages, model=ModelCard(name="m-v2")))
    asked = replace(pages, model=ModelCard(name="m-v1", role="query"))
    with pytest.raises(DataError, match="role: passage on one side"):
        fitted.apply(asked)
    assert fitted.apply(asked, side="query").n == pages.n
    with pytest.raises(DataError, match="dimension: 24"):
        fitted.apply(made_set(n=60, dimension=12))


@every
def test_row_order_only_moves_rounding(pages, make):
    order = np.random.default_rng(0).permutation(pages.n)
    a, b = make(pages), make(pages.take(order))
    assert a.ids_digest == b.ids_digest
    np.testing.assert_allclose(a.apply(pages).vectors, b.apply(pages).vectors, atol=1e-6)
    one_by_one = np.vstack([a.apply(pages.take([row])).vectors for row in range(0, pages.n, 7)])
    assert one_by_one.tobytes() == a.apply(pages).vectors[::7].tobytes()


@every
def test_parts_give_what_the_whole_gives(pages, make):
    parts = (pages.take(np.arange(start, start + 45)) for start in range(0, pages.n, 45))
    whole, streamed = make(pages), make(parts)
    assert streamed.documents.counts == whole.documents.counts
    assert streamed.ids_digest == whole.ids_digest
    np.testing.assert_allclose(streamed.apply(pages).vectors, whole.apply(pages).vectors, atol=1e-6)
    alone = make([pages])
    assert alone.fingerprint == whole.fingerprint
    assert alone.apply(pages).vectors.tobytes() == whole.apply(pages).vectors.tobytes()


@every
def test_a_memory_map_is_read_in_blocks_and_never_copied(made_set, make, tmp_path, monkeypatch):
    """Nothing of n rows may be made in float64; a small block stands for a large file."""
    held = made_set(n=300)
    np.save(tmp_path / "v.npy", held.vectors)
    mapped = EmbeddingSet.from_arrays(
        np.load(tmp_path / "v.npy", mmap_mode="r"), ids=held.ids, columns=held.columns
    )
    monkeypatch.setattr("monosashi.language.centroids.BLOCK", 64)
    monkeypatch.setattr("monosashi.language.subspaces.paired_moves.BLOCK", 64)
    largest = []
    from monosashi.language import centroids

    real = centroids.unit_rows
    monkeypatch.setattr(centroids, "unit_rows", lambda v: largest.append(len(v)) or real(v))
    fitted = make(mapped)
    assert max(largest) == 64
    assert sum(largest) == 600
    monkeypatch.undo()
    np.testing.assert_allclose(
        fitted.apply(held).vectors, make(held).apply(held).vectors, atol=1e-6
    )


@every
def test_parts_that_do_not_fit_together_are_refused(pages, make):
    stranger = replace(pages, model=ModelCard(name="m-v2"), ids=np.array(
        [f"x{i}" for i in range(pages.n)], dtype=object))  # fmt: skip
    with pytest.raises(DataError, match=r'"m-v1".*"m-v2"'):
        make([pages, stranger])
    with pytest.raises(DataError, match=r"180 ids stand in the parts more than once"):
        make([pages, pages])
    with pytest.raises(DataError, match="no documents came"):
        make(iter(()))


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "top"])
def test_parts_name_their_language_by_column(pages, name):
    kinds = {"centring": LanguageCentering, "pivot": PivotShift, "leace": ConceptErasure}
    kind = kinds.get(name, LanguageSubspaceRemoval)
    options = {"reference": "en"} if kind is PivotShift else {}
    with pytest.raises(DataError, match="as the name of a column"):
        kind.fit([pages], language=list(pages.columns["lang"]), **options)


@every
def test_few_documents(made_set, make):
    few = made_set(n=20)
    with pytest.raises(DataError, match=r"has 20 documents|has 40 documents"):
        make(few)
    assert make(few, force=True).notices[0].code == "language.notices.few_documents"
    assert not make(made_set(n=200)).notices


@every
def test_zero_vectors_are_refused_by_row(pages, make):
    vectors = pages.vectors.copy()
    vectors[[4, 100]] = 0
    empty = replace(pages, vectors=vectors)
    with pytest.raises(DataError, match="rows 4, 100"):
        make(empty)
    with pytest.raises(DataError, match="rows 4, 100"):
        make(pages).apply(empty)


def test_rows_of_zero_are_numbered_over_all_parts(pages):
    vectors = pages.vectors.copy()
    vectors[100] = 0
    empty = replace(pages, vectors=vectors)
    parts = [empty.take(np.arange(0, 90)), empty.take(np.arange(90, 180))]
    with pytest.raises(DataError, match=r'rows 100 \(ids "en:k0010"\)'):
        LanguageCentering.fit(parts, language="lang")


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "top"])
def test_unknown_languages_are_refused_by_row(pages, name):
    labels = pages.columns["lang"].copy()
    labels[[3, 9]] = "fr"
    with pytest.raises(DataError, match=r'"fr" \(rows 3, 9\). Known: en, ja'):
        MAKERS[name](pages).apply(pages, language=labels)


@pytest.mark.parametrize("name", MAKERS)
def test_who_must_say_the_language(pages, name):
    nameless = EmbeddingSet.from_arrays(pages.vectors, model=pages.model)
    fitted = MAKERS[name](pages)
    if name in BY_LANGUAGE:
        with pytest.raises(DataError, match="lang"):
            fitted.apply(nameless)
    else:
        known = fitted.apply(pages, **spoken(fitted))
        assert fitted.apply(nameless).vectors.tobytes() == known.vectors.tobytes()


@every
def test_input_is_not_changed_and_its_kind_is_kept(pages, make):
    before = pages.vectors.copy(), pages.query_vectors.copy()
    mended = make(pages).apply(pages)
    np.testing.assert_array_equal(pages.vectors, before[0])
    np.testing.assert_array_equal(pages.query_vectors, before[1])
    assert mended.vectors.dtype == np.float32
    assert list(mended.ids) == list(pages.ids)
    lengths = np.linalg.norm(mended.vectors.astype(np.float64), axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-5)
    assert make(pages, renormalise=False).apply(pages).model.normalised is False


@every
def test_scale_of_vectors_does_not_matter(pages, make):
    if make in {MAKERS["pivot"], MAKERS["index"]}:
        pages = pages.take(pages.columns["lang"] == "ja")  # those of the reference keep theirs
        fitted = make(PAIR)
    else:
        fitted = make(pages)
    scales = np.geomspace(0.25, 4, pages.n)[:, None].astype(np.float32)
    scaled = replace(pages, vectors=pages.vectors * scales)
    np.testing.assert_allclose(fitted.apply(scaled).vectors, fitted.apply(pages).vectors, atol=1e-6)


@pytest.mark.parametrize("name", ["centring", "pivot"])
def test_fitting_again_keeps_the_side_of_queries(pages, name):
    """Cross-fitting must test the repair that would be used, with the means of queries."""
    fitted = MAKERS[name](pages, queries=pages.query_vectors)
    half = pages.take(np.r_[0:60, 90:150])
    again = fitted.refit(half, language="lang", queries=half.query_vectors)
    assert again.queries.counts == {"en": 60, "ja": 60}
    plain = MAKERS[name](pages).refit(half, language="lang", queries=half.query_vectors)
    assert plain.queries is None
    shifts = [one.apply(half).query_vectors for one in (again, plain)]
    assert abs(shifts[0] - shifts[1]).max() > 0.01


@every
@pytest.mark.parametrize("damage", ["setting", "array", "axis", "kind", "format", "nan"])
def test_damaged_folders_are_refused(pages, make, damage, tmp_path):
    fitted, place = make(pages), tmp_path / "fix"
    fitted.save(place)
    head = json.loads((place / "repair.json").read_text(encoding="utf-8"))
    names = sorted(file.stem for file in place.glob("*.npy"))
    array = np.load(place / f"{names[0]}.npy")
    if damage == "setting":
        head["settings"].popitem()
    elif damage == "array":
        (place / f"{names[0]}.npy").unlink()
    elif damage == "axis":
        np.save(place / f"{names[0]}.npy", array[..., :-1])
    elif damage == "nan":
        np.save(place / f"{names[0]}.npy", np.full_like(array, np.nan))
    else:
        head[damage] = {"kind": "centroids", "format": 99}[damage]
    (place / "repair.json").write_text(json.dumps(head), encoding="utf-8")
    with pytest.raises(DataError, match="is not a saved repair"):
        load_repair(place)


@pytest.mark.parametrize(("name", "setting", "value"), [
    ("lir", "rank", 2), ("lsar", "method", "lir"), ("lir", "method", "csls"),
    ("pivot", "reference", "fr"), ("pivot", "side", "query"), ("centring", "strength", "much"),
])  # fmt: skip
def test_settings_that_do_not_fit_the_arrays_are_refused(pages, name, setting, value, tmp_path):
    MAKERS[name](pages).save(tmp_path / "fix")
    head = json.loads((tmp_path / "fix" / "repair.json").read_text(encoding="utf-8"))
    head["settings"][setting] = value
    (tmp_path / "fix" / "repair.json").write_text(json.dumps(head), encoding="utf-8")
    with pytest.raises(DataError, match="is not a saved repair"):
        load_repair(tmp_path / "fix")


PAIR = EmbeddingSet.from_arrays(
    np.random.default_rng(1).normal(size=(120, 24)),
    columns={"lang": ["ja"] * 60 + ["en"] * 60, "key": [*range(60)] * 2},
)

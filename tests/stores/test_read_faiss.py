import numpy as np
import pytest
from stores.layouts import refused

from monosashi.stores import read

faiss = pytest.importorskip("faiss")
X = np.random.default_rng(0).normal(size=(400, 8)).astype(np.float32)
EXACT = ["Flat", "HNSW8,Flat", "NSG8,Flat", "IVF4,Flat", "IDMap,Flat", "IDMap2,Flat",
         "IDMap,IVF4,Flat", "IDMap2,HNSW8,Flat", "PQ4x4,RFlat", "IVF4,PQ4x4fs,RFlat"]  # fmt: skip
LOSSY = {"SQ8": 0.02, "SQfp16": 2e-3, "IVF4,SQ8": 0.02, "HNSW8,SQ8": 0.02, "IDMap,SQ8": 0.02,
         "RR8,Flat": 1e-5, "PQ8x4": 0.5}  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    faiss.omp_set_num_threads(1)


def build(path, recipe, ids=None, metric=faiss.METRIC_L2):
    index = faiss.index_factory(8, recipe, metric)
    index.train(X)
    if "IDMap" in recipe and ids is None:
        ids = np.arange(400) * 3 + 2**40
    index.add(X) if ids is None else index.add_with_ids(X, ids)
    faiss.write_index(index, str(path))
    return path


@pytest.mark.parametrize("recipe", EXACT)
def test_indexes_over_whole_vectors_give_them_back(recipe, tmp_path):
    data = read(build(tmp_path / "v.faiss", recipe))
    assert np.array_equal(data.vectors, X)
    assert data.notices == ()
    first = str(2**40) if "IDMap" in recipe else "0"
    assert data.ids[0] == first


@pytest.mark.parametrize("recipe", LOSSY)
def test_indexes_that_compress_give_approximations_and_say_so(recipe, tmp_path):
    data = read(build(tmp_path / "v.index", recipe, metric=faiss.METRIC_INNER_PRODUCT))
    assert 0 < np.abs(data.vectors - X).max() < LOSSY[recipe] * np.abs(X).max()
    (note,) = data.notices
    assert "approximations" in note.say("en")
    assert "inner product" in note.say("en")
    assert "近似" in note.say("ja")


def test_ids_given_to_an_ivf_itself_come_with_their_own_vectors(tmp_path):
    ids = np.random.default_rng(1).permutation(10_000)[:400]
    data = read(build(tmp_path / "v.faiss", "IVF4,Flat", ids))
    assert data.ids.tolist() == [str(i) for i in np.sort(ids)]
    assert np.array_equal(data.vectors, X[np.argsort(ids)])


@pytest.mark.parametrize("recipe", ["IVF4,Flat", "IDMap,Flat", "IDMap,IVF4,SQ8"])
def test_ids_below_0_and_twice_are_all_named(recipe, tmp_path):
    ids = np.arange(400)
    ids[3], ids[5], ids[7] = 9, -4, -6
    said = refused(build(tmp_path / "v.faiss", recipe, ids)).say("en")
    for name in ('"9"', '"-4"', '"-6"'):
        assert name in said


@pytest.mark.parametrize("recipe", ["ITQ,LSH"])
def test_an_index_that_cannot_give_vectors_back_ends_in_a_refusal_not_in_a_crash(recipe, tmp_path):
    error = refused(build(tmp_path / "v.faiss", recipe))
    assert "does not give its vectors back" in error.say("en")


def test_binary_indexes_are_signs(tmp_path):
    bits = np.random.default_rng(0).integers(0, 256, (50, 2)).astype(np.uint8)
    signs = 2.0 * np.unpackbits(bits, axis=1) - 1
    flat, mapped = faiss.IndexBinaryFlat(16), faiss.IndexBinaryIDMap(faiss.IndexBinaryFlat(16))
    inverted = faiss.IndexBinaryIVF(quantizer := faiss.IndexBinaryFlat(16), 16, 2)
    inverted.cp.min_points_per_centroid = 1
    inverted.train(bits)
    assert quantizer.ntotal == 2
    flat.add(bits)
    inverted.add(bits)
    mapped.add_with_ids(bits, np.arange(50) + 7)
    for name, index in {"flat": flat, "mapped": mapped, "ivf": inverted}.items():
        faiss.write_index_binary(index, str(tmp_path / f"{name}.index"))
        data = read(tmp_path / f"{name}.index")
        assert np.array_equal(data.vectors, signs)
        assert data.ids[0] == ("7" if name == "mapped" else "0")
        assert "-1 and +1" in data.notices[0].say("en")


def test_an_index_lies_beside_a_text_file(tmp_path):
    path = build(tmp_path / "v.faiss", "IDMap,SQ8")
    ids = [str(i * 3 + 2**40) for i in range(400)][::-1]
    text = tmp_path / "t.jsonl"
    text.write_text("".join(f'{{"id": "{i}"}}\n' for i in ids), encoding="utf-8")
    data = read(text, vectors=path)
    assert np.allclose(data.vectors, X[::-1], atol=0.1)
    assert any("approximations" in note.say("en") for note in data.notices)


def test_names_of_arrays_and_other_files_are_refused(tmp_path):
    path = build(tmp_path / "v.faiss", "Flat")
    assert "vectors" in refused(path, vectors="emb").say("en")
    (tmp_path / "w.index").write_text("I am an index of another kind\n", encoding="utf-8")
    assert "w.index cannot be read" in refused(tmp_path / "w.index").say("en")
    faiss.write_index(faiss.IndexFlatL2(4), str(tmp_path / "e.faiss"))
    assert "no rows" in refused(tmp_path / "e.faiss").say("en")


def test_reading_needs_the_extra_and_says_so(tmp_path, monkeypatch):
    path = build(tmp_path / "v.faiss", "Flat")
    monkeypatch.setitem(__import__("sys").modules, "faiss", None)
    assert "monosashi[faiss]" in refused(path).say("en")

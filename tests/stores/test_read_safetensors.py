import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores.every_format import tensors
from stores.layouts import refused

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.files import tensors as tensor_files
from monosashi.stores import read

X = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)
F32 = ("vectors", "F32", (5, 4), X.tobytes())


def write(path, entries, metadata=None):
    path.write_bytes(tensors(entries, metadata))
    return path


def test_the_only_matrix_needs_no_name_and_a_named_one_is_taken(tmp_path):
    labels = np.arange(5)
    path = write(
        tmp_path / "v.safetensors", [("emb", *F32[1:]), ("y", "I64", (5,), labels.tobytes())]
    )
    data = read(path)
    assert np.array_equal(data.vectors, X)
    assert data.columns["y"].tolist() == labels.tolist()
    two = write(
        tmp_path / "w.safetensors", [("a", *F32[1:]), ("b", "F32", (5, 4), (2 * X).tobytes())]
    )
    assert "a, b" in refused(two).say("en")
    assert np.array_equal(read(two, vectors="b").vectors, 2 * X)


def test_bfloat16_is_the_upper_half_of_float32(tmp_path):
    halves = (X.view(np.uint32) >> 16).astype("<u2")
    path = write(tmp_path / "v.safetensors", [("vectors", "BF16", (5, 4), halves.tobytes())])
    assert np.array_equal(read(path).vectors.view(np.uint32), X.view(np.uint32) & 0xFFFF0000)


def test_roles_languages_and_ids_are_found_as_in_an_npz(tmp_path):
    names = ["ja_passage", "ja_query", "en_passage", "en_query"]
    entries = [(name, "F32", (5, 4), (X + i).tobytes()) for i, name in enumerate(names)]
    ids = json.dumps([f"s{i}" for i in range(5)])
    path = write(tmp_path / "v.safetensors", entries, {"ids": ids, "format": "pt"})
    data = read(path, wide=["ja", "en"])
    assert data.ids.tolist()[:2] == ["s0/ja", "s0/en"]
    assert np.array_equal(data.vectors[1::2], X + 2)
    assert np.array_equal(data.query_vectors[::2], X + 1)


def test_ids_stand_in_a_text_file_beside(tmp_path):
    path = write(tmp_path / "v.safetensors", [F32])
    (tmp_path / "v.ids.txt").write_text("a\nb\nc\nd\n", encoding="utf-8")
    assert "5 rows for 4 ids" in refused(path).say("en")
    (tmp_path / "v.ids.txt").write_bytes("記\nb\nc\nd\ne".encode("cp932"))
    assert "lines 1" in refused(path).say("en")
    (tmp_path / "v.ids.txt").write_text("a\r\nb\r\nc\r\nd\r\ne", encoding="utf-8", newline="")
    assert read(path).ids.tolist() == list("abcde")


def test_rows_are_joined_to_a_text_file_by_id(tmp_path):
    path = write(tmp_path / "v.safetensors", [F32], {"ids": json.dumps(list("edcba"))})
    text = tmp_path / "t.jsonl"
    text.write_text("".join(f'{{"id": "{i}", "text": "{i}"}}\n' for i in "abcde"), encoding="utf-8")
    assert np.array_equal(read(text, vectors=path).vectors, X[::-1])
    assert np.array_equal(read(text, vectors="v.safetensors").vectors, X[::-1])


def test_large_files_stay_on_disk_also_when_the_header_is_not_aligned(tmp_path, monkeypatch):
    monkeypatch.setattr(tensor_files, "LARGE", 0)
    for pad in range(4):
        path = write(tmp_path / f"v{pad}.safetensors", [F32], {"note": "x" * pad})
        vectors = read(path).vectors
        assert np.array_equal(vectors, X)
        assert not vectors.flags.writeable or vectors.base is None


@pytest.mark.parametrize("kind", ["F8_E4M3", "F4", "C64"])
def test_types_without_numbers_are_named(kind, tmp_path):
    path = write(tmp_path / "v.safetensors", [F32, ("w", kind, (2, 2), b"\0" * 4)])
    said = refused(path).say("en")
    assert '"w"' in said
    assert kind in said


def head(text, rest=b""):
    return len(text).to_bytes(8, "little") + text + rest


def one(shape, last, size):
    text = f'{{"a": {{"dtype": "F32", "shape": {shape}, "data_offsets": [0, {last}]}}}}'
    return head(text.encode(), b"\0" * size)


BROKEN = {
    "no json": head(b'{"a": '),
    "a list": head(b'["a"]'),
    "no offsets": head(b'{"a": {"dtype": "F32", "shape": [1, 1]}}', b"\0" * 4),
    "no entry": head(b'{"a": 3}'),
    "a hole": head(b'{"a": {"dtype": "F32", "shape": [1, 1], "data_offsets": [4, 8]}}', b"\0" * 8),
    "too short": one("[1, 2]", 8, 4),
    "too long": one("[1, 1]", 4, 5),
    "wrong size": one("[3, 1]", 4, 4),
    "below zero": one("[-1, -1]", 4, 4),
    "twice": head(b'{"a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]},'
                  b' "a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}}', b"\0"),
    "endless header": (2**63).to_bytes(8, "little") + b"{",
    "nested": head(b'{"a":' + b"[" * 99_999 + b"]" * 99_999 + b"}"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_header_that_does_not_fit_its_bytes_is_refused(name, tmp_path):
    (tmp_path / "v.safetensors").write_bytes(BROKEN[name])
    assert "v.safetensors cannot be read" in refused(tmp_path / "v.safetensors").say("en")


@pytest.mark.parametrize("ids", ["no json", '{"a": 1}', "3"])
def test_ids_of_the_header_must_be_a_list(ids, tmp_path):
    assert "ids in the metadata" in refused(
        write(tmp_path / "v.safetensors", [F32], {"ids": ids})
    ).say("en")


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_flipped_bytes_of_tensors_give_a_set_or_a_refusal(tmp_path, data):
    whole = bytearray(tensors([F32], {"ids": json.dumps(list("abcde"))}))
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=4)):
        whole[place] ^= data.draw(st.integers(1, 255))
    (tmp_path / "v.safetensors").write_bytes(whole)
    with suppress(DataError):
        read(tmp_path / "v.safetensors")


def test_the_library_of_the_format_reads_ours_and_we_read_its_files(tmp_path):
    library = pytest.importorskip("safetensors.numpy")
    columns = {"n": np.arange(5), "word": ["日", "b", None, "\u2028", ""]}
    held = EmbeddingSet.from_arrays(X, ids=list("abcde"), columns=columns, query_vectors=-X)
    held.save(tmp_path / "ours.safetensors")
    theirs = library.load_file(tmp_path / "ours.safetensors")
    assert set(theirs) == {"vectors", "query_vectors", "n"}
    assert np.array_equal(theirs["query_vectors"], -X)
    library.save_file({"vectors": X, "ids": np.arange(5)}, tmp_path / "theirs.safetensors")
    data = read(tmp_path / "theirs.safetensors")
    assert np.array_equal(data.vectors, X)
    assert data.ids.tolist() == list("01234")

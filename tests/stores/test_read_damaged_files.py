"""Files that are cut, flipped, pickled or something else: one plain message, never a crash."""

import gzip
import io
import json
import zipfile
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores.layouts import refused, write_jsonl

from monosashi.embeddings import DataError
from monosashi.stores import read

VECTORS = np.random.default_rng(0).normal(size=(12, 4)).astype(np.float32)
FOREIGN = ("pickle module", "Expecting", "codec", "Arrow", "CRC", "delimiter", "recursion", "char ")


def npy():
    held = io.BytesIO()
    np.save(held, VECTORS)
    return held.getvalue()


def npz(save=np.savez):
    held = io.BytesIO()
    save(held, vectors=VECTORS, ids=np.array([f"i{i}" for i in range(12)]))
    return held.getvalue()


def lines():
    return [json.dumps({"id": f"r{i}", "v": row.tolist()}) for i, row in enumerate(VECTORS)]


def parquet():
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    held = io.BytesIO()
    writer.write_table(pa.table({"id": list("abc"), "v": VECTORS[:3].tolist()}), held)
    return held.getvalue()


WHOLE = {
    "v.npy": npy, "v.npz": npz, "c.npz": lambda: npz(np.savez_compressed), "v.parquet": parquet,
    "v.jsonl.gz": lambda: gzip.compress("\n".join(lines()).encode()),
}  # fmt: skip


def refused_plainly(path):
    error = refused(path)
    for language in ("en", "ja"):
        said = error.say(language)
        assert path.name in said
        assert not any(word in said for word in FOREIGN), said


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_cut_anywhere_is_refused_in_our_words(tmp_path, name):
    whole = WHOLE[name]()
    assert len(whole) > 100
    for stop in {0, 1, 3, 7, 12, len(whole) // 3, len(whole) // 2, len(whole) - 9}:
        (tmp_path / name).write_bytes(whole[:stop])
        refused_plainly(tmp_path / name)


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_flipped_bytes_give_a_set_or_a_plain_refusal(tmp_path, name, data):
    whole = bytearray(WHOLE[name]())
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=4)):
        whole[place] ^= data.draw(st.integers(1, 255))
    (tmp_path / name).write_bytes(whole)
    with suppress(DataError):
        read(tmp_path / name)


def test_a_pickle_is_never_opened(tmp_path):
    (tmp_path / "v.npy").write_bytes(b"\x80\x04\x95" + VECTORS.tobytes())
    refused_plainly(tmp_path / "v.npy")


def test_a_head_that_claims_more_than_there_is(tmp_path):
    (tmp_path / "v.npy").write_bytes(npy().replace(b"(12, 4), }", b"(9999999999,9)}"))
    refused_plainly(tmp_path / "v.npy")


def test_other_files_in_an_npz_are_no_arrays(tmp_path):
    with zipfile.ZipFile(tmp_path / "v.npz", "w") as archive:
        archive.writestr("vectors.npy", npy())
        archive.writestr("README.txt", "notes")
    assert read(tmp_path / "v.npz").n == 12
    with zipfile.ZipFile(tmp_path / "w.npz", "w") as archive:
        archive.writestr("README.txt", "notes")
    refused_plainly(tmp_path / "w.npz")


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ('{"id": "x", "v": [1, 2', "not JSON at character"),
        ('{"id": "x", "v": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"id": "x", "v": [' + "9" * 5000 + "]}", "thousands of digits"),
        ('{"id": "x", "v": [1, 2, 3, 4], "v": [4, 3, 2, 1]}', '"v" stand more than once'),
        ('{"id": "x", "m": {"a": 1, "a": 2}, "v": [1, 2, 3, 4]}', '"a" stand more than once'),
        ('{"id": "x\0", "v": [1, 2, 3, 4]}', "not JSON at character"),
    ],
)
def test_a_broken_line_is_named_with_its_place(tmp_path, bad, words):
    path = tmp_path / "v.jsonl"
    path.write_text("\n".join([*lines()[:4], bad, *lines()[4:]]), encoding="utf-8")
    said = refused(path).say("en")
    assert "line 5" in said
    assert words in said


ODD = [None, [], [1, None, 3, 4], "text", 7, {"a": 1}, [1, 10**400, 3, 4], [[1, 2], [3, 4]], [1, 2]]


def test_rows_without_usable_vectors_are_all_named_whatever_is_wrong(tmp_path):
    good = [{"id": f"r{i}", "v": row.tolist()} for i, row in enumerate(VECTORS)]
    bad = [{"id": f"x{i}", "v": value} for i, value in enumerate(ODD)]
    error = refused(write_jsonl(tmp_path / "v.jsonl", [*good, *bad]))
    named = {row for one in error.faults for row in one.rows}
    assert named >= set(range(12, 12 + len(ODD))) - {14}  # a gap inside a vector is told next
    for lines in ("13", "14, 21", "16-20"):
        assert f"(Lines {lines} of v.jsonl.)" in error.say("en")


def test_numbers_beyond_float64_are_infinite_not_a_warning(tmp_path):
    if np.finfo(np.longdouble).max <= np.finfo(np.float64).max:
        pytest.skip("long double is no wider here")
    np.save(tmp_path / "v.npy", VECTORS.astype(np.longdouble) * np.longdouble("1e4000"))
    assert "infinity" in refused(tmp_path / "v.npy").say("en")


def test_lines_of_a_table_that_are_no_utf8_are_named(tmp_path):
    good = b'id,v\na,"[1, 2]"\n'
    (tmp_path / "v.csv").write_bytes(good + "日本".encode("cp932") + b',"[1, 2]"\n')
    assert "lines 3" in refused(tmp_path / "v.csv").say("en")


@pytest.mark.parametrize("value", ["[" * 100_000, "[" + "9" * 5000 + "]"])
def test_endless_values_of_a_table_are_no_vectors(tmp_path, value):
    (tmp_path / "v.csv").write_text(f'id,v\na,"[1, 2]"\nb,"{value}"\n', encoding="utf-8")
    assert "rows 1" in refused(tmp_path / "v.csv").say("en")


def test_an_id_and_a_vector_column_that_do_not_exist_are_named_together(tmp_path):
    path = write_jsonl(tmp_path / "v.jsonl", [{"id": "a", "v": [1, 2]}])
    said = refused(path, id="nope", vectors="also_not").say("en")
    assert "'nope'" in said
    assert "'also_not'" in said


def test_a_language_that_an_archive_lacks_is_named(tmp_path):
    np.savez(tmp_path / "v.npz", ja=VECTORS, en=VECTORS)
    assert "(fr)" in refused(tmp_path / "v.npz", wide=["ja", "fr"]).say("en")


def test_the_home_of_somebody_who_does_not_exist_is_a_name_like_any_other():
    with pytest.raises(DataError, match="does not exist"):
        read("~nobody-of-that-name/v.npy")

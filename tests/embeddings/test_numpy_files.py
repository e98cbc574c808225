"""npy and npz: never a pickle, large files stay on disk."""

import io

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.files import arrays as arrays_module
from monosashi.embeddings.files.arrays import read_npy, read_npz

OBJECTS = np.array([[1.0, 2.0], [3.0, 4.0, 5.0]], dtype=object)


def refused(read, path):
    with pytest.raises(DataError) as error:
        read(path)
    return error.value


class Evil:
    """Runs code when it is unpickled."""

    def __reduce__(self):
        return (print, ("executed",))


@pytest.mark.parametrize("content", ["npy", "plain pickle", "evil"])
def test_objects_are_never_unpickled_b007(tmp_path, content, capsys):
    path = tmp_path / "v.npy"
    if content == "npy":
        np.save(path, OBJECTS, allow_pickle=True)
    elif content == "evil":
        np.save(path, np.array([Evil(), 1], dtype=object), allow_pickle=True)
    else:
        path.write_bytes(b"\x80\x04N.")
    error = refused(read_npy, path)
    assert "dtype object" in error.say("en")
    assert "dtype=str" in error.say("ja")
    assert "executed" not in capsys.readouterr().out


def test_objects_in_an_archive_are_named(tmp_path):
    path = tmp_path / "v.npz"
    np.savez(path, good=np.eye(2), bad=OBJECTS, worse=OBJECTS, allow_pickle=True)
    error = refused(read_npz, path)
    assert [one.values["path"] for one in error.faults][:2] == ["v.npz [bad]", "v.npz [worse]"]


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"hello", b"PK\x03\x04broken"])
@pytest.mark.parametrize("name", ["v.npy", "v.npz"])
def test_broken_files_are_refused(tmp_path, content, name):
    path = tmp_path / name
    path.write_bytes(content)
    assert "v.np" in refused(read_npy if name == "v.npy" else read_npz, path).say("en")


def test_a_truncated_file_is_refused(tmp_path):
    whole = io.BytesIO()
    np.save(whole, np.ones((100, 10)))
    (tmp_path / "v.npy").write_bytes(whole.getvalue()[:-100])
    assert "cannot be read" in refused(read_npy, tmp_path / "v.npy").say("en")


def test_npy_and_npz_are_not_mixed_up(tmp_path):
    np.save(tmp_path / "v.npy", np.eye(2))
    (tmp_path / "w.npz").write_bytes((tmp_path / "v.npy").read_bytes())
    np.savez(tmp_path / "z.npz", v=np.eye(2))
    (tmp_path / "z.npy").write_bytes((tmp_path / "z.npz").read_bytes())
    assert "a file of npy, but its name says npz" in refused(read_npz, tmp_path / "w.npz").say("en")
    assert "a file of npz, but its name says npy" in refused(read_npy, tmp_path / "z.npy").say("en")


def test_large_files_stay_on_disk_and_are_checked_in_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(arrays_module, "LARGE", 1000)
    monkeypatch.setattr("monosashi.embeddings.checks.BLOCK_NUMBERS", 70)
    vectors = np.random.default_rng(0).normal(size=(100, 8)).astype(np.float32)
    vectors[[3, 60]] = 0
    np.save(tmp_path / "v.npy", vectors)
    data = EmbeddingSet.from_arrays(read_npy(tmp_path / "v.npy"))
    assert isinstance(data.vectors, np.memmap)
    assert data.zero_rows == [3, 60]
    np.testing.assert_array_equal(
        data.take(np.arange(4, 60)).unit().vectors,
        EmbeddingSet.from_arrays(vectors[4:60]).unit().vectors,
    )
    vectors[[0, 99], 7] = np.nan
    np.save(tmp_path / "w.npy", vectors)
    with pytest.raises(DataError, match="rows 0, 99"):
        EmbeddingSet.from_arrays(read_npy(tmp_path / "w.npy"))


def test_an_id_array_of_another_name_is_told_where_the_ids_stand():
    from monosashi.embeddings.files.beside import VectorFile

    with pytest.raises(DataError) as caught:
        VectorFile._named("x.npz", {"ids": np.array(["a"]), "vectors": np.ones((1, 2))}, "id")
    (told,) = caught.value.faults
    assert all("'ids'" in told.say(words) and "--id" in told.say(words) for words in ("en", "ja"))

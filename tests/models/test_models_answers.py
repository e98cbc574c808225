"""The store of answers: first answer stays, nothing foreign is touched, doubt is remembered."""

import sqlite3
from pathlib import Path

import numpy as np
import pytest

import monosashi as ms
from monosashi.embeddings import DataError
from monosashi.models.answers import AnswerStore, default_store, space_digest, text_digest

SPACE = space_digest({"name": "m", "revision": "1"})
OTHER = space_digest({"name": "m", "revision": "2"})
ONE, TWO, THREE = (text_digest(text) for text in ("one", "二", "three"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "answers.sqlite"


def test_answers_come_back_bit_by_bit_from_another_opening(path):
    rows = np.random.default_rng(0).normal(size=(2, 5)).astype(np.float32)
    rows[0, 0] = np.float32(1e-42)  # a subnormal number survives too
    with AnswerStore(path) as store:
        assert store.put(SPACE, [ONE, TWO], rows) == 2
    with AnswerStore(path) as store:
        held = store.get(SPACE, [TWO, THREE, ONE])
        assert set(held) == {ONE, TWO}
        assert held[ONE].tobytes() == rows[0].tobytes()
        assert held[TWO].tobytes() == rows[1].tobytes()
        assert (store.count(), store.count(SPACE), store.count(OTHER)) == (2, 2, 0)


def test_spaces_are_kept_apart(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 2]])
        store.put(OTHER, [ONE], [[3, 4, 5]])
        assert store.get(SPACE, [ONE])[ONE].tolist() == [1, 2]
        assert store.get(OTHER, [ONE])[ONE].tolist() == [3, 4, 5]
        assert store.forget(SPACE) == 1
        assert store.get(SPACE, [ONE]) == {}
        assert store.count() == 1


def test_the_first_answer_stays(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 2]])
        assert store.put(SPACE, [ONE, TWO], [[9, 9], [3, 4]]) == 1
        assert store.get(SPACE, [ONE])[ONE].tolist() == [1, 2]


def test_more_digests_than_one_statement_takes(path):
    digests = [text_digest(str(number)) for number in range(1_700)]
    with AnswerStore(path) as store:
        store.put(SPACE, digests, np.arange(1_700)[:, None])
        held = store.get(SPACE, digests[::-1])
        assert [held[digest][0] for digest in digests] == list(range(1_700))


def test_a_batch_is_written_whole_or_not_at_all(path):
    with AnswerStore(path) as store:
        with pytest.raises(ValueError, match="zip"):
            store.put(SPACE, [ONE, TWO], [[1, 2]])
        assert store.count() == 0
        assert store.put(SPACE, [ONE, TWO], [[1, 2], [3, 4]]) == 2


def test_doubtful_answers_are_not_used_and_may_be_replaced(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 1]], run="early")
        store.trust(SPACE, "early")
        store.put(SPACE, [TWO], [[2, 2]], run="late")
        store.put(OTHER, [TWO], [[7, 7]], run="late")
        store.doubt(SPACE)
        assert set(store.get(SPACE, [ONE, TWO])) == {ONE}
        assert store.count() == 2
        assert store.put(SPACE, [ONE, TWO], [[8, 8], [3, 3]]) == 1
        assert {k: v.tolist() for k, v in store.get(SPACE, [ONE, TWO]).items()} == {
            ONE: [1, 1],
            TWO: [3, 3],
        }
        assert set(store.get(OTHER, [TWO])) == {TWO}


def test_a_run_can_be_doubted_even_where_another_run_trusted_it(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 1]], run="mine")
        store.trust(SPACE, "mine")
        store.doubt(SPACE, "mine")
        assert store.get(SPACE, [ONE]) == {}


def test_the_check_of_one_run_says_nothing_about_the_batches_of_another(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 1]], run="ended early")
        store.put(SPACE, [TWO], [[2, 2]], run="mine")
        store.trust(SPACE, "mine")
        assert set(store.unproven(SPACE, [ONE, TWO, THREE], run="third")) == {ONE}
        assert store.unproven(SPACE, [ONE, TWO], run="ended early") == {}
        store.doubt(SPACE)
        assert set(store.get(SPACE, [ONE, TWO])) == {TWO}


def test_a_batch_is_settled_once(path):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 1]], run="a")
        store.put(SPACE, [TWO], [[2, 2]], run="a")
        batches = store.unproven(SPACE, [ONE, TWO], run="b")
        store.settle({batches[ONE]: True, batches[TWO]: False})
        store.settle({batches[ONE]: False, batches[TWO]: True})  # somebody came later
        assert set(store.get(SPACE, [ONE, TWO])) == {ONE}
        assert store.unproven(SPACE, [ONE, TWO], run="b") == {}


def test_canaries_are_kept_as_first_answered(path):
    with AnswerStore(path) as store:
        assert store.canaries(SPACE) is None
        store.keep_canaries(SPACE, {"a": [1, 2]})
        store.keep_canaries(SPACE, {"a": [3, 4], "b": [5, 6]})
        vectors, created = store.canaries(SPACE)
        assert {text: row.tolist() for text, row in vectors.items()} == {"a": [1, 2], "b": [5, 6]}
        assert created[:2] == "20"


def test_what_a_digest_stands_for_can_be_looked_up(path):
    with AnswerStore(path) as store:
        store.describe(SPACE, {"revision": "1", "name": "m"})
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT digest, identity FROM spaces").fetchall()
    connection.close()
    assert rows == [(SPACE, '{"name":"m","revision":"1"}')]


def foreign_text(path):
    path.write_text("my notes\n" * 900, encoding="utf-8")


def foreign_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()


def newer_store(path):
    AnswerStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


def damaged(path):
    with AnswerStore(path) as store:
        digests = [text_digest(str(i)) for i in range(400)]
        store.put(SPACE, digests, np.ones((400, 64)))
    held = bytearray(path.read_bytes())
    held[100:] = b"\xff" * (len(held) - 100)
    path.write_bytes(held)


def cut_off(path):
    damaged(path)
    path.write_bytes(path.read_bytes()[:3_000])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (foreign_text, "is not a store of answers"),
        (foreign_database, "is not a store of answers"),
        (Path.mkdir, "is not a store of answers"),
        (newer_store, "format 99"),
        (damaged, "is damaged"),
        (cut_off, "is damaged"),
    ],
)
def test_a_file_that_is_no_sound_store_is_named_and_left_alone(tmp_path, make, said):
    path = tmp_path / "answers.sqlite"
    make(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(DataError, match=said) as caught, AnswerStore(path) as store:
        store.get(SPACE, [ONE])
    assert str(path) in str(caught.value)
    assert caught.value.say("ja") != caught.value.say("en")
    assert path.is_dir() or path.read_bytes() == before


@pytest.mark.parametrize("blob", [b"\0", b"", np.float32([1, np.nan]).tobytes(),
                                  np.float32([np.inf, 1]).tobytes()])  # fmt: skip
def test_answers_that_are_damaged_are_removed_and_counted(path, blob):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE, TWO], [[1, 2], [3, 4]])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET vector = ? WHERE text = ?", (blob, ONE))
    connection.close()
    with AnswerStore(path) as store:
        assert set(store.get(SPACE, [ONE, TWO])) == {TWO}
        assert (store.damaged, store.count()) == (1, 1)
        assert store.put(SPACE, [ONE], [[5, 6]]) == 1
        assert store.get(SPACE, [ONE])[ONE].tolist() == [5, 6]


@pytest.mark.parametrize("blob", [b"\0", b"", np.float32([1, np.nan]).tobytes(),
                                  np.float32([1]).tobytes()])  # fmt: skip
def test_canaries_that_are_damaged_are_told(path, blob):
    with AnswerStore(path) as store:
        store.keep_canaries(SPACE, {"a": [1, 2], "b": [3, 4]})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE canaries SET vector = ? WHERE text = 'a'", (blob,))
    connection.close()
    with AnswerStore(path) as store, pytest.raises(DataError, match="is damaged"):
        store.canaries(SPACE)


def no_writing(*_):
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorname = "SQLITE_READONLY"
    raise error


def test_a_store_on_a_disk_that_cannot_be_written_is_read(path, monkeypatch):
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 2]])
    monkeypatch.setattr("monosashi.models.answers.opening._write_ahead", no_writing)
    with AnswerStore(path) as store:
        assert store.read_only
        assert store.get(SPACE, [ONE])[ONE].tolist() == [1, 2]
        with pytest.raises(DataError, match="can be read but not written"):
            store.writable()
        with pytest.raises(DataError, match="cannot be opened for writing"):
            store.put(SPACE, [TWO], [[1, 2]])
    (path.parent / "empty").touch()
    with pytest.raises(DataError, match="can be read but not written"):
        AnswerStore(path.parent / "empty")


def test_a_file_that_a_kill_left_empty_becomes_a_store(tmp_path):
    path = tmp_path / "answers.sqlite"
    path.touch()
    with AnswerStore(path) as store:
        assert store.count() == 0


def test_a_store_that_another_process_has_locked_is_told(path, monkeypatch):
    monkeypatch.setattr("monosashi.models.answers.opening.BUSY_SECONDS", 0.05)
    with AnswerStore(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DataError, match="locked by another process"):
            store.put(SPACE, [ONE], [[1]])
        other.execute("ROLLBACK")
        other.close()
        assert store.put(SPACE, [ONE], [[1]]) == 1


def test_a_full_disk_loses_only_the_batch(path):
    many = [text_digest(str(number)) for number in range(1_000)]
    with AnswerStore(path) as store:
        store.put(SPACE, [ONE], [[1, 2]])
        store._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(DataError, match="the disk is full"):
            store.put(SPACE, many, np.ones((1_000, 64)))
        assert set(store.get(SPACE, [ONE, *many])) == {ONE}


def test_where_answers_are_kept(monkeypatch, tmp_path):
    monkeypatch.delenv("MONOSASHI_STORE", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_store() == tmp_path / "monosashi" / "answers.sqlite"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_store() == Path.home() / ".cache" / "monosashi" / "answers.sqlite"
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "mine.db"))
    assert default_store() == tmp_path / "mine.db"
    with ms.AnswerStore() as store:
        assert store.path == tmp_path / "mine.db"
    monkeypatch.setenv("MONOSASHI_STORE", "none")
    assert default_store() is None
    with pytest.raises(DataError, match="MONOSASHI_STORE is none"):
        ms.AnswerStore()


def test_the_digest_of_a_space_changes_with_every_part_and_not_with_the_order():
    whole = {"name": "m", "role": "query", "prefix": "q: "}
    assert space_digest(whole) == space_digest(dict(reversed(whole.items())))
    changes = ({}, {"role": "passage"}, {"prefix": ""}, {"dimension": 3}, {"name": "n"})
    digests = {space_digest(whole | change) for change in changes}
    assert len(digests) == 5


def test_texts_differ_by_every_sign():
    texts = ["a", "a ", "A", "á", "a\u0301", "\ud800"]
    assert len({text_digest(text) for text in texts}) == len(texts)

"""`embed_to_folder`: vectors on disk, drafts that are gone on with, one run at a time."""

import json
import os
import signal

import numpy as np
import pytest
from models.counting import Counting, vector_of

import monosashi as ms
from monosashi.embeddings import DataError, TextSet
from monosashi.models import embed_to_folder, filling, journal
from monosashi.models.answers import AnswerStore
from monosashi.models.rows_file import RowsFile
from monosashi.models.single_run import single_run

TEXTS = [f"text {number}" for number in range(20)]
BLOCK = 4


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(filling, "BLOCK", BLOCK)
    monkeypatch.setattr(journal, "BLOCK", BLOCK)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def rows_of(texts, salt="A"):
    return np.stack([vector_of(text, salt) for text in texts])


def stop_at(model, word):
    def before(texts):
        if word in texts:
            raise KeyboardInterrupt

    model.before = before
    return model


def interrupted(out, word, texts=TEXTS, **options):
    with pytest.raises(KeyboardInterrupt) as caught:
        embed_to_folder(texts, stop_at(Counting(**options), word), out, store=False)
    return str(caught.value)


@pytest.mark.parametrize("store", [True, False])
def test_the_folder_holds_what_embed_returns(tmp_path, out, store):
    texts = TextSet.from_lists([*TEXTS, TEXTS[3], TEXTS[19]], ids=[f"i{n}" for n in range(22)],
                               columns={"n": np.arange(22)})  # fmt: skip
    kept = tmp_path / "answers" if store else False
    made = embed_to_folder(texts, Counting(roles=("query", "passage")), out, store=kept)
    assert made.data.vectors.tobytes() == ms.read(out).vectors.tobytes()
    held, direct = ms.read(out), ms.embed(texts, Counting(roles=("query", "passage")), store=kept)
    assert held.vectors.tobytes() == direct.vectors.tobytes()
    assert held.query_vectors.tobytes() == direct.query_vectors.tobytes()
    assert held.ids.tolist() == direct.ids.tolist()
    assert held.columns["n"].tolist() == list(range(22))
    assert held.columns["text"].tolist() == texts.texts.tolist()
    assert held.model == direct.model
    assert held.model.canaries == direct.model.canaries
    assert (made.identical, made.counts.embedded) == (4, 40)
    assert not (tmp_path / ".out.draft").exists()
    direct.save(tmp_path / "saved")
    names = ["set.json", "data-1/vectors.npy", "data-1/query_vectors.npy", "data-1/rows.jsonl"]
    for name in names:
        assert (out / name).read_bytes() == (tmp_path / "saved" / name).read_bytes(), name


def test_an_interrupted_run_goes_on_at_the_first_missing_block(out):
    told = interrupted(out, TEXTS[13])
    assert "12 of 20 answers are kept in" in told
    again = Counting()
    made = embed_to_folder(TEXTS, again, out, store=False)
    assert again.texts == TEXTS[12:]
    assert made.counts.resumed == 12
    assert not made.begun_anew
    assert (ms.read(out).vectors == rows_of(TEXTS)).all()


def test_the_second_role_goes_on_too(out):
    roles = ("query", "passage")
    model = Counting(roles=roles)

    def stop(texts):
        if model.calls[-1][0] == "query" and TEXTS[9] in texts:
            raise KeyboardInterrupt

    model.before = stop
    with pytest.raises(KeyboardInterrupt):
        embed_to_folder(TEXTS, model, out, store=False)
    again = Counting(roles=roles)
    embed_to_folder(TEXTS, again, out, store=False)
    assert again.texts == TEXTS[8:]
    assert {role for role, texts in again.calls if texts[0] in TEXTS} == {"query"}
    assert (ms.read(out).query_vectors == rows_of(TEXTS, "Aquery")).all()


@pytest.mark.parametrize(
    "change",
    [
        {"texts": ["other", *TEXTS[1:]]},
        {"texts": TEXTS[:-1]},
        {"texts": TEXTS[::-1]},
        {"revision": "2"},
    ],
)
def test_other_texts_or_another_model_begin_anew_and_say_so(out, change):
    interrupted(out, TEXTS[13])
    texts = change.get("texts", TEXTS)
    again = Counting(revision=change.get("revision"))
    made = embed_to_folder(texts, again, out, store=False)
    assert made.begun_anew
    assert made.counts.resumed == 0
    assert again.texts == texts
    assert (ms.read(out).vectors == rows_of(texts)).all()


def test_one_text_more_than_before_uses_the_store(tmp_path, out):
    with AnswerStore(tmp_path / "answers") as store:
        with pytest.raises(KeyboardInterrupt):
            embed_to_folder(TEXTS, stop_at(Counting(), TEXTS[13]), out, store=store)
        again = Counting()
        made = embed_to_folder(["new", *TEXTS], again, out, store=store)
    assert made.begun_anew
    assert again.texts == ["new", *TEXTS[12:]]  # each block was checked when it was whole


def test_what_a_loss_of_power_damages_is_embedded_again(tmp_path, out):
    interrupted(out, TEXTS[17])
    draft = tmp_path / ".out.draft"
    rows = RowsFile.open(draft / "vectors.npy")
    rows[5:6] = np.zeros((1, 8), dtype=np.float32)  # block 1 did not reach the disk
    lines = (draft / "vectors.jsonl").read_bytes()
    (draft / "vectors.jsonl").write_bytes(lines[:-20])  # nor the end of the journal
    again = Counting()
    embed_to_folder(TEXTS, again, out, store=False)
    assert again.texts == [*TEXTS[4:8], *TEXTS[12:]]
    assert (ms.read(out).vectors == rows_of(TEXTS)).all()


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]\n", b"\xff\xfe\n", b'{"format": 99}\n'])
def test_a_journal_that_cannot_be_read_begins_anew_and_says_so(tmp_path, out, damage):
    interrupted(out, TEXTS[17])
    (tmp_path / ".out.draft" / "vectors.jsonl").write_bytes(damage)
    again = Counting()
    made = embed_to_folder(TEXTS, again, out, store=False)
    assert again.texts == TEXTS
    assert made.begun_anew == bool(damage)
    assert (ms.read(out).vectors == rows_of(TEXTS)).all()


@pytest.mark.parametrize(
    "change",
    [{"canaries": "x"}, {"canaries": [[1.0], [2.0, 3.0]]}, {"canaries": [[float("nan")] * 8] * 5},
     {"canaries": [[1.0] * 8] * 4}, {"created": None}, {"canary_texts": ["mine"] * 5},
     {"canary_texts": 5}],
)  # fmt: skip
def test_a_damaged_head_begins_anew_and_says_so(tmp_path, out, change):
    interrupted(out, TEXTS[17])
    file = tmp_path / ".out.draft" / "vectors.jsonl"
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    whole = [json.dumps(json.loads(head) | change), *lines, ""]
    file.write_text("\n".join(whole), encoding="utf-8")
    again = Counting()
    made = embed_to_folder(TEXTS, again, out, store=False)
    assert (again.texts, made.begun_anew) == (TEXTS, True)


def test_a_draft_of_answers_without_a_check_is_not_gone_on_with(tmp_path, out):
    """Format 1 noted a block before the model was checked."""
    interrupted(out, TEXTS[17])
    file = tmp_path / ".out.draft" / "vectors.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"format": 2', b'"format": 1'))
    again = Counting()
    assert embed_to_folder(TEXTS, again, out, store=False).begun_anew
    assert again.texts == TEXTS


def test_a_model_that_changes_in_a_block_leaves_no_row_of_it(tmp_path, out):
    model = Counting()

    def flips(texts):
        model.model = "B" if TEXTS[9] in texts else model.model
        if TEXTS[13] in texts:
            raise KeyboardInterrupt

    model.before = flips
    with pytest.raises(DataError, match="changed while it answered"):
        embed_to_folder(TEXTS, model, out, store=False)
    assert not (tmp_path / ".out.draft").exists()


def test_texts_count_once_whichever_run_embedded_them(out):
    texts = [*TEXTS[:4], *TEXTS[:4], *TEXTS[4:]]
    told = interrupted(out, TEXTS[9], texts)
    assert "8 of 20 answers are kept" in told
    made = embed_to_folder(texts, Counting(), out, store=False)
    counts = made.counts
    assert (counts.resumed, counts.embedded, made.identical) == (8, 12, 4)
    assert counts.resumed + counts.embedded + counts.found + made.identical == len(texts)


def test_forgetting_comes_last_of_the_checks_and_takes_the_draft_along(tmp_path, out):
    told = []

    def forget(count, place):
        told.append((count, place.name))

    with AnswerStore(tmp_path / "answers") as store:
        with pytest.raises(KeyboardInterrupt):
            embed_to_folder(TEXTS, stop_at(Counting(), TEXTS[13]), out, store=store)
        changed = Counting(model="B")
        with pytest.raises(DataError, match="empty"):
            embed_to_folder([*TEXTS, " "], changed, out, store=store, forget=forget)
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "mine.txt").touch()
        with pytest.raises(DataError, match="other"):
            embed_to_folder(TEXTS, changed, tmp_path / "other", store=store, forget=forget)
        assert (told, store.count()) == ([], 12)
        made = embed_to_folder(TEXTS, changed, out, store=store, forget=forget)
    assert told == [(12, "answers")]
    assert (changed.texts, made.counts.resumed) == (TEXTS, 0)
    assert (ms.read(out).vectors == rows_of(TEXTS, "B")).all()


def test_a_model_that_changed_since_the_draft_is_not_mixed(tmp_path, out):
    interrupted(out, TEXTS[13])
    changed = Counting(model="B")
    with pytest.raises(DataError, match="is not the one that answered on 1970-01-01"):
        embed_to_folder(TEXTS, changed, out, store=False)
    assert changed.texts == []
    assert not (tmp_path / ".out.draft").exists()
    embed_to_folder(TEXTS, changed, out, store=False)
    assert (ms.read(out).vectors == rows_of(TEXTS, "B")).all()


def test_a_draft_that_lacked_only_its_folder_asks_for_nothing(tmp_path, out, monkeypatch):
    def no_room(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("monosashi.models.embed_folder.write_folder", no_room)
        with pytest.raises(OSError, match="No space"):
            embed_to_folder(TEXTS, Counting(), out, store=False)
    assert (tmp_path / ".out.draft").exists()
    again = Counting()
    embed_to_folder(TEXTS, again, out, store=False)
    assert again.calls == []


def test_a_second_run_into_the_same_folder_is_refused(tmp_path, out):
    model = Counting()
    with single_run(tmp_path / ".out.draft", out), pytest.raises(DataError) as caught:
        embed_to_folder(TEXTS, model, out, store=False)
    assert "another run is writing" in str(caught.value)
    assert model.calls == []
    embed_to_folder(TEXTS, model, out, store=False)
    assert ms.read(out).n == len(TEXTS)


def test_a_folder_with_other_things_is_refused_before_any_call(out):
    out.mkdir()
    (out / "mine.txt").write_text("x", encoding="utf-8")
    model = Counting()
    with pytest.raises(DataError, match="out"):
        embed_to_folder(TEXTS, model, out, store=False)
    assert model.calls == []
    assert [path.name for path in out.iterdir()] == ["mine.txt"]


def test_an_earlier_set_stays_until_the_new_one_is_whole(out):
    embed_to_folder(TEXTS[:3], Counting(), out, store=False)
    interrupted(out, TEXTS[13])
    assert ms.read(out).n == 3
    embed_to_folder(TEXTS, Counting(), out, store=False)
    assert ms.read(out).n == len(TEXTS)


def test_where_the_disk_knows_no_links_the_rows_are_copied(out, monkeypatch):
    def no_links(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("os.link", no_links)
    embed_to_folder(TEXTS, Counting(), out, store=False)
    assert (ms.read(out).vectors == rows_of(TEXTS)).all()


def test_zero_vectors_are_said(out):
    class Zero(Counting):
        def embed(self, texts, role="passage"):
            return super().embed(texts, role) * (np.array(texts) != TEXTS[4])[:, None]

    embed_to_folder(TEXTS, Zero(), out, store=False)
    assert [one.rows for one in ms.read(out).notices] == [(4,)]


def test_rows_on_disk_read_like_an_array(tmp_path):
    rows = RowsFile.create(tmp_path / "v.npy", (7, 3))
    array = np.arange(21, dtype=np.float32).reshape(7, 3)
    rows[0:5], rows[5:7] = array[:5], array[5:]
    assert (np.load(tmp_path / "v.npy") == array).all()
    assert (rows[2:4] == array[2:4]).all()
    assert (rows[[6, 0, 6]] == array[[6, 0, 6]]).all()
    assert rows[5:99].shape == (2, 3)
    assert len(RowsFile.open(tmp_path / "v.npy")) == 7


@pytest.mark.parametrize("array", [np.zeros((3, 2)), np.zeros(3, dtype="<f4"), np.asfortranarray(
    np.zeros((3, 2), dtype="<f4"))])  # fmt: skip
def test_rows_of_another_kind_are_no_draft(tmp_path, array):
    np.save(tmp_path / "v.npy", array)
    with pytest.raises(ValueError, match="npy"):
        RowsFile.open(tmp_path / "v.npy")


def test_the_journal_is_one_json_line_a_block(tmp_path, out):
    interrupted(out, TEXTS[13])
    lines = (tmp_path / ".out.draft" / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    head, *blocks = map(json.loads, lines)
    assert (head["shape"], head["block"]) == ([20, 8], BLOCK)
    assert [one["block"] for one in blocks] == [0, 1, 2]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_file_that_may_not_grow_is_named(out):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, limits[1]))
    try:
        with pytest.raises(OSError, match="large") as caught:
            embed_to_folder(TEXTS, Counting(), out, store=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.filename.endswith("vectors.npy")


def test_answers_before_a_full_disk_are_checked_at_once(tmp_path, out, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    with AnswerStore(tmp_path / "answers") as store:
        with monkeypatch.context() as small:
            small.setattr(RowsFile, "__setitem__", full)
            with pytest.raises(OSError, match="No space"):
                embed_to_folder(TEXTS, Counting(), out, store=store)
        again = Counting()
        made = embed_to_folder(TEXTS, again, out, store=store)
    assert (made.counts.found, again.texts) == (4, TEXTS[4:])

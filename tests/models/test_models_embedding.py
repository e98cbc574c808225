"""`embed`: order, roles, what is kept, and what happens when a model fails or changes."""

import sqlite3

import numpy as np
import pytest
from models.counting import Counting, vector_of

import monosashi as ms
from monosashi.embeddings import DataError, ServiceError, TextSet, fault
from monosashi.models.answers import AnswerStore
from monosashi.models.canaries import CANARIES, Change, change_between

TEXTS = [f"text {number}" for number in range(10)]


@pytest.fixture
def store(tmp_path):
    with AnswerStore(tmp_path / "answers.sqlite") as opened:
        yield opened


def rows_of(texts, salt="A"):
    return np.stack([vector_of(text, salt) for text in texts])


def test_vectors_in_the_order_of_the_texts_each_text_once(store):
    model = Counting()
    given = [*TEXTS[:6], TEXTS[2], TEXTS[0], TEXTS[2]]
    made = ms.embed(given, model, store=store)
    assert (made.vectors == rows_of(given)).all()
    assert model.texts == TEXTS[:6]
    assert made.vectors.dtype == np.float32
    assert made.query_vectors is None


def test_ids_columns_notices_and_the_card_go_along(store):
    columns = {"language": ["de", "de", "de"]}
    texts = TextSet.from_lists(
        ["eins", " ", "drei!"], ids=["x", "y", "z"], invalid="drop", columns=columns
    )
    model = Counting(revision="7")
    made = ms.embed(texts, model, store=store, max_chars=4)
    assert made.ids.tolist() == ["x", "z"]
    assert made.columns["language"].tolist() == ["de", "de"]
    assert made.columns["text"].tolist() == ["eins", "drei!"]
    assert [one.code for one in made.notices] == [
        "embeddings.notices.dropped_empty_texts",
        "models.notices.cut",
    ]
    card = made.model
    assert (card.name, card.revision, card.dimension, card.text_cut) == ("counting", "7", 8, 4)
    assert card.built_at.startswith("20")
    assert np.float32(card.canaries[CANARIES[1]]).tolist() == vector_of(CANARIES[1], "A").tolist()


def test_both_roles_and_one(store):
    model = Counting(roles=("query", "passage"))
    both = ms.embed(TEXTS, model, store=store)
    assert (both.vectors == rows_of(TEXTS, "Apassage")).all()
    assert (both.query_vectors == rows_of(TEXTS, "Aquery")).all()
    assert both.model.role == "passage"
    calls = len(model.calls)
    asked = ms.embed(TEXTS, model, role="query", store=store)
    assert (asked.vectors == both.query_vectors).all()
    assert asked.query_vectors is None
    assert asked.model.role == "query"
    assert len(model.calls) == calls


def test_a_model_that_embeds_queries_and_passages_alike_is_asked_once(store):
    model = Counting()
    assert ms.embed(TEXTS, model, store=store).query_vectors is None
    ms.embed(TEXTS, model, role="query", store=store)
    assert len(model.texts) == len(TEXTS)


def test_a_rerun_with_nothing_missing_makes_no_call(store):
    first = ms.embed(TEXTS, Counting(), store=store)
    again = Counting()
    second = ms.embed(TEXTS[::-1], again, store=store)
    assert again.calls == []
    assert second.vectors.tobytes() == first.vectors[::-1].tobytes()
    assert second.model.canaries == first.model.canaries


def test_only_what_is_missing_is_asked_after_the_canaries(store):
    ms.embed(TEXTS[:7], Counting(), store=store)
    again = Counting()
    made = ms.embed(TEXTS, again, store=store)
    fixed = ("passage", list(CANARIES))
    assert again.calls == [fixed, ("passage", TEXTS[7:]), fixed]
    assert (made.vectors == rows_of(TEXTS)).all()


def test_another_revision_or_role_is_another_space(store):
    ms.embed(TEXTS, Counting(), store=store)
    again = Counting(revision="2")
    ms.embed(TEXTS, again, store=store)
    assert again.texts == TEXTS


def test_a_cut_text_is_another_text_and_a_short_one_is_not(store):
    ms.embed(["short", "a long text"], Counting(), store=store)
    again = Counting()
    made = ms.embed(["short", "a long text", "a long tale"], again, store=store, max_chars=8)
    assert again.texts == ["a long t"]
    assert (made.vectors[1] == made.vectors[2]).all()
    assert [one.rows for one in made.notices] == [(1, 2)]


def test_a_store_by_its_path_and_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MONOSASHI_STORE", raising=False)
    ms.embed(TEXTS, Counting(), store=False)
    ms.embed(TEXTS, Counting(worth_storing=False))
    ms.embed(TEXTS, Counting(worth_storing=False), store=tmp_path / "unused")
    assert list(tmp_path.iterdir()) == []
    again = Counting()
    for _ in range(2):
        ms.embed(TEXTS, again, store=tmp_path / "s")
    assert again.texts == TEXTS
    again = Counting()
    for _ in range(2):
        ms.embed(TEXTS, again)
    assert again.texts == TEXTS
    assert (tmp_path / "cache" / "monosashi" / "answers.sqlite").is_file()


def test_unusable_texts_are_named_by_id_before_anything_is_sent(store):
    model = Counting()
    texts = TextSet.from_lists(["fine", "cut\0off", "  x"], ids=["a", "b", "c"])
    with pytest.raises(DataError) as caught:
        ms.embed(texts, model, store=store, max_chars=2)
    assert {one.code for one in caught.value.faults} >= {"models.errors.empty_text"}
    assert '"c"' in str(caught.value)
    assert model.calls == []


@pytest.mark.parametrize(("option", "named"), [({"role": "document"}, "both, query, passage"),
                                               ({"max_chars": 0}, "max-chars")])  # fmt: skip
def test_options_that_make_no_sense(option, named):
    with pytest.raises(DataError, match=named):
        ms.embed(TEXTS, Counting(), store=False, **option)


def fail_at(word, error):
    def before(texts):
        if word in texts:
            raise error

    return before


@pytest.mark.parametrize(
    ("error", "control"),
    [
        (ServiceError(fault("models.errors.not_text", [2])), []),  # it answers: checked at once
        (ServiceError(fault("models.errors.service_silent", address="", timeout=1, attempts=1)),
         [TEXTS[3], TEXTS[7]]),
        (RuntimeError("boom"), [TEXTS[3], TEXTS[7]]),
        (KeyboardInterrupt(), [TEXTS[3], TEXTS[7]]),
    ],
)  # fmt: skip
def test_what_was_answered_before_a_failure_is_kept(store, error, control):
    model = Counting()
    model.before = fail_at(TEXTS[9], error)
    with pytest.raises(type(error)) as caught:
        ms.embed(TEXTS, model, store=store)
    told = " ".join([*getattr(caught.value, "__notes__", []), str(caught.value)])
    assert f"8 of 10 answers are kept in {store.path}" in told
    again = Counting()
    assert (ms.embed(TEXTS, again, store=store).vectors == rows_of(TEXTS)).all()
    assert again.texts == [*control, *TEXTS[8:]]


def test_a_failure_names_rows_and_ids_of_the_input(store):
    ms.embed([TEXTS[0], TEXTS[3]], Counting(), store=store)
    model = Counting(batch=3)
    model.before = fail_at("bad", DataError(fault("models.errors.nul_text", [1])))
    texts = TextSet.from_lists([*TEXTS[:6], "bad", "more"], ids=list("abcdefgh"))
    with pytest.raises(DataError) as caught:
        ms.embed(texts, model, store=store)
    # asked are b c e, then f g(bad) h: row 1 of that batch is row 6
    assert caught.value.faults[0].rows == (6,)
    assert "rows 6" in str(caught.value)


def test_an_answer_that_is_no_number_stops_and_keeps_the_others(store):
    class Broken(Counting):
        def embed(self, texts, role="passage"):
            made = super().embed(texts, role)
            if TEXTS[5] in texts:
                made[list(texts).index(TEXTS[5])] = np.nan
            return made

    with pytest.raises(DataError, match="NaN or infinity for 1 texts: rows 5") as caught:
        ms.embed(TEXTS, Broken(), store=store)
    assert caught.value.faults[0].rows == (5,)
    assert "4 of 10" in str(caught.value)
    assert store.count() == 4


def test_a_model_that_changed_since_is_not_mixed(store):
    ms.embed(TEXTS[:5], Counting(model="A"), store=store)
    changed = Counting(model="B")
    with pytest.raises(DataError, match="is not the one that answered on 20") as caught:
        ms.embed(TEXTS, changed, store=store)
    assert changed.texts == []
    assert "revision" in str(caught.value)
    assert store.count() == 5
    ms.embed(TEXTS, Counting(model="B", revision="B"), store=store)
    from monosashi.models import forget_answers

    assert forget_answers(changed, store) == 5
    assert (ms.embed(TEXTS, changed, store=store).vectors == rows_of(TEXTS, "B")).all()


def test_a_model_that_changes_midway_leaves_only_doubtful_answers(store):
    ms.embed(TEXTS[:2], Counting(), store=store)
    ms.embed(TEXTS[:3], Counting(), store=store)  # its canaries prove the two answers above
    flips = Counting()

    def flip(texts):
        if TEXTS[8] in texts:
            flips.model = "B"

    flips.before = flip
    with pytest.raises(DataError, match="changed while it answered"):
        ms.embed(TEXTS, flips, store=store)
    assert store.count() == 2 + 1
    again = Counting()
    made = ms.embed(TEXTS, again, store=store)
    assert again.texts == TEXTS[3:]
    assert (made.vectors == rows_of(TEXTS)).all()


def test_answers_of_a_killed_run_are_doubted_when_the_model_has_changed_since(store):
    """They came after its canaries; which model gave them is not known."""
    ms.embed(TEXTS[:8], Counting(), store=store)  # two calls and a check: trusted
    killed = Counting()
    killed.before = fail_at("last", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        ms.embed([*TEXTS, "last", "x", "y"], killed, store=store)
    assert store.count() == 8
    killed.batch = 2
    with pytest.raises(KeyboardInterrupt):
        ms.embed([*TEXTS, "last"], killed, store=store)
    assert store.count() == 10
    with pytest.raises(DataError, match="is not the one"):
        ms.embed([*TEXTS, "new"], Counting(model="B"), store=store)
    assert store.count() == 8


def test_a_change_without_a_store_is_noticed_too():
    flips = Counting()
    flips.before = lambda texts: setattr(flips, "model", "B" if TEXTS[9] in texts else flips.model)
    with pytest.raises(DataError, match="changed while it answered"):
        ms.embed(TEXTS, flips, store=False)


def test_one_call_needs_no_second_look():
    model = Counting(batch=64)
    ms.embed(TEXTS, model, store=False)
    assert model.canary_calls == 1


def test_what_counts_as_a_change():
    then = np.eye(2, 4, dtype=np.float32)
    assert change_between(then, then + np.float32(1e-3)) is None
    assert change_between(then, then[::-1]).cosine == 0
    assert change_between(then, then * np.float32(2)) == Change(1, 2)
    assert change_between(then, then[:, :3]) == Change(0, 1)
    assert change_between(then * 0, then * 0) is None
    assert change_between(then * 0, then) == Change(0, 0)


def test_another_dimension_in_the_store_is_told(store):
    ms.embed(TEXTS, Counting(), store=store)
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE answers SET dimension = 4, vector = zeroblob(16)")
    connection.close()
    with pytest.raises(DataError, match="vectors of 4 numbers"):
        ms.embed(TEXTS, Counting(), store=store)


def test_a_model_that_must_be_fitted_is_fitted_to_the_different_texts():
    class Fits(Counting):
        fitted = False

        def fit(self, texts):
            self.fitted, self.seen = True, list(texts)

    model = Fits(worth_storing=False)
    ms.embed(["a", "b", "a"], model)
    assert model.seen == ["a", "b"]
    model.seen = None
    ms.embed(["c"], model)
    assert model.seen is None


def test_progress_counts_every_vector_of_both_roles(store):
    ms.embed(TEXTS[:3], Counting(roles=("query", "passage")), store=store)
    told = []
    ms.embed([*TEXTS, TEXTS[0]], Counting(roles=("query", "passage")), store=store,
             progress=lambda done, total: told.append((done, total)))  # fmt: skip
    assert told[-1] == (22, 22)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_zero_vectors_are_legal_and_said(store):
    class Zero(Counting):
        def embed(self, texts, role="passage"):
            return super().embed(texts, role) * (np.array(texts) != TEXTS[4])[:, None]

    made = ms.embed(TEXTS, Zero(), store=store)
    assert made.zero_rows == [4]
    assert [one.code for one in made.notices] == ["embeddings.notices.zero_vectors"]


def test_hashing_by_its_name_and_its_canaries():
    made, again = (ms.embed(TEXTS, "hashing?dimension=32") for _ in range(2))
    assert made.model.canaries == again.model.canaries
    assert len(made.model.canaries) == len(CANARIES)
    assert made.vectors.tobytes() == again.vectors.tobytes()

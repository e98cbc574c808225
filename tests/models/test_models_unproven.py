"""Answers of a run that ended before its check are used only if a text of each is still so."""

import numpy as np
import pytest
from models.counting import Counting, vector_of
from models.misbehaving import fails, items, vectors_of

import monosashi as ms
from monosashi.embeddings import DataError, ServiceError
from monosashi.models import OpenAICompatible, embed_to_folder
from monosashi.models.answers import AnswerStore, space_digest, text_digest
from monosashi.models.canaries import CANARIES

TEXTS = [f"text {number}" for number in range(20)]


@pytest.fixture
def store(tmp_path):
    with AnswerStore(tmp_path / "answers.sqlite") as opened:
        yield opened


def rows_of(texts, salt="A"):
    return np.stack([vector_of(text, salt) for text in texts])


def ended_early(store, flips_at, ends_at):
    """A run that the model left for another one, and that was then killed."""
    model = Counting()

    def before(texts):
        model.model = "B" if flips_at in texts else model.model
        if ends_at in texts:
            raise KeyboardInterrupt

    model.before = before
    with pytest.raises(KeyboardInterrupt):
        ms.embed(TEXTS, model, store=store)


def test_batches_of_another_model_are_found_by_one_text_each(store):
    ended_early(store, TEXTS[8], TEXTS[17])
    again = Counting()
    made = ms.embed(TEXTS, again, store=store)
    assert (made.vectors == rows_of(TEXTS)).all()
    assert again.texts == [TEXTS[3], TEXTS[7], TEXTS[11], TEXTS[15], *TEXTS[8:]]
    calm = Counting()
    ms.embed(TEXTS, calm, store=store)
    assert calm.calls == []


def test_what_has_been_proven_is_not_asked_about_again(store):
    ended_early(store, "never", TEXTS[17])
    for texts in (TEXTS[:2], TEXTS[:8]):
        ms.embed(texts, first := Counting(), store=store)
        assert len(first.texts) == 1
    again = Counting()
    ms.embed(TEXTS[:8], again, store=store)
    assert again.calls == []


def test_a_rerun_that_lacks_nothing_is_refused_when_the_model_is_another_one(store):
    ended_early(store, "never", TEXTS[17])
    with pytest.raises(DataError, match="is not the one that answered"):
        ms.embed(TEXTS[:4], Counting(model="B"), store=store)
    assert store.count() == 0


def test_a_service_that_is_another_model_for_a_while_and_then_fails(service, naps, store):
    """Neither canary check sees it: before and after, it is the first model."""

    def model():
        return OpenAICompatible("m", url=service.url, batch=4, attempts=1)

    def flips(texts):
        if TEXTS[12] in texts:
            return fails(503)
        if texts[0] in TEXTS[8:]:
            return items(lambda data: [{**one, "embedding": [0, 1, 0, -1]} for one in data])
        return None

    service.always = flips
    with pytest.raises(ServiceError):
        ms.embed(TEXTS, model(), store=store)
    assert store.count() == 12
    service.always = lambda _: None
    made = ms.embed(TEXTS, model(), store=store)
    assert np.array_equal(made.vectors, vectors_of(TEXTS))
    assert naps == []


def test_the_check_of_another_run_does_not_prove_them(store):
    ended_early(store, TEXTS[0], TEXTS[5])  # texts 0 to 3 are of B
    ms.embed(["other", "texts", "for", "two", "calls"], Counting(), store=store)
    made = ms.embed(TEXTS, Counting(), store=store)
    assert (made.vectors == rows_of(TEXTS)).all()


def test_a_failure_of_one_text_is_followed_by_a_check(store):
    model = Counting()

    def before(texts):
        model.model = "B" if TEXTS[4] in texts else model.model
        if TEXTS[9] in texts:
            raise DataError

    model.before = before
    with pytest.raises(DataError, match="changed while it answered"):
        ms.embed(TEXTS, model, store=store)
    assert store.count() == 0


def test_control_texts_count_apart(tmp_path, store):
    ended_early(store, "never", TEXTS[9])
    counts = embed_to_folder(TEXTS, Counting(), tmp_path / "out", store=store).counts
    assert (counts.found, counts.embedded) == (8, 12)
    assert counts.control == 2 * len(CANARIES) + 2
    counts = embed_to_folder(TEXTS, Counting(), tmp_path / "out", store=store).counts
    assert (counts.found, counts.control) == (20, 0)


def test_an_answer_of_a_quicker_process_is_used_only_if_it_is_like_ours(store):
    """Theirs comes while ours is on its way; no check has followed it."""
    model = Counting()
    theirs = {TEXTS[0]: vector_of(TEXTS[0], "A"), TEXTS[5]: vector_of(TEXTS[5], "B")}

    def quicker(texts):
        for text in set(theirs) & set(texts):
            store.put(space_digest(model.identity()), [text_digest(text)], [theirs.pop(text)],
                      run="theirs")  # fmt: skip

    model.before = quicker
    made = ms.embed(TEXTS, model, store=store)
    assert theirs == {}
    assert (made.vectors == rows_of(TEXTS)).all()
    assert (ms.embed(TEXTS, Counting(), store=store).vectors == made.vectors).all()


def test_a_long_run_is_checked_block_by_block(tmp_path, monkeypatch):
    monkeypatch.setattr("monosashi.models.filling.BLOCK", 4)
    monkeypatch.setattr("monosashi.models.journal.BLOCK", 4)
    with AnswerStore(tmp_path / "answers") as store:
        ended_early(store, "never", TEXTS[17])
        again = Counting()
        ms.embed(TEXTS, again, store=store)
        assert again.texts == TEXTS[16:]
    with AnswerStore(tmp_path / "other") as store:
        model = Counting()
        model.before = lambda texts: setattr(model, "model", "B" if TEXTS[8] in texts else
                                             model.model)  # fmt: skip
        with pytest.raises(DataError, match="changed while it answered"):
            ms.embed(TEXTS, model, store=store)
        assert TEXTS[12] not in model.texts

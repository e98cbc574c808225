"""Faults of the fixed texts are no faults of the user's, and some models cannot embed them all."""

import json

import numpy as np
import pytest
from models.counting import Counting
from models.misbehaving import fails, items, vectors_of

import monosashi as ms
from monosashi.embeddings import DataError, fault
from monosashi.models import CallableEmbedder, OpenAICompatible, embed_to_folder
from monosashi.models.answers import AnswerStore
from monosashi.models.canaries import CANARIES

TEXTS = [f"text {number}" for number in range(6)]
TOO_LONG = "This model's maximum context length is 128 tokens"


@pytest.fixture
def store(tmp_path):
    with AnswerStore(tmp_path / "answers.sqlite") as opened:
        yield opened


class Picky(Counting):
    """Refuses some texts."""

    refused = (CANARIES[4],)

    def embed(self, texts, role="passage"):
        if rows := [row for row, text in enumerate(texts) if text in self.refused]:
            raise DataError(fault("models.errors.non_finite", rows, name=self.name))
        return super().embed(texts, role)


def short(texts):
    return fails(400, TOO_LONG) if any(len(text) > 300 for text in texts) else None


def test_a_model_with_a_short_limit_is_watched_by_the_shorter_texts(service, store):
    service.always = short
    made = ms.embed(TEXTS, OpenAICompatible("m", url=service.url), store=store)
    assert np.array_equal(made.vectors, vectors_of(TEXTS))
    assert list(made.model.canaries) == list(CANARIES[:4])
    service.asked.clear()
    ms.embed([*TEXTS, "more"], OpenAICompatible("m", url=service.url), store=store)
    assert service.batches == [list(CANARIES[:4]), ["more"], list(CANARIES[:4])]


def test_a_canary_without_a_vector_is_left_out(service, store):
    def reply(texts):
        bad = [place for place, text in enumerate(texts) if text == CANARIES[1]]
        return items(lambda data: [{**one, "embedding": [None] * 4} if one["index"] in bad else one
                                   for one in data]) if bad else None  # fmt: skip

    service.always = reply
    made = ms.embed(TEXTS, OpenAICompatible("m", url=service.url), store=store)
    assert list(made.model.canaries) == [text for text in CANARIES if text != CANARIES[1]]


def test_the_ones_that_work_are_in_the_draft_too(tmp_path):
    model = Picky()

    def stop(texts):
        if TEXTS[4] in texts:
            raise KeyboardInterrupt

    model.before = stop
    with pytest.raises(KeyboardInterrupt):
        embed_to_folder(TEXTS, model, tmp_path / "out", store=False)
    again = Picky()
    assert not embed_to_folder(TEXTS, again, tmp_path / "out", store=False).begun_anew
    assert {tuple(texts) for _, texts in again.calls if texts[0] in CANARIES} == {CANARIES[:4]}


def test_too_few_that_work_are_an_error_that_says_whose_texts_they_are(store):
    model = Picky()
    model.refused = CANARIES[2:]
    with pytest.raises(DataError) as caught:
        ms.embed(TEXTS, model, store=store)
    assert "rows 2-4" in str(caught.value)
    assert "not with a text of yours" in str(caught.value)
    assert "お手元のテキストではありません" in caught.value.say("ja")


def test_a_canary_that_fails_later_is_not_told_as_a_row_of_the_input(store):
    ms.embed(TEXTS, Counting(), store=store)
    model = Picky()
    model.refused = CANARIES[:1]
    with pytest.raises(DataError) as caught:
        ms.embed(["new", *TEXTS], model, store=store)
    assert "not with a text of yours" in str(caught.value)
    assert "ids" not in caught.value.faults[0].values or not caught.value.faults[0].values["ids"]


def test_a_fault_of_the_users_text_is_told_without_them(store):
    model = Picky()
    model.refused = (TEXTS[5],)
    with pytest.raises(DataError) as caught:
        ms.embed(TEXTS, model, store=store)
    assert caught.value.faults[0].rows == (5,)
    assert "not with a text of yours" not in str(caught.value)


def test_a_missing_key_is_no_fault_of_a_text(service):
    service.always = lambda _: fails(401, "no key")
    with pytest.raises(DataError) as caught:
        ms.embed(TEXTS, OpenAICompatible("m", url=service.url), store=False)
    assert "not with a text of yours" not in str(caught.value)


def test_damaged_answers_are_embedded_again_and_said(tmp_path, store):
    import sqlite3

    ms.embed(TEXTS, Counting(), store=store)
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE answers SET vector = ? WHERE rowid IN (1, 3)",
                           (np.full(8, np.nan, "<f4").tobytes(),))  # fmt: skip
        connection.execute("UPDATE answers SET vector = x'00' WHERE rowid = 4")
    connection.close()
    again = Counting()
    made = embed_to_folder(TEXTS, again, tmp_path / "out", store=store)
    assert len(again.texts) == 3
    assert np.isfinite(made.data.vectors).all()
    notice = made.data.notices[-1]
    assert (notice.code, notice.values["answers"]) == ("models.notices.damaged", 3)
    assert "3 件が壊れていた" in notice.say("ja")
    assert json.dumps(made.counts.found) == "3"


@pytest.mark.parametrize(("answer", "told"), [
    (None, "returned None"),
    ([[1.0, 2.0]], "rows returned by mine: 1, texts given: 5"),
    ([[1.0], [1.0, 2.0]] * 2 + [[1.0]], "different lengths (1, 2 numbers)"),
    ([[float("nan")]] * 5, "NaN or infinity"),
    (ValueError("odd"), "ValueError: odd"),
])  # fmt: skip
def test_a_function_that_fails_at_the_fixed_texts_hears_whose_texts_they_are(answer, told):
    def function(_):
        if isinstance(answer, Exception):
            raise answer
        return answer

    model = CallableEmbedder(function, name="mine", revision="1")
    with pytest.raises(DataError) as caught:
        ms.embed(["of the user"], model, store=False)
    said = str(caught.value)
    assert told in said
    assert "not with a text of yours" in said
    assert "leave" not in said

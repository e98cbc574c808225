"""Translations are kept as they arrive, under everything that changes them."""

import sqlite3

import pytest

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.models import AnswerStore
from monosashi.models.answers import space_digest, text_digest
from monosashi.models.translators import TranslationStore, translate

TEXTS = [f"text {i}" for i in range(6)]


class Counting:
    """Upper case; ``fail_at`` is the number of the call that fails."""

    worth_storing = True

    def __init__(self, batch=2, fail_at=None, version=1, shift=0, none=()):
        self.name, self.batch, self.calls = "counting", batch, []
        self.fail_at, self.version, self.shift, self.none = fail_at, version, shift, none

    def knows(self, source, target):
        return source != target

    def identity(self):
        return {"kind": "counting", "version": self.version}

    def translate(self, texts, source, target):
        self.calls.append(list(texts))
        if len(self.calls) == self.fail_at:
            raise ServiceError(fault("models.errors.command_failed", name="counting", status="1",
                                     tail="-"))  # fmt: skip
        made = [None if t in self.none else f"{t} {source}>{target}" for t in texts]
        return made[self.shift :]


@pytest.fixture
def store(tmp_path):
    return tmp_path / "answers.sqlite"


def test_every_different_text_is_asked_for_once_and_never_again(store):
    first = Counting()
    made = translate([*TEXTS, TEXTS[0]], first, "ja", "en", store=store)
    assert made.texts == tuple(f"{t} ja>en" for t in [*TEXTS, TEXTS[0]])
    assert (made.cost.asked, made.cost.found, made.cost.calls) == (6, 0, 3)
    again = translate(TEXTS, second := Counting(), "ja", "en", store=store)
    assert second.calls == []
    assert again.texts == made.texts[:6]
    assert (again.cost.asked, again.cost.found) == (0, 6)
    assert again.cost.seconds_per_text is None


def test_a_run_that_fails_goes_on_where_it_stopped(store):
    with pytest.raises(ServiceError):
        translate(TEXTS, Counting(fail_at=3), "ja", "en", store=store)
    translate(TEXTS, second := Counting(), "ja", "en", store=store)
    assert second.calls == [TEXTS[4:]]


@pytest.mark.parametrize("other", [
    {"source": "en", "target": "ja"}, {"source": "ja", "target": "fr"}, {"version": 2},
])  # fmt: skip
def test_another_pair_or_version_is_another_translation(store, other):
    translate(TEXTS, Counting(), "ja", "en", store=store)
    asked = Counting(version=other.get("version", 1))
    pair = other.get("source", "ja"), other.get("target", "en")
    made = translate(TEXTS, asked, *pair, store=store)
    assert sum(map(len, asked.calls)) == 6
    assert made.texts[0] == f"text 0 {pair[0]}>{pair[1]}"


def test_a_wrong_count_is_refused_and_keeps_nothing(store):
    with pytest.raises(ServiceError, match="1 translations for 2 texts"):
        translate(TEXTS, Counting(shift=1), "ja", "en", store=store)
    translate(TEXTS, second := Counting(), "ja", "en", store=store)
    assert sum(map(len, second.calls)) == 6


def test_texts_without_a_translation_are_named_or_dropped(store):
    with pytest.raises(DataError, match='"d2"'):
        translate(TEXTS, Counting(none=TEXTS[2:3]), "ja", "en", store=store,
                  ids=[f"d{i}" for i in range(6)])  # fmt: skip
    made = translate(TEXTS, Counting(none=TEXTS[2:3]), "ja", "en", store=store, invalid="drop")
    assert made.missing == (2,)
    assert made.texts[2] is None
    assert made.cost.asked == 1  # the five others were kept before the error


def test_vectors_and_translations_share_a_file_and_not_a_place(store):
    space = space_digest({"kind": "counting", "version": 1})
    with AnswerStore(store) as vectors:
        vectors.put(space, [text_digest("text 0")], [[1.0, 0.0]])
    translate(["text 0"], Counting(), "ja", "en", store=store)
    with AnswerStore(store) as vectors:
        assert vectors.count() == 1
        assert vectors.get(space, [text_digest("text 0")])[text_digest("text 0")].tolist() == [1, 0]
    with TranslationStore(store) as held:
        assert held.get(space, ["text 0"]) == {}


def test_a_foreign_file_is_left_alone(tmp_path):
    place = tmp_path / "mine.sqlite"
    connection = sqlite3.connect(place)
    connection.execute("CREATE TABLE mine (a)")
    connection.commit()
    connection.close()
    before = place.read_bytes()
    with pytest.raises(DataError):
        translate(TEXTS, Counting(), "ja", "en", store=place)
    assert place.read_bytes() == before


def test_an_empty_text_is_refused_before_any_call(store):
    with pytest.raises(DataError, match="rows 1"):
        translate(["a", " "], asked := Counting(), "ja", "en", store=store)
    assert asked.calls == []

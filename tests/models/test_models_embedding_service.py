"""`embed` against a real server on this machine that fails and changes in the middle."""

import numpy as np
import pytest
from models.misbehaving import fails, items, vectors_of

import monosashi as ms
from monosashi.embeddings import DataError, ServiceError
from monosashi.models import OpenAICompatible
from monosashi.models.answers import AnswerStore
from monosashi.models.canaries import CANARIES

TEXTS = [f"text {number}" for number in range(12)]


@pytest.fixture
def store(tmp_path):
    with AnswerStore(tmp_path / "answers.sqlite") as opened:
        yield opened


def model(service, **options):
    return OpenAICompatible("m", url=service.url, batch=4, attempts=2, **options)


def asked(service):
    return [text for texts in service.batches for text in texts if text not in CANARIES]


def when(word, reply):
    return lambda texts: reply if word in texts else None


def zeroed(data):
    return [{**one, "embedding": [0.0, 1.0, 0.0, -1.0]} for one in data]


@pytest.mark.usefixtures("naps")
def test_a_service_that_dies_midway_costs_only_the_rest(service, store):
    service.always = when(TEXTS[9], fails(503))
    with pytest.raises(ServiceError) as caught:
        ms.embed(TEXTS, model(service), store=store)
    assert "8 of 12 answers are kept" in str(caught.value)
    service.always = lambda _: None
    before = len(asked(service))
    made = ms.embed(TEXTS, model(service), store=store)
    control = [TEXTS[3], TEXTS[7]]  # one text of each batch that no check had followed
    assert asked(service)[before:] == [*control, *TEXTS[8:]]
    assert np.array_equal(made.vectors, vectors_of(TEXTS))


@pytest.mark.usefixtures("naps")
@pytest.mark.parametrize(
    "reply",
    [
        items(lambda data: data[:-1]),
        items(lambda data: [{**one, "embedding": one["embedding"][:3]} for one in data]),
        items(lambda data: [{**one, "embedding": [None] * 4} for one in data]),
    ],
)
def test_an_answer_that_does_not_fit_is_never_stored(service, store, reply):
    service.always = when(TEXTS[5], reply)
    with pytest.raises(DataError, match="4 of 12 answers are kept"):
        ms.embed(TEXTS, model(service), store=store)
    assert store.count() == 4


def test_vectors_in_any_order_belong_to_their_texts(service, store):
    service.always = lambda _: items(lambda data: data[::-1])
    made = ms.embed(TEXTS, model(service), store=store)
    assert np.array_equal(made.vectors, vectors_of(TEXTS))


def test_another_model_in_the_middle_under_the_same_name(service, store):
    def turns(texts):
        if TEXTS[4] in texts:
            service.always = lambda _: items(zeroed)

    service.always = turns
    with pytest.raises(DataError, match="changed while it answered"):
        ms.embed(TEXTS, model(service), store=store)
    assert store.count() == 0
    service.always = lambda _: None
    made = ms.embed(TEXTS, model(service), store=store)
    assert np.array_equal(made.vectors, vectors_of(TEXTS))


def test_another_model_at_the_next_run(service, store):
    ms.embed(TEXTS[:8], model(service), store=store)
    service.always = lambda _: items(zeroed)
    before = len(asked(service))
    with pytest.raises(DataError, match="revision"):
        ms.embed(TEXTS, model(service), store=store)
    assert asked(service)[before:] == []
    assert ms.embed(TEXTS[:8], model(service), store=store).n == 8  # nothing missing, no call
    changed = ms.embed(TEXTS, model(service, revision="2"), store=store)
    assert (changed.vectors == [0, 1, 0, -1]).all()


def test_no_key_is_in_the_store_or_the_set(service, store, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret-4711")
    ms.embed(TEXTS, model(service), store=store).save(tmp_path / "out")
    assert service.asked[0].headers["Authorization"] == "Bearer very-secret-4711"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 3
    assert [path for path in files if b"secret-4711" in path.read_bytes()] == []

"""Gemini's REST interface against a real server on this machine."""

import numpy as np
import pytest
from models.misbehaving import as_json, fails, says, vectors_of

from monosashi.embeddings import DataError, ServiceError
from monosashi.models import Gemini, embedder

TEXTS = ["東京", "Tokyo", "Tokio"]
KEY = "gemini-secret-4711"


def unit(texts, dimension):
    rows = vectors_of(texts, dimension)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_every_text_is_a_request_of_its_own(service):
    vectors = Gemini(url=service.url).embed(TEXTS)
    assert np.array_equal(vectors, vectors_of(TEXTS))
    assert service.asked[0].path == "/v1/models/gemini-embedding-001:batchEmbedContents"
    assert service.asked[0].body == {
        "requests": [
            {
                "model": "models/gemini-embedding-001",
                "content": {"parts": [{"text": text}]},
                "taskType": "RETRIEVAL_DOCUMENT",
            }
            for text in TEXTS
        ]
    }


def test_the_first_model_gets_its_role_as_a_task(service):
    made_by = Gemini("models/gemini-embedding-001", url=service.url)
    made_by.embed(["a"], "query")
    assert service.asked[0].body["requests"][0]["taskType"] == "RETRIEVAL_QUERY"
    assert service.batches == [["a"]]
    assert made_by.card("query").differences(made_by.card()).keys() == {"role", "task"}


@pytest.mark.parametrize("name", ["gemini-embedding-2", "gemini-embedding-2-preview"])
def test_the_second_model_gets_its_role_as_words(service, name):
    made_by = Gemini(name, url=service.url)
    made_by.embed(["a"], "query")
    made_by.embed(["a"])
    assert service.batches == [["task: search result | query: a"], ["title: none | text: a"]]
    assert all("taskType" not in asked.body["requests"][0] for asked in service.asked)
    assert made_by.card("query").differences(made_by.card()).keys() == {"role", "prefix"}


def test_cut_vectors_are_scaled_to_length_1(service):
    made_by = Gemini(dimensions=3, url=service.url)
    vectors = made_by.embed(TEXTS)
    assert service.asked[0].body["requests"][0]["outputDimensionality"] == 3
    assert np.allclose(vectors, unit(TEXTS, 3), atol=1e-7)
    assert made_by.card().normalised is True
    assert made_by.card().dimension == 3
    assert Gemini().card().normalised is None


def test_one_vector_for_all_texts_is_refused(service):
    service.next.append(lambda good: as_json({"embeddings": good["embeddings"][:1]}))
    with pytest.raises(ServiceError, match="1 vectors for 3 texts"):
        Gemini(url=service.url).embed(TEXTS)


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ({"embedding": {"values": [1.0]}}, "without a list"),
        ({"embeddings": [1, 2, 3]}, "without a list"),
        ({"embeddings": [{"values": [1.0, 2.0]}, {"values": [0.0, 0.0]}, {"values": [1, 1]}]},
         "zeros for 1 texts: rows 1"),
        ({"embeddings": [{}, {"values": [1.0, 2.0]}, {"values": [1.0, 2.0]}]}, "rows 0"),
        ({"embeddings": [{"values": [1.0, 2.0, 3.0]}] * 3}, "asked for 2 dimensions and sent 3"),
    ],
)  # fmt: skip
def test_a_faulty_answer_is_one_clear_error(service, answer, named):
    service.next.append(says(answer))
    with pytest.raises(ServiceError, match=named):
        Gemini(dimensions=2, url=service.url).embed(TEXTS)


def test_quota_is_waited_for_as_the_service_asks(service, naps):
    error = {"code": 429, "message": "Please retry in 17s.", "details": [{"retryDelay": "17s"}]}
    service.next.append(says({"error": error}, 429))
    assert np.array_equal(Gemini(url=service.url).embed(TEXTS), vectors_of(TEXTS))
    assert naps == [17.0]


def test_at_most_a_hundred_texts_a_call(service):
    texts = [f"text {i}" for i in range(150)]
    made_by = Gemini(url=service.url, batch=500)
    assert made_by.batch == 100
    assert np.array_equal(made_by.embed(texts), vectors_of(texts))
    assert [len(batch) for batch in service.batches] == [100, 50]


def test_a_smaller_limit_of_the_service_is_found(service):
    told = "BatchEmbedContentsRequest.requests: at most 2 requests can be in one batch"
    service.always = lambda asked: fails(400, told) if len(asked) > 2 else None
    made_by = Gemini(url=service.url)
    assert np.array_equal(made_by.embed(TEXTS), vectors_of(TEXTS))
    assert made_by.batch == 2


@pytest.mark.parametrize("variable", ["GEMINI_API_KEY", "GOOGLE_API_KEY"])
def test_the_key_goes_into_a_header(service, monkeypatch, variable):
    monkeypatch.setenv(variable, KEY)
    made_by = Gemini(url=service.url)
    made_by.embed(["a"])
    asked = service.asked[0]
    assert {name.lower(): value for name, value in asked.headers.items()}["x-goog-api-key"] == KEY
    assert KEY not in asked.path + str(made_by.identity()) + repr(vars(made_by))


@pytest.mark.usefixtures("service")
def test_both_variables_are_named_when_neither_is_set():
    with pytest.raises(DataError, match="GEMINI_API_KEY / GOOGLE_API_KEY is not set"):
        Gemini().embed(["a"])


def test_an_unknown_role_is_refused():
    for ask in (Gemini().card, Gemini().identity, lambda role: Gemini().embed(["a"], role)):
        with pytest.raises(DataError, match="role must be one of query, passage"):
            ask("document")


def test_one_line_makes_it(service):
    made_by = embedder(f"gemini:gemini-embedding-2?dimensions=2&url={service.url}")
    assert np.allclose(made_by.embed(["a"]), unit(["title: none | text: a"], 2), atol=1e-7)
    assert made_by.name == "gemini:gemini-embedding-2"

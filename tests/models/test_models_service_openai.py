"""OpenAI's ``/embeddings`` against a real server that behaves, deviates and misbehaves."""

import base64
import math

import numpy as np
import pytest
from models.misbehaving import (
    as_json,
    breaks_off,
    fails,
    half_json,
    items,
    never_answers,
    raw,
    resets,
    says,
    vectors_of,
)

from monosashi.embeddings import DataError, ServiceError
from monosashi.models import OpenAICompatible, embedder

TEXTS = ["りんご", "apple", "pomme", "Apfel", "manzana"]


def model(service, **options):
    return OpenAICompatible("tiny", url=service.url, **{"key_env": "", **options})


def codes(caught):
    return [fault.code.removeprefix("models.errors.") for fault in caught.value.faults]


def test_one_vector_a_text_as_the_service_gives_it(service):
    vectors = model(service, batch=2).embed(TEXTS)
    assert vectors.dtype == np.float32
    assert np.array_equal(vectors, vectors_of(TEXTS))
    assert service.batches == [TEXTS[:2], TEXTS[2:4], TEXTS[4:]]
    assert service.asked[0].path == "/v1/embeddings"
    assert service.asked[0].body == {
        "model": "tiny",
        "input": TEXTS[:2],
        "encoding_format": "float",
    }


def test_dimensions_are_asked_for(service):
    vectors = model(service, dimensions=3).embed(TEXTS)
    assert service.asked[0].body["dimensions"] == 3
    assert np.array_equal(vectors, vectors_of(TEXTS, 3))


def test_prefixes_make_roles(service):
    made_by = model(service, query_prefix="query: ", passage_prefix="passage: ")
    made_by.embed(["a"], "query")
    made_by.embed(["a"])
    assert made_by.roles == ("query", "passage")
    assert service.batches == [["query: a"], ["passage: a"]]
    assert made_by.card("query").differences(made_by.card()).keys() == {"role", "prefix"}
    assert made_by.identity("query") != made_by.identity("passage")
    with pytest.raises(DataError, match="role must be one of query, passage"):
        made_by.embed(["a"], "document")


def test_one_prefix_for_both_makes_no_roles(service):
    made_by = model(service, query_prefix="x: ", passage_prefix="x: ")
    made_by.embed(["a"], "query")
    assert made_by.roles == ()
    assert service.batches == [["x: a"]]
    assert made_by.card("query") == made_by.card()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[::-1],
        lambda data: [{**item, "index": str(item["index"])} for item in data[::-1]],
        lambda data: [{"embedding": item["embedding"]} for item in data],
        lambda data: [
            {k: v for k, v in item.items() if k != "index" or v} for item in data[::-1]
        ],
        lambda data: [{**item, "embedding": [item["embedding"]]} for item in data],
        lambda data: [
            {**item, "embedding": base64.b64encode(
                np.array(item["embedding"], dtype="<f4").tobytes()).decode()}
            for item in data
        ],
    ],
    ids=["out of order", "index as text", "no index", "zero left out", "nested", "base64"],
)  # fmt: skip
def test_deviations_that_leave_no_doubt_give_the_right_vectors(service, change):
    service.next.append(items(change))
    assert np.array_equal(model(service).embed(TEXTS), vectors_of(TEXTS))


def test_a_bare_list_as_llama_cpp_sends_it(service):
    def bare(good):
        return as_json([{"index": i["index"], "embedding": [i["embedding"]]} for i in good["data"]])

    service.next.append(bare)
    assert np.array_equal(model(service).embed(TEXTS), vectors_of(TEXTS))


def replaced(row, value):
    return items(
        lambda data: [
            {**item, "embedding": value(item["embedding"])} if place == row else item
            for place, item in enumerate(data)
        ]
    )


@pytest.mark.parametrize(
    ("misbehaves", "code", "named"),
    [
        (items(lambda data: data[:-1]), "service_count", "4 vectors for 5 texts"),
        (items(lambda data: [*data, {**data[0], "index": 5}]), "service_count", "6 vectors for 5"),
        (items(lambda _: []), "service_count", "0 vectors for 5 texts"),
        (items(lambda data: [{**item, "index": 0} for item in data]), "service_places", "0, 0, 0"),
        (
            items(lambda data: [{**item, "index": item["index"] + 1} for item in data]),
            "service_places",
            "1, 2, 3, 4, 5; 0 to 4",
        ),
        (
            items(lambda data: [{"embedding": i["embedding"]} for i in data[:2]] + data[2:]),
            "service_places",
            "once each",
        ),
        (items(lambda data: [{**i, "index": True} for i in data]), "service_places", "-1"),
        (replaced(3, lambda v: [math.nan, *v[1:]]), "service_non_finite", "rows 3"),
        (replaced(3, lambda v: [None, *v[1:]]), "service_non_finite", "rows 3"),
        (replaced(2, lambda v: [1e300, *v[1:]]), "service_non_finite", "rows 2"),
        (replaced(2, lambda v: [10**400, *v[1:]]), "service_no_vector", "rows 2"),
        (replaced(1, lambda v: v[:2]), "service_dimension", "2 numbers after vectors of 4"),
        (replaced(1, lambda _: []), "service_no_vector", "rows 1"),
        (replaced(4, lambda v: [v, v]), "service_no_vector", "rows 4"),
        (replaced(4, lambda v: [str(x) for x in v]), "service_no_vector", "rows 4"),
        (replaced(4, lambda _: None), "service_no_vector", "rows 4"),
        (replaced(4, lambda _: "not base64!"), "service_no_vector", "rows 4"),
        (replaced(4, lambda _: "AAAA"), "service_no_vector", "rows 4"),
        (says({"object": "list"}), "service_no_data", "without a list"),
        (says("fine"), "service_no_data", "without a list"),
        (says({"data": [[1, 2], [3, 4]]}), "service_no_data", "without a list"),
        (raw("<html><h1>Welcome to\nthe portal</h1></html>"), "service_no_json",
         "Welcome to the portal"),
        (raw(""), "service_empty", "empty body instead of JSON"),
        (says({"error": {"message": "no such model"}}), "service_status_refused", "no such model"),
        (says({"object": "error", "message": "no such model", "code": 40}),
         "service_status_refused", "no such model"),
    ],
)  # fmt: skip
def test_an_answer_with_a_fault_is_one_clear_error_and_nothing_is_kept(
    service, naps, misbehaves, code, named
):
    made_by = model(service)
    service.next.append(misbehaves)
    with pytest.raises(ServiceError) as caught:
        made_by.embed(TEXTS)
    assert codes(caught) == [code]
    assert named in str(caught.value)
    assert len(service.asked) == 1
    assert naps == []
    # What was refused leaves nothing behind: the next answer is measured by no faulty one.
    assert np.array_equal(made_by.embed(TEXTS), vectors_of(TEXTS))


def test_rows_are_those_of_all_texts_in_later_batches(service):
    service.next.extend([as_json, replaced(1, lambda v: [math.nan, *v[1:]])])
    with pytest.raises(ServiceError, match="rows 3"):
        model(service, batch=2).embed(TEXTS)


@pytest.mark.parametrize(
    "misbehaves",
    [fails(429), fails(500), fails(503), fails(408), fails(409), raw("<h1>Bad Gateway</h1>", 502),
     resets, breaks_off, half_json, says({"error": {"message": "overloaded", "code": 429}})],
    ids=["429", "500", "503", "408", "409", "html 502", "reset", "breaks off", "half json",
         "429 in a body"],
)  # fmt: skip
def test_what_may_pass_is_asked_again(service, naps, misbehaves):
    service.next.extend([misbehaves, misbehaves])
    assert np.array_equal(model(service).embed(TEXTS), vectors_of(TEXTS))
    assert len(service.asked) == 3
    assert len(naps) == 2


def test_a_slow_service_is_asked_again(service, naps):
    service.next.append(never_answers)
    assert np.array_equal(model(service, timeout=0.25).embed(TEXTS), vectors_of(TEXTS))
    assert len(naps) == 1


@pytest.mark.parametrize(
    ("misbehaves", "code", "named"),
    [
        (fails(503, "no worker free"), "service_status", "HTTP 503: no worker free (attempts: 3)"),
        (resets, "service_unreachable", "attempts: 3"),
        (half_json, "service_garbled", "attempts: 3"),
    ],
)
def test_patience_ends_and_says_how_to_go_on(service, naps, misbehaves, code, named):
    service.always = lambda _: misbehaves
    with pytest.raises(ServiceError, match="Run the same again") as caught:
        model(service, attempts=3).embed(TEXTS)
    assert codes(caught) == [code]
    assert named in str(caught.value)
    assert "3 回" in caught.value.say("ja")
    assert len(service.asked) == 3
    assert len(naps) == 2


def test_silence_ends_too(service, naps):
    service.always = lambda _: never_answers
    with pytest.raises(ServiceError, match=r"no answer within 0\.1 seconds \(attempts: 2\)"):
        model(service, attempts=2, timeout=0.1).embed(TEXTS)
    assert len(naps) == 1


def test_nobody_there(service, naps):
    made_by = model(service, attempts=2)
    service.close()
    with pytest.raises(ServiceError, match="cannot be reached") as caught:
        made_by.embed(["a"])
    assert "127.0.0.1" in str(caught.value)
    assert len(naps) == 1


@pytest.mark.parametrize("status", [400, 404, 405, 422, 501, 301])
def test_a_refusal_is_not_repeated_and_shows_what_the_service_said(service, naps, status):
    service.always = lambda _: fails(status, "model 'tiny' not found, " + "try again. " * 50)
    with pytest.raises(ServiceError) as caught:
        model(service).embed(TEXTS)
    message = str(caught.value)
    assert codes(caught) == ["service_status_refused"]
    assert f"HTTP {status}" in message
    assert "model 'tiny' not found" in message
    assert len(message) < 450
    assert len(service.asked) == 1
    assert naps == []


def test_an_empty_quota_is_not_waited_for(service, naps):
    error = {"message": "You exceeded your quota", "code": "insufficient_quota"}
    service.always = lambda _: says({"error": error}, 429)
    with pytest.raises(ServiceError, match="You exceeded your quota"):
        model(service).embed(TEXTS)
    assert naps == []


def test_a_model_that_changes_in_the_middle_is_refused(service):
    made_by = model(service)
    made_by.embed(TEXTS)
    service.model = "loopback-2"
    with pytest.raises(ServiceError) as caught:
        made_by.embed(TEXTS)
    assert codes(caught) == ["service_model"]
    assert "'loopback-1' to 'loopback-2'" in str(caught.value)


@pytest.mark.parametrize("silent", [None, "", 3])
def test_a_service_that_names_no_model_has_not_changed(service, silent):
    made_by = model(service)
    for name in ("loopback-1", silent, "loopback-1"):
        service.model = name
        assert np.array_equal(made_by.embed(TEXTS), vectors_of(TEXTS))


def test_a_dimension_that_changes_between_calls_is_refused(service):
    made_by = model(service)
    made_by.embed(TEXTS)
    service.next.append(
        items(lambda data: [{**item, "embedding": item["embedding"][:3]} for item in data])
    )
    with pytest.raises(ServiceError, match="3 numbers after vectors of 4"):
        made_by.embed(TEXTS)


def test_a_service_that_ignores_dimensions_is_refused(service):
    service.next.append(
        items(lambda data: [{**item, "embedding": item["embedding"] * 2} for item in data])
    )
    with pytest.raises(ServiceError, match="asked for 3 dimensions and sent 6"):
        model(service, dimensions=3).embed(TEXTS)


TOO_LONG = [
    (400, "This model's maximum context length is 8192 tokens, however you requested 9000 tokens"),
    (413, "Payload Too Large"),
    (413, "Input validation error: `inputs` must have less than 512 tokens. Given: 534"),
    (500, "input (992 tokens) is too large to process. increase the physical batch size"),
    (500, "input is larger than the max context size. skipping"),
    (400, "the input length exceeds the context length"),
]


@pytest.mark.parametrize(("status", "told"), TOO_LONG)
def test_a_text_that_is_too_long_is_found_and_named(service, naps, status, told):
    texts = [*TEXTS, "long" * 50, *TEXTS]
    service.always = lambda asked: fails(status, told) if max(map(len, asked)) > 100 else None
    with pytest.raises(DataError) as caught:
        model(service).embed(texts)
    assert codes(caught) == ["text_too_long"]
    assert caught.value.faults[0].rows == (5,)
    assert told in str(caught.value)
    assert not isinstance(caught.value, ServiceError)
    assert naps == []
    assert len(service.asked) <= 8


TOO_MANY = [
    (422, "batch size 5 > maximum allowed batch size 2"),
    (400, "Value error, batch size is invalid, it should not be larger than 2.: input.contents"),
    (400, "Invalid 'input': maximum request size is 300000 tokens per request."),
    (400, "'input' array must be 2048 items or fewer"),
]


@pytest.mark.parametrize(("status", "told"), TOO_MANY)
def test_a_batch_that_is_too_large_is_halved_and_not_tried_again(service, naps, status, told):
    made_by = model(service)
    service.always = lambda asked: fails(status, told) if len(asked) > 2 else None
    assert np.array_equal(made_by.embed(TEXTS), vectors_of(TEXTS))
    assert made_by.batch == 2
    service.asked.clear()
    assert np.array_equal(made_by.embed(TEXTS), vectors_of(TEXTS))
    assert [len(batch) for batch in service.batches] == [2, 2, 1]
    assert naps == []


def test_a_refusal_about_dimensions_is_no_matter_of_length(service):
    told = 'Model "tiny" does not support matryoshka representation, changing output dimensions '
    service.always = lambda _: fails(400, told)
    with pytest.raises(ServiceError, match="matryoshka"):
        model(service, dimensions=3).embed(TEXTS)
    assert len(service.asked) == 1


def test_unusable_texts_are_refused_before_the_call(service):
    for texts in (["a", ""], ["a", "\ud83d"], [None], []):
        with pytest.raises(DataError):
            model(service).embed(texts)
    assert service.asked == []
    with pytest.raises(DataError, match="rows 1") as caught:
        model(service).embed(["a", "cut \ud83d"])
    assert codes(caught) == ["broken_text"]


def test_all_options_that_cannot_be_are_named_at_once():
    with pytest.raises(DataError) as caught:
        OpenAICompatible(" ", batch=0, dimensions=-1, attempts=2.5, timeout=math.nan)
    assert sorted(codes(caught)) == ["at_least", "at_least", "at_least", "no_model", "positive"]


def test_card_and_identity_are_the_same_before_and_after_a_call(service):
    made_by = model(service, revision="r1", dimensions=3)
    before = made_by.card(), made_by.identity()
    made_by.embed(TEXTS)
    assert (made_by.card(), made_by.identity()) == before
    assert made_by.card().to_dict() == {
        "name": "tiny", "revision": "r1", "dimension": 3, "prefix": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [{"dimensions": 2}, {"passage_prefix": "p"}, {"revision": "2"},
     {"url": "http://127.0.0.1:9/v2"}],
)  # fmt: skip
def test_what_changes_the_vectors_changes_the_identity(options):
    plain = OpenAICompatible("tiny", url="http://127.0.0.1:9/v1")
    other = OpenAICompatible("tiny", **{"url": "http://127.0.0.1:9/v1", **options})
    assert plain.identity() != other.identity()
    same = OpenAICompatible("tiny", url="http://127.0.0.1:9/v1/", batch=3, timeout=1, attempts=2)
    assert plain.identity() == same.identity()


def test_one_line_makes_it(service):
    made_by = embedder(f"openai:tiny?url={service.url}/embeddings&query_prefix=q:%20&batch=2")
    assert np.array_equal(made_by.embed(TEXTS, "query"), vectors_of([f"q: {t}" for t in TEXTS]))
    assert service.asked[0].path == "/v1/embeddings"
    assert len(service.asked) == 3

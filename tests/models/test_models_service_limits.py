"""A busy service, an endless answer, an echo of the key, and options out of range."""

import json
import sys

import pytest
from models.misbehaving import Reply, as_json, fails, says, vectors_of

from monosashi.embeddings import DataError, ServiceError
from monosashi.models import (
    CallableEmbedder,
    CommandEmbedder,
    Gemini,
    OpenAICompatible,
    RefusedError,
    embed,
    embedder,
)
from monosashi.models.refusals import is_too_large, may_work_later

TEXTS = [f"text {number}" for number in range(4)]


def model(service, **options):
    return OpenAICompatible("m", url=service.url, **{"attempts": 2, **options})


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_full_queue_is_asked_again_and_is_no_long_text(service, naps, status):
    service.next.append(fails(status, "input queue exceeds its maximum length of 64 requests"))
    assert model(service).embed(TEXTS).tolist() == vectors_of(TEXTS).tolist()
    assert len(naps) == 1
    assert len(service.asked[1].body["input"]) == len(TEXTS)


@pytest.mark.parametrize(
    ("status", "told", "large"),
    [
        (413, "", True),
        (400, "maximum context length is 8192 tokens", True),
        (422, "batch size 64 > maximum allowed batch size 32", True),
        (500, "input (992 tokens) is too large to process", True),
        (500, "input is too large to process. increase the physical batch size", True),
        (500, "input is longer than the maximum", False),
        (429, "maximum of 40000 tokens per minute exceeded", False),
        (503, "input (992 tokens) is too large to process", False),
        (400, "rate limit of input tokens exceeded", False),
    ],
)
def test_what_is_said_about_the_size_of_a_text(status, told, large):
    assert is_too_large(status, told) is large


@pytest.mark.parametrize("word", ["rate_limit_exceeded", "RESOURCE_EXHAUSTED", "overloaded_error"])
@pytest.mark.parametrize("key", ["code", "type", "status"])
def test_an_error_of_the_moment_in_a_good_status_is_asked_again(service, naps, word, key):
    service.next.append(says({"error": {"message": "slow down", key: word}}))
    assert model(service).embed(TEXTS).tolist() == vectors_of(TEXTS).tolist()
    assert len(naps) == 1


def test_a_spent_quota_is_final():
    assert not may_work_later(200, {"error": {"code": "insufficient_quota"}}, "")


def test_an_answer_that_drips_is_cut_off(service, monkeypatch):
    """Every byte comes in time, the whole never does."""
    import httpx

    clock = iter(range(0, 10_000, 3))
    monkeypatch.setattr("monosashi.models.one_attempt.monotonic", lambda: next(clock))
    monkeypatch.setattr(httpx.Response, "iter_bytes", lambda _: (b"x" for _ in range(1_000)))
    with pytest.raises(ServiceError, match="no answer within 60"):
        model(service, attempts=1).embed(TEXTS)
    assert next(clock) < 100


def test_an_answer_without_end_is_not_held(service, monkeypatch):
    monkeypatch.setattr("monosashi.models.one_attempt.MOST_BYTES", 2**20)
    service.always = lambda _: lambda _: Reply(b" " * 2**22)
    with pytest.raises(RefusedError, match="more than 1 MB"):
        model(service).embed(TEXTS)


def test_a_key_that_comes_back_as_the_model_is_not_shown(service, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret-4711")
    for said in ("first", "Bearer very-secret-4711 " * 40):
        service.next.append(lambda good, said=said: as_json({**good, "model": said}))
    asked = model(service, batch=2)
    with pytest.raises(ServiceError, match="the model changed") as caught:
        asked.embed(TEXTS)
    assert "4711" not in str(caught.value)
    assert "[key]" in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_final_refusal_does_not_promise_that_running_again_helps(service, tmp_path):
    service.always = lambda texts: fails(404, "gone") if TEXTS[2] in texts else None
    with pytest.raises(RefusedError) as caught:
        embed(TEXTS, model(service, batch=2), store=tmp_path / "s")
    assert "2 of 4 answers are kept" in str(caught.value)
    assert "run the same again" not in str(caught.value)
    assert "once this is mended" in str(caught.value)


def test_gemini_never_gets_more_than_it_takes():
    asked = Gemini(batch=500)
    assert asked.batch == 100
    asked.batch = 700
    assert asked.batch == 100
    asked.batch = 7
    assert asked.batch == 7


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("command:cat ?batch=0", "batch"),
        ("command:cat ?batch=-1", "batch"),
        ("command:cat ?timeout=-1", "timeout"),
        ("command:cat ?timeout=0", "timeout"),
        ("python:math:sqrt?dimension=-3", "dimension"),
        ("python:math:sqrt?batch=0", "batch"),
    ],
)
def test_numbers_that_cannot_be_are_refused(line, named):
    with pytest.raises(DataError, match=named):
        embedder(line)


def test_a_model_of_one_role_has_only_that_one():
    only = CallableEmbedder(lambda texts: [[1.0, len(text)] for text in texts], name="m",
                            roles=("query",))  # fmt: skip
    made = embed(TEXTS, only, store=False)
    assert (made.model.role, made.query_vectors) == ("query", None)
    with pytest.raises(DataError, match="query"):
        embed(TEXTS, only, role="passage", store=False)


@pytest.mark.parametrize("output", ["print('x' * 2**16)", "print('x' * 2**16, end='')", "print()"])
def test_a_program_that_writes_without_end_is_ended(monkeypatch, output):
    monkeypatch.setattr("monosashi.models.command_process.SPARE_BYTES", 2**21)
    command = CommandEmbedder([sys.executable, "-c", f"while True: {output}"], timeout=120)
    with pytest.raises(DataError, match="far more than 4 answers"):
        command.embed(TEXTS)


def test_a_program_that_complains_without_end_is_heard_and_not_held():
    code = ("import json, sys\n"
            "for _ in range(200): sys.stderr.write('noise ' * 2**12)\n"
            "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'],"
            " 'vector': [1.0]}))")  # fmt: skip
    made = CommandEmbedder([sys.executable, "-c", code]).embed(TEXTS)
    assert json.dumps(made.tolist()) == "[[1.0], [1.0], [1.0], [1.0]]"

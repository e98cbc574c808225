"""The polite client: waits, keys, addresses."""

import io
import logging
import subprocess
import sys
import traceback
from datetime import UTC, datetime

import pytest
from models.misbehaving import as_json, fails, raw, resets, says

from monosashi.embeddings import DataError, ServiceError
from monosashi.models import OpenAICompatible, Patience, PoliteClient, RefusedError
from monosashi.models.addresses import checked_address, is_loopback
from monosashi.models.chat_service import chat_client
from monosashi.models.keys import without_keys
from monosashi.models.refusals import is_too_large, plain
from monosashi.models.retry_after import wait_asked

KEY = "very-secret-4711"


def client(service, **patience):
    return PoliteClient(service.url, key_env=(), patience=Patience(**patience))


def test_any_json_is_posted_and_read(service):
    service.next.append(says({"choices": [{"message": {"content": "はい"}}]}))
    answer = client(service).post("/chat/completions", {"messages": ["é"]})
    assert answer["choices"][0]["message"]["content"] == "はい"
    assert service.asked[0].path == "/v1/chat/completions"
    assert service.asked[0].body == {"messages": ["é"]}


def test_the_wait_that_is_asked_for_is_taken(service, naps):
    service.next.extend([fails(429, Retry_After="7"), fails(503, Retry_After="0"),
                         fails(429, Retry_After="86400"), fails(429, retry_after_ms="1500"),
                         says({"error": {"message": "x", "details": [{"retryDelay": "23.5s"}]}},
                              429)])  # fmt: skip
    client(service).post("/x", {})
    assert naps == [7.0, 0.0, 60.0, 1.5, 23.5]


def test_otherwise_waits_double_up_to_the_longest(service, naps):
    service.next.extend([fails(500)] * 5)
    client(service, first_wait=1.0, longest_wait=5.0, jitter=0.0).post("/x", {})
    assert naps == [1.0, 2.0, 4.0, 5.0, 5.0]


def test_chance_keeps_callers_apart(service, naps):
    service.next.extend([fails(500)] * 5)
    client(service, first_wait=1.0, longest_wait=1000.0, jitter=1.0).post("/x", {})
    extra = [nap - 2.0**place for place, nap in enumerate(naps)]
    assert all(0 <= more <= 1 for more in extra)
    assert len(set(extra)) == 5


def test_time_ends_the_attempts_too(service, naps):
    service.always = lambda _: fails(500)
    with pytest.raises(ServiceError, match="attempts: 1"):
        client(service, total=1e-9).post("/x", {})
    assert naps == []


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "12"}, None, 12.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, None, 30.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:00:00 GMT"}, None, 0.0),
        ({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"}, None, 60.0),
        ({"retry-after": "-5"}, None, 0.0),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({"retry-after": ""}, {"error": "x"}, None),
        ({}, {"error": {"details": [{"a": 1}, "x", {"retryDelay": "3s"}]}}, 3.0),
        ({}, {"error": {"details": {"retryDelay": "3s"}}}, None),
        ({}, [1], None),
    ],
)
def test_every_form_of_retry_after(headers, body, seconds):
    now = datetime(2026, 10, 21, 7, 28, tzinfo=UTC).timestamp()
    assert wait_asked(headers, body, now) == seconds


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_names_its_variable_and_not_itself(service, monkeypatch, status):
    monkeypatch.setenv("MY_KEY", KEY)
    service.always = lambda _: fails(status, f"Incorrect API key provided: {KEY}")
    with pytest.raises(RefusedError) as caught:
        OpenAICompatible("m", url=service.url, key_env="MY_KEY").embed(["a"])
    assert service.asked[0].headers["Authorization"] == f"Bearer {KEY}"
    assert "MY_KEY" in str(caught.value)
    assert KEY not in str(caught.value)
    assert len(service.asked) == 1


def test_a_service_on_this_machine_that_wants_a_key_after_all(service):
    service.always = lambda _: fails(401, "key please")
    with pytest.raises(ServiceError, match=r"wants a key .* variable OPENAI_API_KEY"):
        OpenAICompatible("m", url=service.url).embed(["a"])


def test_a_service_that_wants_a_key_nobody_named(service):
    service.always = lambda _: fails(401, "key please")
    with pytest.raises(ServiceError, match="key_env"):
        OpenAICompatible("m", url=service.url, key_env="").embed(["a"])


def test_the_key_appears_nowhere(service, naps, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    root = logging.getLogger()
    root.addHandler(handler)
    monkeypatch.setattr(root, "level", logging.DEBUG)
    service.next.append(fails(503, f"do not repeat {KEY}"))
    service.always = lambda _: fails(400, f"Bearer {KEY} sk-{KEY}{KEY}")
    made_by = OpenAICompatible("m", url=service.url)
    try:
        with pytest.raises(ServiceError) as caught:
            made_by.embed(["a"])
    finally:
        root.removeHandler(handler)
    shown = [repr(made_by), repr(vars(made_by)), repr(vars(made_by._client)), heard.getvalue(),
             str(made_by.identity()), str(made_by.card()), repr(caught.value),
             "".join(traceback.format_exception(caught.value))]  # fmt: skip
    assert len(service.asked) == 2
    assert len(naps) == 1
    assert not any(KEY in text for text in shown)


def test_no_key_is_sent_to_this_machine_unless_there_is_one(service):
    OpenAICompatible("m", url=service.url).embed(["a"])
    assert "Authorization" not in service.asked[0].headers


def test_elsewhere_a_missing_key_is_named_before_any_call(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", " ")
    with pytest.raises(DataError, match="OPENAI_API_KEY is set but empty"):
        OpenAICompatible("m").embed(["a"])
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(DataError, match="OPENAI_API_KEY is not set") as caught:
        OpenAICompatible("m").embed(["a"])
    assert not isinstance(caught.value, ServiceError)


@pytest.mark.parametrize("key", ["two\nlines", "schlüssel"])
def test_a_key_that_cannot_be_one_is_not_shown(service, monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(DataError, match="OPENAI_API_KEY cannot be a key") as caught:
        OpenAICompatible("m", url=service.url).embed(["a"])
    assert key not in str(caught.value)
    assert service.asked == []


@pytest.mark.parametrize(
    "url",
    ["https://me:pass-4711@example.org/v1", "https://pass-4711@example.org/v1",
     "https://example.org/v1?key=pass-4711", "https://example.org/v1?api-key=pass-4711",
     "https://example.org/v1?x=1&access_token=pass-4711", "https://example.org/v1?apikey=pass-4711"],
)  # fmt: skip
def test_an_address_with_a_secret_is_refused_and_not_repeated(url):
    with pytest.raises(DataError, match="environment variable") as caught:
        OpenAICompatible("m", url=url)
    assert "4711" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["example.org/v1", "ftp://example.org", "http://", "", "http://[::1", "http://h:99999/v1",
     "http://a b/v1"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(DataError, match="no address of a service"):
        OpenAICompatible("m", url=url)


def test_a_query_goes_along_and_is_not_shown(service):
    made_by = OpenAICompatible("m", url=f"{service.url}/?api-version=2", key_env="")
    made_by.embed(["a"])
    assert service.asked[0].path == "/v1/embeddings?api-version=2"
    assert made_by.identity()["url"] == service.url
    assert checked_address("https://example.org/v1/#part") == "https://example.org/v1"


@pytest.mark.parametrize(
    ("url", "here"),
    [("http://localhost:1/v1", True), ("http://127.8.0.1/v1", True), ("http://[::1]:1", True),
     ("http://0.0.0.0:8000", True), ("http://localhost.example.org", False),
     ("http://127.0.0.1.example.org", False), ("http://192.168.0.2", False)],
)  # fmt: skip
def test_which_addresses_are_this_machine(url, here):
    assert is_loopback(url) is here


def test_a_proxy_is_not_asked_for_this_machine(service, monkeypatch):
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    assert client(service, attempts=1).post("/x", {"input": ["a"]})["data"]


@pytest.mark.parametrize("proxy", ["socks5://me:pass-4711@127.0.0.1:9", "odd://pass-4711"])
def test_a_proxy_that_cannot_be_used_is_explained_without_its_address(monkeypatch, proxy):
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
        monkeypatch.delenv(variable.lower(), raising=False)
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(DataError, match="ALL_PROXY") as caught:
        PoliteClient("https://example.org/v1", key_env=()).post("/x", {})
    assert "4711" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("stop", [KeyboardInterrupt, MemoryError])
def test_other_ends_pass_through_at_once(service, naps, monkeypatch, stop):
    ask = client(service)

    def stops(*_, **__):
        raise stop

    monkeypatch.setattr(ask._http, "stream", stops)
    with pytest.raises(stop):
        ask.post("/x", {})
    assert naps == []


def test_a_refusal_can_be_made_again_from_its_faults(service):
    service.always = lambda _: fails(404, "no such model")
    with pytest.raises(RefusedError) as caught:
        client(service).post("/x", {})
    again = type(caught.value)(*caught.value.faults, *caught.value.faults)
    assert str(again) == f"{caught.value}\n{caught.value}"
    assert not again.too_large


@pytest.mark.parametrize("word", ["sk-12345678", "hf_12345678abc", "AIzaSyA-12345678",
                                  "Bearer abcdefghijklmnop1234"])  # fmt: skip
def test_what_looks_like_a_key_is_hidden(word):
    assert without_keys(f"given: {word}.", None).startswith("given: [key]")


@pytest.mark.parametrize("text", ["a sketch of hidden things", "Bearer authentication", "task-one"])
def test_plain_words_are_no_keys(text):
    assert without_keys(text, None) == text
    assert without_keys("abc", "b") == "abc"


@pytest.mark.parametrize(
    ("status", "told"),
    [(401, "maximum tokens"), (429, "token limit exceeded"), (400, "invalid token"),
     (404, "model not found"), (503, "the server is busy")],
)  # fmt: skip
def test_not_every_refusal_is_about_size(status, told):
    assert not is_too_large(status, told)


def test_nothing_of_the_retrying_library_reaches_the_terminal(service):
    service.next.append(resets)
    ask = (
        "from monosashi.models import PoliteClient, Patience\n"
        f"client = PoliteClient({service.url!r}, key_env=(), "
        "patience=Patience(first_wait=0.0, jitter=0.0))\n"
        "client.post('/x', {'input': ['a']})\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-W", "error", "-c", ask], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert len(service.asked) == 2


def test_importing_the_room_opens_no_client():
    ask = (
        "import sys, monosashi.models; "
        "print({'httpx', 'stamina', 'tenacity', 'difflib', 'sklearn'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "set()"


def test_connections_are_closed_with_their_owner(service):
    ask = client(service)
    ask.post("/x", {"input": ["a"]})
    pool = ask._http
    del ask
    assert pool.is_closed
    assert as_json({}).status == 200


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?user=URLSECRET9", "no such model in /v1/embeddings?user=URLSECRET9"),
        ("?user=me:URLSECRET9", "no user URLSECRET9"),
        ("?user=URL%20SECRET9", "no user 'URL SECRET9', URL+SECRET9, URL%20SECRET9"),
        ("?URLSECRET9", "unknown: URLSECRET9"),
        ("?api-version=1;x=URLSECRET9", "unknown: x=URLSECRET9"),
        ("%3Fuser%3DURLSECRET9", "no page /v1?user=URLSECRET9/embeddings"),
        ("%253Fuser%253DURLSECRET9", "no page /v1%3Fuser%3DURLSECRET9/embeddings"),
    ],
)
@pytest.mark.parametrize("reply", [lambda told: fails(400, told), raw])
def test_what_a_service_says_of_the_query_is_blank(service, query, told, reply):
    service.always = lambda _: reply(told)
    asking = PoliteClient(service.url + query, key_env=())
    with pytest.raises(ServiceError) as caught:
        asking.post("/embeddings", {})
    assert "SECRET9" not in str(caught.value) + str(getattr(caught.value, "told", ""))
    assert "…" in str(caught.value)
    assert "SECRET9" not in asking.harmless(told)


def test_a_harmless_query_stays_and_a_hidden_one_changes_no_judgement(service):
    service.always = lambda _: fails(400, "maximum of 8 inputs in api-version 2024-02-01")
    asking = PoliteClient(service.url + "?api-version=2024-02-01&x=maximum", key_env=())
    with pytest.raises(RefusedError, match=r"… of 8 inputs in api-version 2024-02-01") as caught:
        asking.post("/embeddings", {})
    assert caught.value.too_large


def test_a_header_need_not_be_ascii(service, naps):
    service.next.extend([fails(429, Retry_After="１".encode().decode("latin-1")), says({"a": 1})])
    assert client(service).post("/x", {}) == {"a": 1}
    assert len(naps) == 1


def test_a_place_that_a_service_points_to_is_named_and_not_asked(service):
    service.next.append(fails(307, "moved", Location=f"{service.url}/elsewhere?key=hidden"))
    with pytest.raises(RefusedError) as caught:
        client(service).post("/x", {})
    said = caught.value.say()
    assert f"{service.url}/elsewhere." in said
    assert "hidden" not in said
    assert len(service.asked) == 1


def test_an_answer_that_is_longer_than_any_is_no_answer(service):
    service.next.append(says({"a": "x" * 2_000_000}))
    small = PoliteClient(service.url, key_env=(), most_bytes=2**20)
    with pytest.raises(RefusedError, match="more than 1 MB"):
        small.post("/x", {})
    assert chat_client(service.url, key_env="", timeout=1.0, patience=Patience()).most_bytes < 2**23


def test_what_looks_like_tags_is_read_in_one_go():
    assert plain("<" * 400_000 + "b>x") == "<" * 399_999 + " x"
    assert plain("<script>" * 50_000 + "x") == "x"

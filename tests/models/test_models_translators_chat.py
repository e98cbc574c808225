"""A chat model as a translator, against a server on this machine that misbehaves."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from monosashi.embeddings import DataError, ServiceError
from monosashi.models.translators import ChatTranslator, translate
from monosashi.words import choose_language

LONG = "Install the package before you start the service, please."


def says(content, **more):
    choice = {"message": {"role": "assistant", "content": content, **more.pop("message", {})},
              "finish_reason": more.pop("finish", "stop")}  # fmt: skip
    return 200, {"choices": [choice] * more.pop("times", 1), **more}


def tagged(text):
    return says(f"<translation>{text}</translation>")


class Chat:
    """Answers what ``reply`` says to the last message, and remembers what it was asked."""

    def __init__(self):
        self.asked, self.headers = [], []
        self.reply = lambda text: tagged(text.upper())
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                chat.asked.append((self.path, body))
                chat.headers.append(dict(self.headers))
                status, answer = chat.reply(body["messages"][-1]["content"])
                sent = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda *_: None  # a client that stopped waiting is gone
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def chat():
    choose_language("en")
    running = Chat()
    yield running
    running.close()
    choose_language(None)


def model(chat, **options):
    return ChatTranslator("tiny", url=chat.url, **{"key_env": "", "attempts": 1, **options})


def codes(caught):
    return [fault.code.removeprefix("models.errors.") for fault in caught.value.faults]


def test_every_text_is_one_question(chat):
    made = translate(["a\n\nb", "c"], model(chat), "ja", "fr", store=False)
    assert made.texts == ("A\n\nB", "C")
    path, body = chat.asked[0]
    assert path == "/v1/chat/completions"
    assert "from Japanese to French" in body["messages"][0]["content"]
    assert body["messages"][1] == {"role": "user", "content": "a\n\nb"}
    assert body["temperature"] == 0
    assert made.cost.calls == len(chat.asked) == 2


@pytest.mark.parametrize("said", [
    "Here you are:\n<translation>\nBONJOUR\n</translation>\nAnything else?",
    "<think>Is <translation>no</translation> right?</think><translation>BONJOUR</translation>",
])  # fmt: skip
def test_remarks_and_reasoning_are_left_out(chat, said):
    chat.reply = lambda _: says(said)
    assert model(chat).translate(["hello"], "en", "fr") == ["BONJOUR"]


@pytest.mark.parametrize(("reply", "why"), [
    (says("I'm sorry, I can't help with that."), "form"),
    (says(None, message={"refusal": "against the rules"}), "refused"),
    (says("<translation>x</translation>", finish="content_filter"), "refused"),
    (says("<translation>cut off", finish="length"), "unfinished"),
    (says("<translation>a</translation><translation>b</translation>"), "form"),
    (says("<translation> </translation>"), "form"),
    (tagged(LONG), "unchanged"),
    (tagged("サービスを起動する前に、パッケージをインストールしてください。"), "wrong_language"),
])  # fmt: skip
def test_what_is_no_translation_is_named_and_never_embedded(chat, reply, why):
    chat.reply = lambda _: reply
    with pytest.raises(DataError) as caught:
        translate([LONG], model(chat), "en", "fr", store=False, ids=["page"])
    assert codes(caught) == [f"untranslated_{why}"]
    assert '"page"' in str(caught.value)


def test_good_translations_are_kept_when_another_is_refused(chat, tmp_path):
    store = tmp_path / "answers.sqlite"
    chat.reply = lambda text: says("no") if text == "b" else tagged(text.upper())
    with pytest.raises(DataError):
        translate(["a", "b", "c"], model(chat), "en", "fr", store=store)
    chat.asked.clear()
    chat.reply = lambda text: tagged(text.upper())
    assert translate(["a", "b", "c"], model(chat), "en", "fr", store=store).texts == (
        "A", "B", "C")  # fmt: skip
    assert [body["messages"][-1]["content"] for _, body in chat.asked] == ["b"]


@pytest.mark.parametrize("times", [0, 2])
def test_another_number_of_answers_is_refused(chat, times):
    chat.reply = lambda _: says("<translation>x</translation>", times=times)
    with pytest.raises(ServiceError) as caught:
        model(chat).translate(["a"], "en", "fr")
    assert codes(caught) == ["translations_count"]


def test_a_service_for_something_else_is_named(chat):
    chat.reply = lambda _: (200, {"data": [{"embedding": [1.0]}]})
    with pytest.raises(ServiceError) as caught:
        model(chat).translate(["a"], "en", "fr")
    assert codes(caught) == ["chat_no_answer"]


def test_a_busy_service_is_asked_again_and_given_up(chat):
    chat.reply = lambda _: (503, {"error": {"message": "busy"}})
    with pytest.raises(ServiceError, match="503"):
        model(chat).translate(["a"], "en", "fr")


def test_no_answer_in_time(chat):
    released = threading.Event()

    def waits(_):
        released.wait(5)
        return tagged("x")

    chat.reply = waits
    with pytest.raises(ServiceError) as caught:
        model(chat, timeout=0.2).translate(["a"], "en", "fr")
    released.set()
    assert codes(caught) == ["service_silent"]


def test_the_key_is_sent_and_shown_nowhere(chat, monkeypatch):
    monkeypatch.setenv("TINY_KEY", "sk-secret-secret")
    held = model(chat, key_env="TINY_KEY")
    chat.reply = lambda _: says("no: sk-secret-secret")
    with pytest.raises(DataError) as caught:
        translate(["a"], held, "en", "fr", store=False)
    assert chat.headers[0]["Authorization"] == "Bearer sk-secret-secret"
    assert "secret-secret" not in str(caught.value)
    assert "secret" not in str(held.identity())


def test_another_prompt_is_another_translator(chat):
    assert model(chat).identity() != model(chat, prompt="{source} {target}").identity()

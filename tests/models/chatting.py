"""A chat server on this machine that rewrites by rote, and misbehaves text by text.

What it does wrong is decided by the number in a text, so that a test knows what must become of
every one. Some things pass when they are asked again (429, 500, resets, broken JSON), some come
right at the next attempt, some never.
"""

import contextlib
import json
import re
import socket
import struct
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIRST = 100_000
CITIES = ("Rome", "Oslo", "Lima", "Kyoto", "Dakar", "Quito", "Turin")
BEHAVIOURS = (
    "429", "500", "reset", "half_json", "think", "fence", "preamble", "refusal", "refusal_once",
    "unchanged", "wrong_language", "unfinished", "numbers_lost", "empty", "answered", "slow",
    "chatter", "python", "good", "no_json",
)  # fmt: skip
ALWAYS = {
    "refusal": "refusal", "wrong_language": "wrong_language", "unfinished": "unfinished",
    "numbers_lost": "numbers_lost", "empty": "empty", "answered": "answered",
    "chatter": "chatter",
}  # fmt: skip
SEEDS = (1337, 1338, 1339)


def text_of(number):
    """One text; those that are to be answered are questions."""
    city = CITIES[number % len(CITIES)]
    if behaviour_of(FIRST + number) == "answered":
        return f"Where does the customer from {city} find the parcel {FIRST + number} today?"
    return f"The customer from {city} has waited for the parcel {FIRST + number} since Monday."


def texts(count):
    return {f"t{number}": text_of(number) for number in range(count)}


def behaviour_of(number):
    return BEHAVIOURS[(number - FIRST) % len(BEHAVIOURS)]


def expected(number, transformation):
    """What must become of a text: its status, and whether it is used."""
    way = behaviour_of(FIRST + number)
    if way == "unchanged":
        kept = transformation in {"paraphrasing", "style_change", "summarise"}
        length = transformation in {"expansion", "summarised_expansion"}
        return ("wrong_length" if length else "unchanged"), kept
    if way == "numbers_lost" and transformation == "summarise":
        return "ok", True  # a summary may leave numbers out
    status = ALWAYS.get(way, "ok")
    return status, status == "ok"


class ChatServer:
    """A running server that counts what it is sent."""

    def __init__(self, *, slow=0.02):
        self.requests = 0
        self.bodies = []
        self.keep_bodies = False
        self.slow = slow
        self.dead = False
        self.die_after = None
        self.die_for = 0.0
        self.always = None
        self._seen = Counter()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,),
                                        daemon=True)  # fmt: skip
        self._thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def count(self, body):
        """Number of this request, and how often the same one has been sent."""
        mark = json.dumps(body, sort_keys=True)
        with self._lock:
            self.requests += 1
            self._seen[mark] += 1
            if self.keep_bodies:
                self.bodies.append(body)
            if self.die_after is not None and self.requests >= self.die_after:
                self.die_after = None
                self.dead = True
                threading.Timer(self.die_for, self._rise).start()
            return self._seen[mark]

    def _rise(self):
        self.dead = False

    @property
    def different(self):
        return len(self._seen)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        """Clients that are killed hang up."""


def _handler(service):  # noqa: C901 - a class that closes over its service
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            times = service.count(body)
            if service.dead:
                self._reset()
                return
            if service.always is not None:
                self._send(*service.always(body))
                return
            self._answer(body, times)

        def _answer(self, body, times):
            step, text = asked_of(body)
            found = re.search(r"\b(1\d{5})\b", text)
            way = behaviour_of(int(found[1])) if found else "good"
            if times == 1 and way in {"429", "500", "reset", "half_json"}:
                self._fail(way, body, step, text)
                return
            if way == "slow":
                time.sleep(service.slow)
            self._send(200, said(body, way, step, text))

        def _fail(self, way, body, step, text):
            if way == "reset":
                self._reset()
            elif way == "half_json":
                whole = json.dumps(said(body, "good", step, text))
                self._send_raw(200, whole[: len(whole) // 2].encode())
            else:
                self._send(int(way), {"error": {"message": "busy"}}, {"Retry-After": "0"})

        def _send(self, status, answer, headers=None):
            self._send_raw(status, json.dumps(answer).encode(), headers)

        def _send_raw(self, status, raw, headers=None):
            with contextlib.suppress(OSError):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw)

        def _reset(self):
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.close()

        def log_message(self, *_):
            pass

    return Handler


def asked_of(body):
    """The step and the text of a request."""
    told, given = body["messages"][0]["content"], body["messages"][1]["content"]
    text = re.fullmatch(r"<(text[-\d]*)>\n(.*)\n</\1>", given, re.DOTALL)[2]
    if found := re.search(r"Translate the text from (\w+) to (\w+)", told):
        return ("translate", found[2]), text
    for mark, step in (("other words", "paraphrase"), ("register", "restyle"),
                       ("longer", "expand"), ("shorter", "shorten")):  # fmt: skip
        if mark in told:
            return (step, None), text
    raise AssertionError(told)


def said(body, way, step, text):
    """The body of an answer."""
    made = rewritten(step, text)
    content = {
        "think": f"<think>The user {{wants}} it.</think>\n\n{_json(made)}",
        "fence": f"```json\n{_json(made)}\n```",
        "preamble": f'Sure! Here is the text:\n\n"{made}"',
        "refusal": _json("I'm sorry, but I can't help with that."),
        "unchanged": _json(text),
        "wrong_language": _json("荷物は月曜日からずっと待っている状態が続いています。"),
        "unfinished": '{"text": "The customer',
        "numbers_lost": _json(re.sub(r"1\d{5}", "one", made)),
        "empty": _json("  "),
        "answered": _json(_statement(step, _number(text))),
        "chatter": _json(f"{made} I hope this helps!"),
        "python": str({"text": made}),
        "no_json": made,
    }.get(way, _json(made))
    if way == "refusal_once" and body["seed"] in SEEDS:
        content = _json("I cannot assist with this request.")
    ending = "length" if way == "unfinished" else "stop"
    return {
        "model": "rote",
        "system_fingerprint": "fp1",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content},
                "finish_reason": ending,
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def _statement(step, number):
    if step == ("translate", "Arabic"):
        return f"الطرد {number} موجود في المستودع خلف المحطة."
    if step[0] == "translate" and step[1] in STATED:
        return f"{STATED[step[1]].format(number=number)}."
    return f"It is at the depot behind the station, parcel {number}."


def _json(text):
    return json.dumps({"text": text}, ensure_ascii=False)


def _number(text):
    found = re.search(r"1\d{5}", text)
    return found[0] if found else ""


# whole sentences: statistics of letters know the languages of HTEB
TRANSLATED = {"Spanish": "El cliente espera el paquete {number} desde el lunes",
              "French": "Le client attend le colis {number} depuis lundi",
              "German": "Der Kunde wartet seit Montag auf das Paket {number}",
              "Turkish": "Müşteri pazartesiden beri {number} numaralı paketi bekliyor"}  # fmt: skip

STATED = {"Spanish": "El paquete {number} está en el almacén detrás de la estación",
          "French": "Le colis {number} se trouve au dépôt derrière la gare",
          "German": "Das Paket {number} liegt im Lager hinter dem Bahnhof",
          "Turkish": "{number} numaralı paket istasyonun arkasındaki depoda duruyor"}  # fmt: skip


def rewritten(step, text):  # noqa: PLR0911 - one sentence a step
    """A rewriting that any gate should pass; of a question another question."""
    kind, language = step
    number, ask = _number(text), text.rstrip().endswith(("?", "؟"))
    end = "?" if ask else "."
    if kind == "translate":
        if language == "Arabic":
            return f"العميل ينتظر الطرد {number} منذ يوم الاثنين{'؟' if ask else '.'}"
        if language == "English":
            return f"A client has been waiting for package {number} from Monday on{end}"
        said = TRANSLATED.get(language, f"({language}) el clientaro attendu das paquette {number}")
        return f"{said.format(number=number)}{end}"
    if kind == "expand":
        return (f"{text[:-1]}, which has gone on for longer than anybody in the shop had promised "
                f"in the first place when the order came in{end}")  # fmt: skip
    if kind == "shorten":
        return f"Parcel {number}{' where' if ask else ' late'}{end}"
    if kind == "restyle":
        return f"So this client is still hanging around for parcel {number}, right{end}"
    return f"Since the start of the week a client has been expecting package {number}{end}"

"""A real server on this machine that embeds texts, and misbehaves when told to.

``Service`` answers OpenAI's ``/embeddings`` and Gemini's ``:batchEmbedContents`` with vectors that
only the text decides, so that a test can tell whether a vector belongs to its text.
``service.next`` holds what the next calls get instead: functions from the good answer to what is
sent.
"""

import contextlib
import hashlib
import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

DIMENSION = 4


def vector_of(text, dimension=DIMENSION):
    digest = np.frombuffer(hashlib.sha256(text.encode()).digest(), dtype=np.uint8)
    return (digest[:dimension].astype(np.float32) + 1).tolist()


def vectors_of(texts, dimension=DIMENSION):
    return np.array([vector_of(text, dimension) for text in texts], dtype=np.float32)


@dataclass
class Reply:
    """What goes over the wire."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    reset: bool = False
    never: bool = False


def as_json(body, status=200, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(json.dumps(body).encode(), status, {"Content-Type": "application/json", **named})


def fails(status, message="busy", **headers):
    """An error in OpenAI's form."""
    return lambda _: as_json({"error": {"message": message}}, status, **headers)


def says(body, status=200):
    """The same JSON whatever was asked."""
    return lambda _: as_json(body, status)


def raw(text, status=200):
    """Bytes that are no JSON."""
    return lambda _: Reply(text.encode(), status, {"Content-Type": "text/html"})


def items(change):
    """The good answer with other items."""
    return lambda good: as_json({**good, "data": change(good["data"])})


def breaks_off(good):
    """Half of the body, although all of it was promised."""
    whole = json.dumps(good).encode()
    return Reply(whole[: len(whole) // 2], promised=len(whole))


def half_json(good):
    """Half of the body, sent as if it were all."""
    whole = json.dumps(good).encode()
    return Reply(whole[: len(whole) // 2])


def resets(_):
    return Reply(b"", reset=True)


def never_answers(_):
    return Reply(b"", never=True)


@dataclass
class Asked:
    """One call as it arrived."""

    path: str
    headers: dict[str, str]
    body: Any


class Service:
    """A running server."""

    def __init__(self):
        self.asked: list[Asked] = []
        self.next: deque[Callable[[Any], Reply]] = deque()
        self.always: Callable[[list[str]], Callable[[Any], Reply] | None] = lambda _: None
        self.model = "loopback-1"
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def batches(self):
        """Texts of every call."""
        return [texts_in(asked.body) for asked in self.asked]

    def close(self):
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def reply(self, asked):
        self.asked.append(asked)
        good = good_answer(asked.body, self.model)
        if self.next:
            return self.next.popleft()(good)
        return (self.always(texts_in(asked.body)) or as_json)(good)

    def _handler(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                reply = service.reply(Asked(self.path, dict(self.headers), json.loads(body)))
                if reply.never:
                    service.closing.wait()
                elif reply.reset:
                    self._reset()
                else:
                    self._send(reply)

            def _send(self, reply):
                length = len(reply.body) if reply.promised is None else reply.promised
                with contextlib.suppress(OSError):
                    self.send_response(reply.status)
                    for name, value in {**reply.headers, "Content-Length": str(length)}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(reply.body)

            def _reset(self):
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()

            def log_message(self, *_):
                pass

        return Handler


def texts_in(body):
    if "requests" in body:
        return [request["content"]["parts"][0]["text"] for request in body["requests"]]
    return body.get("input", [])


def good_answer(body, model):
    """What a service that behaves would answer."""
    if "requests" in body:
        wanted = [request.get("outputDimensionality", DIMENSION) for request in body["requests"]]
        pairs = zip(texts_in(body), wanted, strict=True)
        return {"embeddings": [{"values": vector_of(text, d)} for text, d in pairs]}
    dimension = body.get("dimensions", DIMENSION)
    made = [
        {"object": "embedding", "index": place, "embedding": vector_of(text, dimension)}
        for place, text in enumerate(texts_in(body))
    ]
    return {"object": "list", "model": model, "data": made}

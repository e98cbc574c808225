"""Processor time of the client for every answer: request, gate, store.

The server runs in a process of its own and answers at once, so that nothing of it is counted. The
floor is the same number of bare requests by httpx on the same connection, in the same run.

    PYTHONPATH=src python benchmarks/rewriting.py [--texts 100] [--concurrency 8]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

import httpx

from monosashi.models.rewriters import ChatRewriter, rewrite

LIMIT_MS = 4.0
TEXT = "The customer number {} from the northern district has waited for a parcel since Monday."
MADE = "Since the start of the week customer {} of the north has been expecting some package, {}."


def serve(pipe: Connection) -> None:
    """Answer every request with a rewriting that most of the gate passes."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = body["messages"][1]["content"]
            number = next((w for w in asked.split() if w.isdigit()), "0")
            text = json.dumps({"text": MADE.format(number, len(asked))})
            choice = {"message": {"content": text}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 90, "completion_tokens": 30}
            said = json.dumps({"choices": [choice], "usage": usage})
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pipe.send(server.server_port)
    server.serve_forever()


def main() -> None:  # noqa: PLR0914 - one script, read from top to bottom
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=8)
    asked = parser.parse_args()
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    child.start()
    url = f"http://127.0.0.1:{here.recv()}/v1"
    texts = {str(i): TEXT.format(1000 + i) for i in range(asked.texts)}
    model = ChatRewriter("m", url=url, key_env="", concurrency=asked.concurrency)
    with tempfile.TemporaryDirectory() as folder:
        began, wall = time.process_time(), time.perf_counter()
        found = rewrite(texts, rewriter=model, language="en", seeds=[1337], max_unusable=None,
                        store=Path(folder) / "answers.sqlite")  # fmt: skip
        spent, took = time.process_time() - began, time.perf_counter() - wall
    calls = (found.spent or {})["calls"]
    with httpx.Client() as http:
        body = model.call(found_step(), texts["0"], 1, 0).body
        began = time.process_time()
        for _ in range(calls):
            http.post(f"{url}/chat/completions", json=body).json()
        floor = time.process_time() - began
    child.terminate()
    each, bare = 1000 * spent / calls, 1000 * floor / calls
    print(
        f"{calls} answers in {took:.1f} s: {each:.2f} ms of processor time each "
        f"(bare request {bare:.2f} ms, ratio {each / bare:.2f}; wanted at most {LIMIT_MS} ms)"
    )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def found_step() -> object:
    from monosashi.models.rewriters.steps import Step

    return Step("paraphrase", "en", "en")


if __name__ == "__main__":
    main()

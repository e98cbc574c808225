"""A stand-in for a Qdrant server on this machine: the part of its REST interface that is used here.

It follows the published interface: paths, bodies and answers, points in the order of their ids
(numbers before UUIDs), vectors scaled to length 1 under Cosine, an unnamed vector answered without
a name when it is alone, named vectors added from 1.18 on, 401 without the right key. It is no
Qdrant: nothing is indexed, and nothing is searched.
"""

import json
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import numpy as np

ONE = "/collections/([^/]+)"
ROUTES = [
    ("GET", "/collections", "_names"),
    ("GET", ONE, "_info"),
    ("PUT", ONE, "_create"),
    ("POST", f"{ONE}/points/count", "_count"),
    ("POST", f"{ONE}/points/scroll", "_scroll"),
    ("PATCH", ONE, "_change"),
    ("PUT", f"{ONE}/points", "_upsert"),
    ("PUT", f"{ONE}/points/vectors", "_update"),
    ("PUT", f"{ONE}/vectors/([^/]+)", "_add_vector"),
]
DONE = {"operation_id": 0, "status": "completed"}


@dataclass
class Collection:
    vectors: dict
    alone: bool
    metadata: dict | None = None
    points: dict = field(default_factory=dict)

    def info(self):
        vectors = self.vectors[""] if self.alone else self.vectors
        rest = {
            "optimizer_config": {"deleted_threshold": 0.2, "vacuum_min_vector_number": 1000,
                                 "default_segment_number": 0, "flush_interval_sec": 5},
            "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10000},
            "wal_config": {"wal_capacity_mb": 32, "wal_segments_ahead": 0},
        }  # fmt: skip
        config = {"params": {"vectors": vectors}, **rest}
        if self.metadata is not None:
            config["metadata"] = self.metadata
        return {"status": "green", "optimizer_status": "ok", "segments_count": 1,
                "points_count": len(self.points), "config": config,
                "payload_schema": {}}  # fmt: skip

    def kept(self, name, vector):
        held = np.asarray(vector, dtype=np.float32)
        if len(held) != self.vectors[name]["size"]:
            raise ValueError(f"Vector dimension error: expected dim: {self.vectors[name]['size']}")
        length = np.float32(np.sqrt((held.astype(np.float32) ** 2).sum(dtype=np.float32)))
        scaled = self.vectors[name]["distance"] == "Cosine" and length > 0
        return (held / length if scaled else held).tolist()

    def set(self, key, vector):
        named = vector if isinstance(vector, dict) else {"": vector}
        for name, row in named.items():
            self.points[key]["vector"][name] = self.kept(name, row)

    def shown(self, key, asked):
        point = self.points[key]
        held = point["vector"]
        if isinstance(asked, list):
            held = {name: held[name] for name in asked if name in held}
        if asked is False:
            held = None
        elif set(held) == {""}:
            held = held[""]
        return {"id": key, "payload": point["payload"], "vector": held}


@dataclass
class Server:
    """``fail`` holds what the next calls get instead: status codes, or None for a cut line."""

    collections: dict = field(default_factory=dict)
    key: str | None = None
    version: tuple = (1, 20)
    fail: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    url: str = ""

    def answer(self, method, path, body):
        for way, pattern, give in ROUTES:
            if method == way and (found := re.fullmatch(pattern, path)):
                return getattr(self, give)(body, *map(unquote, found.groups()))
        raise KeyError(path)

    def _names(self, _):
        return {"collections": [{"name": name} for name in self.collections]}

    def _info(self, _, name):
        return self.collections[name].info()

    def _count(self, _, name):
        return {"count": len(self.collections[name].points)}

    def _add_vector(self, body, name, vector):
        if self.version < (1, 18):
            raise KeyError(vector)
        self.collections[name].vectors[vector] = body["dense"]
        self.collections[name].alone = False
        return DONE

    def _create(self, body, name):
        alone = "size" in body["vectors"]
        vectors = {"": body["vectors"]} if alone else body["vectors"]
        self.collections[name] = Collection(vectors, alone, body.get("metadata"))
        return True

    def _change(self, body, name):
        held = self.collections[name]
        held.metadata = {**(held.metadata or {}), **(body.get("metadata") or {})}
        return True

    def _scroll(self, body, name):
        held = self.collections[name]
        order = sorted(held.points, key=lambda key: (isinstance(key, str), key))
        start = 0 if body.get("offset") is None else order.index(body["offset"])
        limit = body["limit"]
        page, rest = order[start : start + limit], order[start + limit :]
        shown = [held.shown(key, body.get("with_vector", False)) for key in page]
        if isinstance(fields := body.get("with_payload"), list):
            for point in shown:
                point["payload"] = {k: v for k, v in point["payload"].items() if k in fields}
        return {"points": shown, "next_page_offset": rest[0] if rest else None}

    def _upsert(self, body, name):
        held = self.collections[name]
        for point in body["points"]:
            held.points[point["id"]] = {"payload": point.get("payload") or {}, "vector": {}}
            held.set(point["id"], point["vector"])
        return DONE

    def _update(self, body, name):
        held = self.collections[name]
        for point in body["points"]:
            held.set(point["id"], point["vector"])
        return DONE


def outcome(server, method, path, body):
    """Status and body of an answer."""
    try:
        return 200, {"result": server.answer(method, path, body), "status": "ok", "time": 0.0}
    except KeyError as error:
        return 404, {"status": {"error": f"Not found: {error}"}}
    except ValueError as error:
        return 400, {"status": {"error": str(error)}}


def handler_of(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def _serve(self):
            size = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(size)) if size else {}
            path = self.path.split("?")[0]
            server.calls.append((self.command, path, body, dict(self.headers)))
            status = server.fail.pop(0) if server.fail else 200
            if status is None:
                self.close_connection = True
            elif status != 200:
                self._send(status, {"status": {"error": "told to fail"}})
            elif server.key not in {None, self.headers.get("api-key")}:
                self._send(401, {"status": {"error": "Must provide an API key"}})
            else:
                self._send(*outcome(server, self.command, path, body))

        def _send(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_PUT = do_POST = do_PATCH = _serve  # noqa: N815

    return Handler


@contextmanager
def running(server):
    """Serves on a free port of this machine."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(server))
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = f"127.0.0.1:{http.server_address[1]}"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()

"""Pictures of items inside a report: files as they are, when they are small enough."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

LARGEST = 200_000  # bytes: ten of them make a page of under 3 MB
KINDS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))


def with_thumbnails(document: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The document with pictures of its greatest hubs; those left out are told as a notice."""
    from monosashi.embeddings import fault

    part = document["results"].get("hubs")
    if part is None:
        return dict(document)
    ids = [str(row["id"]) for row in part["hubs"]]
    found = pictures(ids, folder)
    results = {**document["results"], "hubs": {**part, "thumbnails": found}}
    data = dict(document["data"])
    if len(found) < len(ids):
        told = fault("cli.notices.pictures", shown=len(found), wanted=len(ids), folder=str(folder),
                     most=LARGEST // 1000)  # fmt: skip
        said = {"code": told.code, "text": told.say(), "values": dict(told.values)}
        data["notices"] = [*data.get("notices", []), said]
    return {**document, "results": results, "data": data}


def pictures(ids: Iterable[str], folder: Path) -> dict[str, str]:
    """``data:`` addresses of the pictures that ids name in a folder; others are left out."""
    inside = folder.resolve()
    found = {}
    for name in ids:
        path = (inside / name).resolve()
        address = _address(path) if path.is_relative_to(inside) and path.is_file() else None
        if address is not None:
            found[name] = address
    return found


def _address(path: Path) -> str | None:
    if path.stat().st_size > LARGEST:
        return None
    content = path.read_bytes()
    for start, kind in KINDS:
        if content.startswith(start):
            return f"data:image/{kind};base64,{b64encode(content).decode('ascii')}"
    return None

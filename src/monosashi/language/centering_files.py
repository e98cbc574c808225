"""Centrings written before there were other repairs: ``centering.json`` beside npy files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OLD_HEAD, OLD_KIND, OLD_FORMAT = "centering.json", "language centering", 1


def read_centering(path: Path) -> dict[str, Any]:
    """The JSON of such a folder as it is written today; another kind raises ValueError."""
    head = json.loads((path / OLD_HEAD).read_text(encoding="utf-8"))
    if head["kind"] != OLD_KIND or head["format"] > OLD_FORMAT:
        raise ValueError(f"{head['kind']!r}, format {head['format']!r}")
    held = {name: value for name, value in head.items() if name != "strength"}
    settings = {name: head[name] for name in ("strength",) if name in head}
    return {**held, "repair": "centering", "settings": settings, "numbers": {}, "spread": None}

"""Under what an answer is found again: everything that changes it, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

FORMAT = 1


def canonical(identity: Mapping[str, Any]) -> str:
    """JSON with one spelling: sorted keys, no blanks, no NaN."""
    return json.dumps(identity, sort_keys=True, ensure_ascii=True, allow_nan=False,
                      separators=(",", ":"))  # fmt: skip


def space_digest(identity: Mapping[str, Any]) -> str:
    """SHA-256 of what ``Embedder.identity(role)`` names: model, revision, role, prefix, address.

    A cut of the text (``max_chars``) is not part of it: it changes the text that is sent, and
    that has a digest of its own. So a text shorter than the cut keeps its answer.

    >>> space_digest({"name": "m", "role": "query"}) == space_digest({"role": "query", "name": "m"})
    True
    """
    whole = canonical({"format": FORMAT, "identity": dict(identity)})
    return hashlib.sha256(whole.encode("ascii")).hexdigest()


def text_digest(text: str) -> bytes:
    """SHA-256 (32 bytes) of the exact text that is sent."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()

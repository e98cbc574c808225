"""A short digest that changes when ids or vectors change."""

from __future__ import annotations

import hashlib

import numpy as np

from monosashi.embeddings.sets import EmbeddingSet

BLOCK = 8_192


def fingerprint(data: EmbeddingSet) -> str:
    """First 16 hex digits of SHA-256 over ids, shape, dtype and vectors (both roles).

    Kept on the set once computed: sets never change.
    """
    kept: str | None = data.__dict__.get("_fingerprint")
    if kept is None:
        kept = _digest(data)
        data.__dict__["_fingerprint"] = kept
    return kept


def _digest(data: EmbeddingSet) -> str:
    digest = hashlib.sha256()
    for name in data.ids:
        encoded = name.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    for vectors in (data.vectors, data.query_vectors):
        if vectors is None:
            continue
        digest.update(f"{vectors.shape}{vectors.dtype.str}".encode())
        for start in range(0, len(vectors), BLOCK):
            digest.update(np.ascontiguousarray(vectors[start : start + BLOCK]).data)
    return digest.hexdigest()[:16]

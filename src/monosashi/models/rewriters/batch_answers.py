"""Answers of a batch interface, matched by the key of each request."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.embeddings.errors import name_rows
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.steps import Answer
from monosashi.models.rewriters.store import RewriteStore

KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Imported:
    """What was read.

    Attributes
    ----------
    answers, known : int
        New answers, and those that were there already.
    failed : int
        Requests that the service could not answer; the next export asks for them again.
    broken : tuple of int
        Lines that are no JSON, such as a last one that was cut off.
    foreign : tuple of int
        Lines that answer no request that was exported: they were left out.
    conflicts : tuple of int
        Lines that answer otherwise than an earlier line, or than what is kept: the first stays.
    models : tuple of str
        What services call the model that answered, where that is not the one that was asked.
    """

    answers: int
    known: int
    failed: int
    broken: tuple[int, ...]
    foreign: tuple[int, ...] = ()
    conflicts: tuple[int, ...] = ()
    models: tuple[str, ...] = ()


def import_batch(path: Path, rewriter: ChatRewriter, store: RewriteStore,
                 requests: Path | None = None) -> Imported:  # fmt: skip
    """Read answers and keep them under their keys.

    Lines are those of OpenAI's batch results (``custom_id`` and ``response.body``), or
    ``{"custom_id": …, "text": …}`` from any other place. A last line that was cut off is left out;
    the order does not matter, and an answer that is there already stays. Kept are answers to
    requests that were exported with this store, or that stand in ``requests``, the file that was
    exported elsewhere.

    Raises
    ------
    DataError
        A file cannot be read, no line has a key of ours, or none answers an exported request:
        nothing is kept then.
    """
    sizes = {} if requests is None else _sizes(requests)
    held, broken = _parsed(_read(path))
    if not held:
        raise DataError(fault("rewriting.errors.batch_empty", path=path.name))
    if not any(_has_key(one) for _, one in held):
        lines = sorted([*(number for number, _ in held), *broken])
        raise DataError(fault("rewriting.errors.batch_lines", path=path.name, count=len(lines),
                              lines=name_rows(lines)))  # fmt: skip
    coming = _Coming(rewriter, store, sizes)
    for number, one in held:
        coming.take(number, one)
    if len(coming.foreign) == len(held):
        raise DataError(fault("rewriting.errors.batch_foreign", path=path.name, count=len(held)))
    return Imported(coming.answers, coming.known, coming.failed, tuple(broken),
                    tuple(coming.foreign), tuple(coming.conflicts),
                    tuple(coming.models))  # fmt: skip


class _Coming:
    """Answers of one file, as they are taken."""

    def __init__(self, rewriter: ChatRewriter, store: RewriteStore, sizes: dict[str, int]) -> None:
        self._rewriter, self._store, self._sizes = rewriter, store, sizes
        self.answers = self.known = self.failed = 0
        self.foreign: list[int] = []
        self.conflicts: list[int] = []
        self.models: dict[str, None] = {}

    def take(self, number: int, one: dict[str, Any]) -> None:
        """Keep the answer of a line, if it is one to a request of ours and there is none yet."""
        if not _has_key(one):
            self.foreign.append(number)
            return
        key = str(one["custom_id"])
        kept = self._store.get(key)
        signs = self._sizes.get(key, self._store.size_exported(key))
        if kept is None and signs is None:
            self.foreign.append(number)
            return
        answer = _answer(one, self._rewriter)
        if answer is None:
            self.failed += 1
            return
        if answer.model and not is_same_model(answer.model, self._rewriter.model):
            self.models[answer.model] = None
        if kept is not None:
            self.known += 1
            if (kept.raw, kept.refusal) != (answer.raw, answer.refusal):
                self.conflicts.append(number)
            return
        self._store.put(key, answer, generator=self._rewriter.name, signs=signs or 0)
        self.answers += 1


def is_same_model(told: str, asked: str) -> bool:
    """Whether a service may call the model that was asked by that name: longer, or without folder.

    >>> is_same_model("gpt-4o-mini-2024-07-18", "gpt-4o-mini"), is_same_model("qwen3", "gemma3")
    (True, False)
    """
    one, other = (name.casefold().rpartition("/")[2] for name in (told, asked))
    return one.startswith(other) or other.startswith(one)


def _has_key(one: Mapping[str, Any]) -> bool:
    """Whether it is named as our requests are; batches may be shared with others."""
    return KEY.fullmatch(str(one.get("custom_id", ""))) is not None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(fault("rewriting.errors.recorded_unreadable", path=path,
                              why=getattr(error, "strerror", None) or error)) from None  # fmt: skip


def _sizes(path: Path) -> dict[str, int]:
    """Keys of exported requests, and the length of what each sends."""
    found: dict[str, int] = {}
    for _, one in _parsed(_read(path))[0]:
        body = one.get("body")
        messages = body.get("messages") if isinstance(body, dict) else None
        if KEY.fullmatch(str(one.get("custom_id", ""))) and isinstance(messages, list):
            found[str(one["custom_id"])] = sum(len(str(m.get("content", ""))) for m in messages
                                               if isinstance(m, dict))  # fmt: skip
    if not found:
        raise DataError(fault("rewriting.errors.batch_requests", path=path.name))
    return found


def _parsed(told: str) -> tuple[list[tuple[int, dict[str, Any]]], list[int]]:
    held: list[tuple[int, dict[str, Any]]] = []
    broken: list[int] = []
    for number, line in enumerate(told.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
        except (ValueError, RecursionError):
            one = None
        if isinstance(one, dict):
            held.append((number, one))
        else:
            broken.append(number)
    return held, broken


def _answer(one: dict[str, Any], rewriter: ChatRewriter) -> Answer | None:
    if isinstance(one.get("text"), str):
        return Answer(str(one["text"]), finish="stop")
    response = one.get("response")
    if one.get("error") or not isinstance(response, dict):
        return None
    if response.get("status_code", 200) != 200:
        return None
    try:
        return rewriter.answer_of(response.get("body"))
    except ServiceError:
        return None

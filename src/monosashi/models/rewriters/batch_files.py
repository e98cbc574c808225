"""Files for batch interfaces: requests out, answers in, matched by the key of each request."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.embeddings.errors import name_rows
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.running import signs_of
from monosashi.models.rewriters.settling import advance
from monosashi.models.rewriters.steps import Answer, Call
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.wanted import Wanted
from monosashi.results.writing import write_text

KEY = re.compile(r"[0-9a-f]{64}")
ENDPOINT = "/v1/chat/completions"


@dataclass(frozen=True)
class Exported:
    """What was written.

    Attributes
    ----------
    requests : int
        Lines of the file.
    found : int
        Outcomes for which everything is there.
    later : int
        Outcomes with a step after the one that was written: import, and export again.
    """

    requests: int
    found: int
    later: int


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
    """

    answers: int
    known: int
    failed: int
    broken: tuple[int, ...]


def export_batch(wanted: Wanted, path: Path, store: RewriteStore | None) -> Exported:
    """Write every request that can be sent now, one a line, in the form of OpenAI's batches.

    Steps that need the answer to an earlier one, and attempts after a failed one, come with the
    next export, after the answers to this one are imported.

    Raises
    ------
    DataError
        The rewriter asks no chat server.
    """
    rewriter = wanted.rewriter
    if not isinstance(rewriter, ChatRewriter):
        raise DataError(fault("rewriting.errors.no_batch", generator=rewriter.name))
    calls, found, later = ready_calls(wanted, rewriter, store)
    lines = (
        json.dumps(
            {"custom_id": call.key, "method": "POST", "url": ENDPOINT, "body": dict(call.body)},
            ensure_ascii=False,
        )
        for call in calls
    )
    write_text(path, "".join(f"{line}\n" for line in lines))
    return Exported(len(calls), found, later)


def ready_calls(
    wanted: Wanted, rewriter: StepRewriter, store: RewriteStore | None
) -> tuple[Sequence[Call], int, int]:
    """Different calls that wait for an answer; outcomes done, and those with more steps."""
    calls: dict[str, Call] = {}
    found = later = 0
    for chain in wanted.chains():
        call = advance(chain, rewriter, (lambda _: None) if store is None else store.get)
        if call is None:
            found += 1
            continue
        later += chain.at + 1 < len(chain.steps)
        calls.setdefault(call.key, call)
    return list(calls.values()), found, later


def import_batch(path: Path, rewriter: ChatRewriter, store: RewriteStore,
                 calls: Sequence[Call] = ()) -> Imported:  # fmt: skip
    """Read answers and keep them under their keys.

    Lines are those of OpenAI's batch results (``custom_id`` and ``response.body``), or
    ``{"custom_id": …, "text": …}`` from any other place. A last line that was cut off is left out;
    the order does not matter, and an answer that is there already stays.

    Raises
    ------
    DataError
        The file cannot be read, or lines have no key of ours: nothing is kept then.
    """
    try:
        told = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(fault("rewriting.errors.recorded_unreadable", path=path,
                              why=getattr(error, "strerror", None) or error)) from None  # fmt: skip
    held, broken = _parsed(told)
    foreign = [number for number, one in held if not KEY.fullmatch(str(one.get("custom_id", "")))]
    if foreign or not held:
        raise DataError(fault("rewriting.errors.batch_lines", path=path.name, count=len(foreign),
                              lines=name_rows(foreign) or "-"))  # fmt: skip
    sizes = {call.key: signs_of(call) for call in calls}
    answers = known = failed = 0
    for _, one in held:
        key = str(one["custom_id"])
        answer = _answer(one, rewriter)
        if answer is None:
            failed += 1
        elif store.get(key) is not None:
            known += 1
        else:
            store.put(key, answer, generator=rewriter.name, signs=sizes.get(key, 0))
            answers += 1
    return Imported(answers, known, failed, tuple(broken))


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

"""Files for batch interfaces: requests, each under its key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.contract import StepRewriter
from monosashi.models.rewriters.settling import advance
from monosashi.models.rewriters.steps import Call
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.wanted import Wanted
from monosashi.results.writing import write_text

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
    if store is not None and not store.read_only:
        store.exported({call.key: call.signs for call in calls})
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

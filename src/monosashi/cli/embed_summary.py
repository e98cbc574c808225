"""What `embed` prints: one sentence, what is worth noticing, and the next command."""

from __future__ import annotations

import re
import shlex
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.layout import shorten, wrap
from monosashi.cli.streams import complain, print_json, show
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.models import EmbeddedFolder

NOTICES_SHOWN = 5
QUERIES = re.compile(r"(?i)quer|question|クエリ|質問")


def say_begun_anew(out: Path) -> None:
    """An unfinished run was of other texts or another model."""
    complain(say("cli.embed.begun_anew", out=out))


def show_summary(
    made: EmbeddedFolder, source: Path, out: Path, seconds: float, *, json: bool
) -> None:
    """Print the result for people or for programs; ``source`` is the file of the texts."""
    if json:
        print_json(summary(made, source, out, seconds))
    else:
        show("\n".join(_lines(made, source, out, seconds)))


def summary(made: EmbeddedFolder, source: Path, out: Path, seconds: float) -> dict[str, Any]:
    """The numbers of a run; answers count once for every role."""
    data, counts = made.data, made.counts
    return {
        "out": str(out),
        "model": data.model.to_dict(),
        "dimension": data.dimension,
        "texts": data.n,
        "roles": 1 if data.query_vectors is None else 2,
        "embedded": counts.embedded,
        "found": counts.found,
        "resumed": counts.resumed,
        "control": counts.control,
        "identical": made.identical,
        "truncated": made.truncated,
        "seconds": round(seconds, 3),
        "store": None if made.store is None else str(made.store),
        "begun_anew": made.begun_anew,
        "notices": [{"code": note.code, "text": note.say()} for note in data.notices],
        "next": following(made, source, out),
    }


def following(made: EmbeddedFolder, source: Path, out: Path) -> str:
    """The next command to try: a search with what looks like queries, else a look at the space."""
    if QUERIES.search(source.name) or (made.data.query_vectors is None
                                       and made.data.model.role == "query"):  # fmt: skip
        return shlex.join(["monosashi", "retrieval", "DOCUMENTS", "--queries", str(out), "--gold",
                           "GOLD"])  # fmt: skip
    if made.data.query_vectors is None and made.data.model.role == "passage":
        return shlex.join(["monosashi", "retrieval", str(out), "--queries", "QUERIES", "--gold",
                           "GOLD"])  # fmt: skip
    sides = [("--key", "key"), ("--language", "language")]
    names = {name for _, name in sides} <= set(made.data.columns)
    options = [word for side in sides for word in side] if names else []
    return shlex.join(["monosashi", "audit", str(out), *options, "--out", "audit"])


def _lines(made: EmbeddedFolder, source: Path, out: Path, seconds: float) -> list[str]:
    counts, data = made.counts, made.data
    name = data.model.name or say("cli.screen.unnamed")
    parts = [say("cli.embed.made", n=data.n, dimension=data.dimension, model=name, out=out),
             say("cli.embed.embedded", count=counts.embedded)]  # fmt: skip
    if made.store is not None:
        parts.append(say("cli.embed.found", count=counts.found))
    for key, count in (("resumed", counts.resumed), ("identical", made.identical),
                       ("truncated", made.truncated)):  # fmt: skip
        parts += [say(f"cli.embed.{key}", count=count)] if count else []
    if made.store is not None and counts.control:
        parts.append(say("cli.embed.control", count=counts.control))
    parts.append(say("cli.embed.seconds", seconds=seconds))
    whole = reduce(lambda first, second: say("cli.embed.joint", first=first, second=second), parts)
    lines = wrap(whole + say("cli.embed.end"))
    for note in data.notices[:NOTICES_SHOWN]:
        lines += shorten(wrap(note.say(), first="· "), 2)
    return [
        *lines,
        *wrap(say("cli.screen.next", command=following(made, source, out)), rest="    "),
    ]

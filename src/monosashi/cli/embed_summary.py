"""What `embed` prints: one sentence, what is worth noticing, and the next command."""

from __future__ import annotations

import re
import shlex
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.layout import shorten, wrap
from monosashi.cli.next_lines import next_lines
from monosashi.cli.placeholders import command_line, placeholder
from monosashi.cli.streams import complain, print_json, show
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.models import EmbeddedFolder

NOTICES_SHOWN = 5
QUERIES = re.compile(r"(?i)quer|question|クエリ|質問")
QUERY_ID = re.compile(r"(?i)(?:^|[-_./])(?:q|query|question)[-_]?\d*(?:$|[-_./])")


def say_begun_anew(out: Path) -> None:
    """An unfinished run was of other texts or another model."""
    complain(say("cli.embed.begun_anew", out=out))


def show_summary(
    made: EmbeddedFolder, source: Path, out: Path, seconds: float, role: str, *, json: bool
) -> None:
    """Print the result for people or for programs; ``source`` is the file of the texts."""
    if json:
        print_json(summary(made, source, out, seconds, role))
    else:
        show("\n".join(_lines(made, source, out, seconds, role)))


def summary(
    made: EmbeddedFolder, source: Path, out: Path, seconds: float, role: str
) -> dict[str, Any]:
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
        "next": following(made, source, out, role),
    }


def following(made: EmbeddedFolder, source: Path, out: Path, role: str = "both") -> str:
    """The next command to try: a search from the side that was embedded, else a look at the space.

    ``role`` is what was asked for, also of a model that has no roles. Without it, queries are what
    the file or its ids are called after.
    """
    if role == "query" or (role == "both" and _looks_like_queries(made, source)):
        return command_line(["monosashi", "retrieval", placeholder("documents"), "--queries",
                             str(out), "--gold", placeholder("gold")])  # fmt: skip
    if role == "passage":
        return command_line(["monosashi", "retrieval", str(out), "--queries",
                             placeholder("queries"), "--gold", placeholder("gold")])  # fmt: skip
    sides = [("--key", "key"), ("--language", "language")]
    names = {name for _, name in sides} <= set(made.data.columns)
    options = [word for side in sides for word in side] if names else []
    return shlex.join(["monosashi", "audit", str(out), *options, "--out", "audit"])


def _looks_like_queries(made: EmbeddedFolder, source: Path) -> bool:
    """By the name of the file, or of most ids (``q12``, ``query-7``)."""
    named = sum(QUERY_ID.search(name) is not None for name in map(str, made.data.ids))
    return QUERIES.search(source.name) is not None or named > made.data.n / 2


def _lines(made: EmbeddedFolder, source: Path, out: Path, seconds: float, role: str) -> list[str]:
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
        *next_lines(following(made, source, out, role)),
    ]

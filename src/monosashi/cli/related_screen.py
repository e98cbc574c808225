"""What `related` prints: how many pages have company, the loneliest, and where the lists stand."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.layout import shorten, wrap
from monosashi.cli.streams import print_json, show
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.language.related import Related

SHOWN = 4


def deliver_related(found: Related, index: Path, out: Path, *, json: bool) -> None:
    """Write the folder, then print."""
    found.save(out)
    following = shlex.join(["monosashi", "related", str(index), "--out", str(out)])
    if json:
        print_json({**found.to_dict(), "out": str(out), "next": following})
        return
    lines = wrap(say("cli.related.head", n=len(found.pages), out=out, computed=found.computed,
                     kept=found.kept, how=say(f"cli.related.by_{found.method}")))  # fmt: skip
    for (source, target), floor in sorted(found.floors.items()):
        mine = [page for page in found.pages if page.language == source]
        some = sum(bool(page.related.get(target)) for page in mine)
        level = "-" if floor is None else f"{floor:.3f}"
        said = say("cli.related.direction", source=source, target=target, floor=level, some=some,
                   n=len(mine), none=len(mine) - some)  # fmt: skip
        lines += wrap(said, first="  ", rest="    ")
    alone = [page.id for page in found.pages if page.alone]
    if alone:
        shown = ", ".join(alone[:SHOWN]) + (", …" if len(alone) > SHOWN else "")
        lines += shorten(wrap(say("cli.related.alone", count=len(alone), ids=shown)), 2)
    for note in found.provenance.notices[:SHOWN]:
        lines += shorten(wrap(note.say(), first="· "), 2)
    lines += wrap(say("cli.screen.next", command=following), rest="    ")
    show("\n".join(lines))

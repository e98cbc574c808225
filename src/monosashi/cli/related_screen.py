"""What `related` prints: how many pages have company, the loneliest, and where the lists stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.layout import shorten, wrap
from monosashi.cli.next_lines import next_lines
from monosashi.cli.streams import print_json, show
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.advice.site_documents import RelatedDocument

SHOWN = 4


def deliver_related(
    document: RelatedDocument, out: Path, settings: str, following: str, *, json: bool
) -> None:
    """Write the folder, then print."""
    from monosashi.cli.run_folder import write_run

    told, found = document.to_dict(), document.related
    report = write_run(out, told, document.tables(), settings)
    if json:
        print_json({**told, "out": str(out), "next": following})
        return
    lines = wrap(say("cli.related.head", n=len(found.pages), out=out, computed=found.computed,
                     kept=found.kept, how=say(f"cli.related.by_{found.method}")))  # fmt: skip
    for (source, target), floor in sorted(found.floors.items()):
        mine = [page for page in found.pages if page.language == source]
        some = sum(bool(page.related.get(target)) for page in mine)
        level = "-" if floor is None else f"{floor:z.3f}"
        said = say(f"cli.related.direction_{found.floor_basis}", source=source, target=target,
                   floor=level, some=some, n=len(mine), none=len(mine) - some,
                   percentile=found.percentile)  # fmt: skip
        lines += wrap(said, first="  ", rest="    ")
    alone = [page.id for page in found.pages if page.alone]
    if alone:
        shown = ", ".join(alone[:SHOWN]) + (", …" if len(alone) > SHOWN else "")
        lines += shorten(wrap(say("cli.related.alone", count=len(alone), ids=shown)), 2)
    for note in found.provenance.notices[:SHOWN]:
        lines += wrap(note.say(), first="· ")
    lines += wrap(say("cli.screen.report", path=report))
    lines += next_lines(following)
    show("\n".join(lines))

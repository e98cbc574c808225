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
    from monosashi.language.related import Related
    from monosashi.language.related.results import PageRelations

SHOWN, DIRECTIONS = 4, 5


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
    lines += _directions(found)
    alone = [page.id for page in found.pages if page.alone]
    if alone:
        shown = ", ".join(alone[:SHOWN]) + (", …" if len(alone) > SHOWN else "")
        lines += shorten(wrap(say("cli.related.alone", count=len(alone), ids=shown)), 2)
    for note in found.provenance.notices[:SHOWN]:
        lines += wrap(note.say(), first="· ")
    lines += wrap(say("cli.screen.report", path=report))
    lines += next_lines(following)
    show("\n".join(lines))


def _directions(found: Related) -> list[str]:
    """Every direction by name; of many those with the smallest share of pages that have some."""
    mine: dict[str, list[PageRelations]] = {}
    for page in found.pages:
        mine.setdefault(page.language, []).append(page)
    counts = {(source, target): sum(bool(page.related.get(target)) for page in mine[source])
              for source, target in found.floors}  # fmt: skip
    fewest = sorted(counts, key=lambda pair: (counts[pair] / len(mine[pair[0]]), pair))
    lines = []
    for source, target in sorted(fewest[:DIRECTIONS]):
        floor, some, n = found.floors[source, target], counts[source, target], len(mine[source])
        said = say(f"cli.related.direction_{found.floor_basis}", source=source, target=target,
                   floor="-" if floor is None else f"{floor:z.3f}", some=some, n=n, none=n - some,
                   percentile=found.percentile)  # fmt: skip
        lines += wrap(said, first="  ", rest="    ")
    if (left := len(fewest) - DIRECTIONS) > 0:
        lines += wrap(say("cli.related.directions_left", count=left), first="  ", rest="    ")
    return lines

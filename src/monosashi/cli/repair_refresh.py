"""`monosashi repair refresh`: fit the same recipe to the documents of today."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words
from monosashi.cli.repair_sample import REPAIR, LaterSampleOptions
from monosashi.cli.repair_sources import LANGUAGE

if TYPE_CHECKING:
    from monosashi.language.freshness import RefreshedRepair
    from monosashi.language.freshness.refreshed import Move

SHOWN = 16


def refresh_command(
    repair: Path,
    path: Path,
    *,
    language: LANGUAGE = None,
    sample: LaterSampleOptions = LaterSampleOptions(),
    force: Annotated[bool, Parameter(group=REPAIR, negative="")] = False,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Fit the repair in a folder again to all documents of today; the old one is kept beside.

    Parameters
    ----------
    repair
        Folder that repair fit wrote; its repair is replaced, and kept as NAME.before-DAY.
    path
        All documents of the index (raw vectors), or texts with --embedder.
    language
        Column of language codes; default the column that the repair was fitted with.
    force
        Accept languages of 2 to 49 documents, another model, and far fewer documents than before.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.open_repair import open_repair
    from monosashi.cli.progress import clear_step
    from monosashi.cli.repair_sources import check_writable, start
    from monosashi.language.freshness import refresh_repair, save_refreshed

    start(words, sample.data.vectors, "repair refresh")
    old = open_repair(repair)
    check_writable(repair)
    documents = sample.documents(path, language or old.column)
    asked = sample.asked(language or old.column)
    found = refresh_repair(old, documents, language=language, key=sample.key, queries=asked,
                           force=force)  # fmt: skip
    kept = save_refreshed(found, repair)
    clear_step()
    following = sample.apply_line(repair, path, language)
    _show(found, repair, kept, following, json=json)
    return FINE


def _show(
    found: RefreshedRepair, repair: Path, kept: Path, following: str, *, json: bool
) -> None:  # fmt: skip
    from monosashi.cli.layout import wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.streams import print_json, show
    from monosashi.words import say

    if json:
        print_json({**found.to_dict(), "out": str(repair), "kept": str(kept), "next": following})
        return
    head = say("cli.repair_refresh.made", method=found.method, before=found.built_before,
               n=found.repair.documents.n, out=repair)  # fmt: skip
    rows = [line for move in found.moves[:SHOWN] for line in wrap(_row(move), first="  ",
            rest="    ")]  # fmt: skip
    notes = [line for note in found.provenance.notices for line in wrap(note.say(), first="· ")]
    left = len(found.moves) - SHOWN
    rows += [f"  {say('cli.screen.more_rows', count=left)}"] if left > 0 else []
    show("\n".join([*wrap(head), *rows, *notes, *wrap(say("cli.repair_refresh.kept", kept=kept)),
                    *next_lines(following)]))  # fmt: skip


def _row(move: Move) -> str:
    from monosashi.report.numerals import DASH
    from monosashi.words import current_language, say

    told = say("cli.repair_refresh.moved", language=move.language,
               side=say(f"cli.repair_refresh.{move.side}"),
               before=DASH if move.before is None else f"{move.before:,}",
               after=DASH if move.after is None else f"{move.after:,}",
               distance=DASH if move.distance is None else f"{move.distance:.3f}")  # fmt: skip
    if move.error is None:
        return told
    blank = "" if current_language() == "ja" else " "
    return f"{told}{blank}{say('cli.repair_refresh.error', error=move.error)}"

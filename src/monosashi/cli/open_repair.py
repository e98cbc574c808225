"""Read a repair for a command, and say on standard error what had to be done for that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.language.fitted import FittedRepair


def open_repair(path: Path) -> FittedRepair:
    """The repair in a folder; one that an interrupted command had moved aside is put back."""
    from monosashi.cli.layout import wrap
    from monosashi.cli.progress import clear_step
    from monosashi.cli.streams import complain
    from monosashi.language.repair_files import RESTORED, load_repair

    found = load_repair(path)
    for note in found.notices:
        if note.code == RESTORED:
            clear_step()
            complain("\n".join(wrap(note.say(), first="· ")))
    return found

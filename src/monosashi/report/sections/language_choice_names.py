"""Names of ways to mend, in words."""

from __future__ import annotations

from monosashi.report.blocks import Cell
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue


def way_cell(name: str, tongue: Tongue) -> Cell:
    """The name in words, and beside it what a terminal and ``--methods`` call it."""
    told = way_name(name, tongue)
    alike = name.casefold() == told.casefold() or name == "none"
    return Cell(told, "" if alike else tongue.say("way_names.called", name=name))


def way_name(name: str, tongue: Tongue) -> str:
    """The name in words, with what stands behind its colon; the user's own as they are."""
    kind, _, after = name.partition(":")
    key = kind.replace("-", "_").replace("+", "_")
    if not has_sentence(f"report.ways.{key}", tongue.language):
        return name
    told = tongue.say(f"ways.{key}")
    if not after:
        return told
    if after == "tuned":
        return tongue.say("ways.tuned", name=told)
    return tongue.say("way_names.of", name=told, after=after)

"""An inspection in Markdown, complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.cli.inspect_sentences import ending, facts, head, judgement
from monosashi.results.tables import markdown_table
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.stores.inspecting import Inspection


def markdown_page(found: Inspection, following: str | None) -> str:
    """Head, faults, notices, sentences, tables and the next command."""
    faults = [f"- **{say('cli.inspect.fault')}**: {_line(one.say())}" for one in found.faults]
    parts = [
        f"## {head(found)}",
        "\n".join(faults) or judgement(found) or "",
        "\n".join(f"- {_line(one.say())}" for one in found.notices),
        "\n".join(f"- {_line(sentence)}" for sentence in facts(found)),
        *(markdown_table(name, rows) for name, rows in found.tables().items()),
        f"```sh\n{following}\n```" if following else ending(found, None),
    ]
    return "\n\n".join(part for part in parts if part)


def _line(text: str) -> str:
    return " ".join(text.split()).replace("<", "&lt;")

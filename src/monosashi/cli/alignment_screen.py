"""How queries lie to their answers, in a line or two of the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.layout import visible, wrap
from monosashi.report.numerals import number, value_of
from monosashi.report.tongue import Tongue
from monosashi.words import current_language, say


def alignment_lines(found: Mapping[str, Any] | None, room: int) -> list[str]:
    """Margins at the sizes that were asked for, a line a system while there is room."""
    systems = (found or {}).get("systems", {"": found} if found else {})
    asked = [(name, one) for name, one in systems.items() if one["at_pool_sizes"]]
    lines: list[str] = []
    for name, one in asked:
        block = wrap(_pools(name, one), first="  ")
        if len(lines) + len(block) > room:
            return lines
        lines += block
    return lines


def _pools(name: str, one: Mapping[str, Any]) -> str:
    sizes = sorted(one["at_pool_sizes"].items(), key=lambda held: int(held[0]))
    known = [(int(size), value_of(found)) for size, found in sizes]
    known.append((one["n_documents"], value_of(one["margin"])))
    said = [say("cli.retrieval.margin_among", value=number(value), documents=number(size))
            for size, value in known if value is not None]  # fmt: skip
    whose = f"{visible(name)}: " if name else ""
    return f"{whose}{say('cli.retrieval.margins', sizes=Tongue(current_language()).listing(said))}"

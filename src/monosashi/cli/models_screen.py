"""Several models in one table of the terminal: a row a model, a column a criterion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import WIDTH, cells, fitting, shorten, visible, wrap
from monosashi.words import say
from monosashi.words.criteria import criterion_name

NAME, GAP, MOST = 16, 2, 8
DASH, TIED = "–", "◆"
LAST = ("truncation", "size", "speed")  # the first to go where columns have no room
Found = Mapping[str, Any]


def models_lines(document: Found, room: int) -> list[str]:
    """The table in as many columns as fit; nothing without one."""
    found = document.get("results", {}).get("models")
    if not found:
        return []
    names = _fitting(found)
    models = _shown(found, max(room - 2, 2))
    rows = [["", *map(_head, names)], *(_row(found, model, names) for model in models)]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = [_aligned(row, widths) for row in rows]
    left = len(found["models"]) - len(models)
    lines += [f"  {say('choosing.screen.more', count=left)}"] if left else []
    lines += [*wrap(say("choosing.screen.note"), first="  "), *_hidden(found, names)]
    return lines


def _hidden(found: Found, names: Sequence[str]) -> list[str]:
    """Which criteria had no room."""
    left = [name for name in _measured(found) if name not in names]
    told = ", ".join(map(criterion_name, left))
    line = say("choosing.screen.hidden", count=len(left), names=told)
    return shorten(wrap(line, first="  "), 1) if left else []


def _measured(found: Found) -> list[str]:
    return list(dict.fromkeys(row["criterion"] for row in found["rows"]
                              if row["value"] is not None))  # fmt: skip


def _shown(found: Found, room: int) -> list[str]:
    """The models, the best first where there is a choice."""
    choice, names = found["choice"], list(found["models"])
    if choice is not None:
        names.sort(key=lambda name: -choice["scores"][name]["value"])
    most = min(MOST, room)
    return names if len(names) <= most else names[: most - 1]


def _head(name: str) -> str:
    return say("choosing.screen.score") if name == "" else criterion_name(name)


def _fitting(found: Found) -> list[str]:
    """The choice first, then criteria in their order; what has no room stands in the report."""
    known = _measured(found)
    names = [*([""] if found["choice"] else []), *known]
    order = [*(name for name in known if name not in LAST), *(n for n in LAST if n in known)]
    while len(names) > 1 and _width(found, names) > WIDTH:
        names.remove(order.pop())
    return names


def _width(found: Found, names: Sequence[str]) -> int:
    rows = [["", *map(_head, names)], *(_row(found, model, names) for model in found["models"])]
    return sum(max(map(cells, column)) + GAP for column in zip(*rows, strict=True))


def _row(found: Found, model: str, names: Sequence[str]) -> list[str]:
    called = visible(model)
    short = called if cells(called) <= NAME else f"{called[: fitting(called, NAME - 1)]}…"
    return [short, *(_score(found["choice"], model) if name == "" else _cell(found, model, name)
                     for name in names)]  # fmt: skip


def _score(choice: Found, model: str) -> str:
    tied = model in choice["tied_with_best"] and len(choice["tied_with_best"]) > 1
    one = choice["scores"][model]
    ends = "" if one["low"] is None else f" [{one['low']:.1f}, {one['high']:.1f}]"
    return f"{one['value']:.1f}{ends}{f' {TIED}' if tied else ''}"


def _cell(found: Found, model: str, name: str) -> str:
    from monosashi.report.sections.models import shown

    row = next(row for row in found["rows"]
               if (row["model"], row["criterion"]) == (model, name))  # fmt: skip
    if row["value"] is None:
        return DASH
    return f"{shown(name, row['value'])}{f' {TIED}' if row['tied_with_best'] else ''}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()

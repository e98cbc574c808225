"""An inspection on one screen: what there is, what is wrong, what to try next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.cli.inspect_sentences import ending, facts, head, judgement
from monosashi.cli.layout import HEIGHT, WIDTH, cells, shorten, visible, wrap
from monosashi.cli.next_lines import next_lines
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.embeddings import Fault
    from monosashi.stores.inspecting import Inspection

NAME, KIND, FEW = 18, 16, 3


def screen(found: Inspection, following: str | None) -> list[str]:
    """At most 24 lines of 80 columns; what does not fit is counted."""
    if len(whole := _whole(found, following)) <= HEIGHT:
        return whole
    top = shorten(wrap(head(found)), 2)
    tail = shorten(_tail(found, following), 3)
    told = [line for sentence in facts(found) for line in shorten(wrap(sentence), 2)]
    wrong = _fault_lines(found)
    notes = [shorten(note, 1)[0] for note in _notes(found)]
    room = HEIGHT - len(top) - len(tail)
    columns = column_lines(found.columns)
    least = min(len(columns), FEW)
    wrong = _cut(wrong, max(room - len(told) - least, room // 2))
    room -= len(wrong)
    told = _cut(told, max(room - least, 1))
    room -= len(told)
    notes = _cut(notes, min(2, room))
    columns = _cut(columns, room - len(notes))
    return [*top, *columns, *told, *notes, *wrong, *tail]


def _whole(found: Inspection, following: str | None) -> list[str]:
    """Every line of everything, for a screen that has room for it."""
    judged = judgement(found)
    wrong = [wrap(judged)] if judged else [fault_lines(one) for one in found.faults]
    blocks = [wrap(head(found)), column_lines(found.columns), *map(wrap, facts(found)),
              *_notes(found), *wrong, _tail(found, following)]  # fmt: skip
    return [line for block in blocks for line in block]


def _tail(found: Inspection, following: str | None) -> list[str]:
    if following is not None:
        return next_lines(following)
    return wrap(say("cli.screen.next", command=ending(found, following)), rest="    ")


def _notes(found: Inspection) -> list[list[str]]:
    return [wrap(note.say(), first="· ") for note in found.notices]


def _fault_lines(found: Inspection) -> list[str]:
    if told := judgement(found):
        return shorten(wrap(told), 3)
    return [line for one in found.faults for line in shorten(fault_lines(one), 3)]


def fault_lines(one: Fault) -> list[str]:
    """``[fault] sentence``."""
    return wrap(one.say(), first=f"[{say('cli.inspect.fault')}] ")


def _cut(lines: list[str], most: int) -> list[str]:
    """The first lines, and how many more there are."""
    if len(lines) <= most:
        return lines
    if most < 1:
        return []
    return [*lines[: most - 1], say("cli.inspect.more", count=len(lines) - most + 1)]


def column_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Name, kind, gaps, distinct values and an example of every column."""
    return [_column_line(row) for row in rows]


def _column_line(row: dict[str, Any]) -> str:
    kind = say(f"cli.inspect.values.{row['kind'].replace('/', '_').replace(' ', '_')}")
    parts = []
    if row["missing"]:
        parts.append(say("cli.inspect.missing", share=_share(row["missing"])))
    if row["distinct"] is not None:
        parts.append(say("cli.inspect.distinct", count=row["distinct"]))
    if row["example"]:
        parts.append(str(row["example"]))
    line = f"  {_padded(row['column'], NAME)} {_padded(kind, KIND)} {', '.join(parts)}"
    return _fitting(visible(line).rstrip())


def _share(missing: float) -> str:
    """A share in per cent; never 0 or 100 for some."""
    if missing in {0, 1}:
        return f"{missing:.0%}"
    return "<1%" if missing < 0.01 else ">99%" if missing > 0.99 else f"{missing:.0%}"


def _padded(text: str, width: int) -> str:
    """The text in ``width`` columns of the terminal."""
    held = visible(" ".join(text.split()))
    while cells(held) > width:
        held = held[:-2] + "…"
    return held + " " * (width - cells(held))


def _fitting(line: str) -> str:
    if cells(line) <= WIDTH:
        return line
    while cells(line) > WIDTH - 1:
        line = line[:-1]
    return f"{line}…"

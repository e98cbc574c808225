"""What each model loses on each axis, on the terminal: its interval, and on how many datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import WIDTH, cells, wrap
from monosashi.cli.shape_columns import Lines, columns
from monosashi.report.numerals import DASH
from monosashi.words import filling, has_words, say

Family = tuple[str | None, str]
LEAST = 3


def loss_lines(results: Mapping[str, Any], room: int) -> list[str]:
    """A table for every group and generator that there is room for; the others are counted.

    Of a run, losses with intervals over texts, as its findings tell them; of a table of scores,
    with intervals over datasets.
    """
    run = results.get("robustness_run", {}).get("profile")
    rows, over = (run, "texts") if run else (results["robustness"]["profile"], "datasets")
    families: dict[Family, list[Mapping[str, Any]]] = {}
    for row in rows:
        families.setdefault((row.get("dataset_group"), row["generator"]), []).append(row)
    lines: list[str] = []
    for place, (family, mine) in enumerate(families.items()):
        head = wrap(_head(family, over, mine), first="  ", rest="  ")
        free = room - len(head) - (len(families) > 1)
        block = [*head, *columns(_table(mine), max(free, LEAST))]
        if lines and len(lines) + len(block) > max(room, LEAST) - 1:
            left = len(families) - place
            return [*lines, *wrap(say("robustness.screen.more_families", count=left), first="  ")]
        lines += block
    return lines


def word_of(code: str) -> str:
    """What a group, axis or criterion is called."""
    key = f"robustness.words.{code}"
    return say(key) if has_words(key) else code


def _table(rows: Sequence[Mapping[str, Any]]) -> Lines:
    """Axes side by side, or one below another where they have no room."""
    axes = list(dict.fromkeys(row["axis"] for row in rows))
    models = list(dict.fromkeys(row["model"] for row in rows))
    held = {(row["model"], row["axis"]): row for row in rows}
    counts = {axis: {row["n_datasets"] for row in rows if row["axis"] == axis} for axis in axes}

    def shown(model: str, axis: str) -> str:
        row = held.get((model, axis))
        if row is None or row["gap"] is None:
            return DASH
        own = "" if len(counts[axis]) == 1 else f" ({row['n_datasets']})"
        return f"{_points(row)}{own}"

    alike = len(set().union(*counts.values())) == 1
    named = [word_of(axis) if alike else _axis(axis, counts[axis]) for axis in axes]
    wide = [["", *named], *([model, *(shown(model, axis) for axis in axes)] for model in models)]
    if max(map(cells, columns(wide, len(wide)))) <= WIDTH:
        return wide
    return [[f"{model}, {name}", shown(model, axis)] for model in models
            for axis, name in zip(axes, named, strict=True)]  # fmt: skip


def _head(family: Family, over: str, rows: Sequence[Mapping[str, Any]]) -> str:
    group, generator = family
    who = ", ".join([*([word_of(group)] if group else []), generator])
    counts = {row["n_datasets"] for row in rows}
    head = say(f"robustness.screen.over_{over}", who=who)
    return say("robustness.screen.all_on" + ("_one" if counts == {1} else ""), head=head,
               n=min(counts)) if len(counts) == 1 else head  # fmt: skip


def _axis(axis: str, counts: set[int]) -> str:
    if len(counts) != 1:
        return word_of(axis)
    (n,) = counts
    key = "on_one" if n == 1 else "on"
    return say(f"robustness.screen.{key}", axis=word_of(axis), n=n)


def _points(row: Mapping[str, Any]) -> str:
    """A loss and its interval; what rounds to nothing has no sign of its own."""
    if row["low"] is None or row["high"] is None:
        return filling.with_minus(f"{round(row['gap'], 1) + 0.0:+.1f}")
    # as many digits as its ends need, so that no value lies outside of its interval
    return f"{filling.end(row['gap'], '+.1f')} {filling.ends(row['low'], row['high'], '.1f')}"

"""Blinded sheets for people who rate rewritings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.errors import name_rows
from monosashi.statistics.generators import as_generator

CRITERIA = ("quality", "fluency")
SHEET = ("item", "original", "rewritten", *CRITERIA)
KEY = ("item", "transformation", "generator", "id", "check", "sheets")
DIGEST = "digest"  # of a row of the key, in its file
NEEDED = ("transformation", "original", "rewritten")
ALL = "all"  # the row over all transformations
OTHER, SAME = "other", "same"  # a rewriting of another text; the text itself
SURROGATE = re.compile("[\ud800-\udfff]")  # half a sign: no file in UTF-8 can hold it
PER_CHECK = 50  # items to one attention check


class SheetRow(dict[str, Any]):
    """A row of a filled sheet; ``line`` is where it stands in its file, for messages."""

    line: int | None = None


def in_lines(one: Fault, rows: Sequence[Mapping[str, Any]], source: str | None = None) -> Fault:
    """A fault of a sheet, also with the lines of the file, where the rows know them.

    ``source`` is the file; of a sheet it follows from its rater.
    """
    lines = [line for row in one.rows if (line := getattr(rows[row], "line", None)) is not None]
    if len(lines) < len(one.rows):
        return one
    source = source or f"rater_{one.values['source']}.csv"
    return replace(one, place={"source": source, "lines": name_rows(lines)})


@dataclass(frozen=True)
class Sheets:
    """What ``rate make`` writes.

    Attributes
    ----------
    raters : one list of rows each, ``item, original, rewritten, quality, fluency``
        Nothing in them tells which transformation or generator it was.
    key : rows ``item, transformation, generator, id, check, sheets``
        To be kept from the raters. ``check`` is ``other`` or ``same`` for attention checks;
        ``sheets`` says how many were made, so that a lost one is seen.
    """

    raters: tuple[tuple[dict[str, str], ...], ...]
    key: tuple[dict[str, str], ...]


def make_sheets(
    pairs: Sequence[Mapping[str, Any]],
    *,
    per_transformation: int = 100,
    raters: int = 3,
    rng: int | np.random.Generator | None = None,
) -> Sheets:
    """Draw rewritings for people to rate, the same for all raters, each in an order of their own.

    Orders are balanced: of every stretch as long as there are transformations, each gives one, so
    that tiredness falls on all alike. One item in 50 is an attention check: the rewriting of
    another text, whose quality must be low, or the text itself, whose quality must be high.

    Parameters
    ----------
    pairs : rows ``transformation, original, rewritten`` and optionally ``generator, id``
    per_transformation : int
        Pairs of every transformation and generator.
    raters : int, at least 2
    rng : seed or Generator

    Raises
    ------
    DataError
        Rows that lack something, too few pairs of a transformation or one that is named ``all``,
        fewer than two raters.

    Examples
    --------
    >>> pairs = [{"transformation": t, "original": f"a {i}", "rewritten": f"b {i}"}
    ...          for t in ("x", "y") for i in range(30)]
    >>> made = make_sheets(pairs, per_transformation=25)
    >>> len(made.raters), [len(sheet) for sheet in made.raters], len(made.key)
    (3, [51, 51, 51], 51)
    """
    generator = as_generator(rng)
    held = _checked(pairs, per_transformation, raters)
    rows: list[dict[str, str]] = []
    for (transformation, made_by), group in held.items():
        for i in generator.permutation(len(group))[:per_transformation].tolist():
            one = group[i]
            rows.append({"transformation": transformation, "generator": made_by,
                         "id": str(one.get("id") or ""), "check": "",
                         "original": str(one["original"]),
                         "rewritten": str(one["rewritten"])})  # fmt: skip
    rows += _checks(rows, generator)
    names = _names(len(rows), generator)
    named = [
        {"item": name, **row, "sheets": str(raters)} for name, row in zip(names, rows, strict=True)
    ]
    sheets = tuple(tuple(_blinded(row) for row in _ordered(named, generator))
                   for _ in range(raters))  # fmt: skip
    key = tuple({name: row[name] for name in KEY} for row in sorted(named, key=_item))
    return Sheets(sheets, key)


def _item(row: Mapping[str, str]) -> str:
    return row["item"]


def _checked(
    pairs: Sequence[Mapping[str, Any]], wanted: int, raters: int
) -> dict[tuple[str, str], list[Mapping[str, Any]]]:
    faults: list[Fault] = []
    if raters < 2:
        faults.append(fault("robustness.errors.rating_raters", given=raters))
    for name in NEEDED:
        rows = [i for i, row in enumerate(pairs) if not str(row.get(name) or "").strip()]
        if rows:
            faults.append(fault("robustness.errors.rating_pairs", rows, missing=name))
    halves = [
        i
        for i, row in enumerate(pairs)
        if any(SURROGATE.search(str(row.get(name) or "")) for name in (*NEEDED, "id"))
    ]
    if halves:
        faults.append(fault("robustness.errors.rating_halves", halves))
    held: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in pairs:
        held[str(row.get("transformation")), str(row.get("generator") or "")].append(row)
    if any(name == ALL for name, _ in held):
        faults.append(fault("robustness.errors.rating_all", name=ALL))
    faults += [fault("robustness.errors.rating_few", transformation=name, n=len(rows),
                     needed=wanted)
               for (name, _), rows in held.items() if len(rows) < wanted]  # fmt: skip
    if faults:
        raise DataError(*faults)
    return held


def _checks(rows: Sequence[dict[str, str]], generator: np.random.Generator) -> list[dict[str, str]]:
    """Half of them other texts, half the text itself."""
    found = []
    for place in range(len(rows) // PER_CHECK):
        one, other = (rows[i] for i in generator.choice(len(rows), 2, replace=False).tolist())
        kind = SAME if place % 2 else OTHER
        if kind == OTHER and other["original"] == one["original"]:
            kind = SAME
        shown = one["original"] if kind == SAME else other["rewritten"]
        found.append({**one, "rewritten": shown, "check": kind})
    return found


def _names(n: int, generator: np.random.Generator) -> list[str]:
    """Opaque names in no order; with a letter, so that spreadsheets keep the zeros."""
    width = len(str(n))
    return [f"i{number + 1:0{width}d}" for number in generator.permutation(n).tolist()]


def _ordered(
    rows: Sequence[dict[str, str]], generator: np.random.Generator
) -> list[dict[str, str]]:
    """One of each transformation in turn, in a random order; checks anywhere."""
    stacks: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for i in generator.permutation(len(rows)).tolist():
        if not rows[i]["check"]:
            stacks[rows[i]["transformation"], rows[i]["generator"]].append(rows[i])
    order: list[dict[str, str]] = []
    while any(stacks.values()):
        full = [stack for stack in stacks.values() if stack]
        order += [full[i].pop() for i in generator.permutation(len(full)).tolist()]
    for check in (row for row in rows if row["check"]):
        order.insert(int(generator.integers(len(order) + 1)), check)
    return order


def _blinded(row: Mapping[str, str]) -> dict[str, str]:
    return {name: row.get(name, "") for name in SHEET}

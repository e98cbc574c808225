"""One task in other words: which texts, which records stay, what became of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.robustness.runs.placing import TITLE, belonging, field_of
from monosashi.robustness.tasks.task import BoolArray, Task, TaskTexts, joined

Failed = Literal["drop", "original"]
Unchanged = Literal["keep", "drop"]


@dataclass(frozen=True, eq=False)
class Wording:
    """A task under one transformation, generator and seed.

    Attributes
    ----------
    transformation, axis, generator, seed
    texts : mapping of rewritten field to texts
        As they are embedded; where nothing usable came, the original.
    keep : mapping of field to (n,) bool
        Records that are scored, on both sides alike.
    asked : mapping of rewritten field to (n,) bool
        Records for which there is a rewriting, good or bad.
    n, n_failed, n_unchanged : int
        Texts.
    """

    transformation: str
    axis: str
    generator: str
    seed: int
    texts: Mapping[str, tuple[str, ...]]
    keep: Mapping[str, BoolArray]
    asked: Mapping[str, BoolArray]
    n: int
    n_failed: int
    n_unchanged: int

    @property
    def key(self) -> tuple[str, str]:
        """What is averaged over seeds."""
        return self.transformation, self.generator


def wordings_of(
    task: Task, rows: Sequence[RewriteRow], *, side: str | None, failed: Failed = "drop",
    unchanged: Unchanged = "keep", alone: bool = True,
) -> list[Wording]:  # fmt: skip
    """Every wording of a task, in the order of the rows.

    Parameters
    ----------
    side : str or None
        What is rewritten: ``queries``, ``both``, ``test`` …; None is the default of the kind.
    failed : "drop" or "original"
        Failed texts leave both sides, or the original stands in for them (HTEB), which counts as
        perfectly robust.
    unchanged : "keep" or "drop"
    alone : bool
        Whether it is the only task: the only data set of the rows is then taken for it, whatever
        its name, if it holds the originals and ids and texts agree.

    Raises
    ------
    DataError
        No rewriting of this task or side; rewritings of texts that are not those of the task.
    """
    mine = belonging(task, rows, alone=alone)
    if not mine:
        known = ", ".join(dict.fromkeys(row.dataset or "-" for row in rows)) or "-"
        raise DataError(fault("robustness_run.errors.no_rewrites", task=task.name, known=known))
    fields = task.side(side)
    placed = [(field_of(row, task, fields), row) for row in mine]
    placed = [(name, row) for name, row in placed if name in {*fields, TITLE}]
    if not any(name in fields for name, _ in placed):
        raise DataError(
            fault(
                "robustness_run.errors.no_side",
                task=task.name,
                wanted=", ".join(fields),
                known=", ".join(dict.fromkeys(row.field for row in mine)),
            )
        )
    _refuse_stale(task, fields, placed)
    placed = [(name, _against(task, name, row)) for name, row in placed]
    groups: dict[tuple[str, str, int], list[tuple[str, RewriteRow]]] = {}
    for name, row in placed:
        groups.setdefault((row.transformation, row.generator, row.seed), []).append((name, row))
    made = [_wording(task, fields, held, failed, unchanged) for held in groups.values()]
    return [one for one in made if one is not None]


def _refuse_stale(task: Task, fields: Sequence[str], placed: Sequence[tuple[str, RewriteRow]]
                  ) -> None:  # fmt: skip
    """Rewritings of other texts than these: the task has changed since."""
    other, unknown = [], []
    for name, row in placed:
        held = task.fields["document" if name == TITLE else name]
        place = held.place.get(row.record)
        if place is None:
            unknown.append(row.record)
        elif row.original and row.original.strip() != _source(held, name, place).strip():
            other.append(row.record)
    told: list[Fault] = []
    if other:
        told.append(fault("robustness_run.errors.stale", ids=list(dict.fromkeys(other)),
                          task=task.name))  # fmt: skip
    if unknown and len(unknown) == len(placed):
        known = task.fields[fields[0]].ids
        told.append(
            fault(
                "robustness_run.errors.unknown_records",
                task=task.name,
                ids=list(dict.fromkeys(unknown)),
                known=", ".join(known[:3]),
            )
        )
    if told:
        raise DataError(*told)


def _against(task: Task, name: str, row: RewriteRow) -> RewriteRow:
    """A recorded row beside the text of the task: one that says the same is unchanged."""
    held = task.fields["document" if name == TITLE else name]
    place = held.place.get(row.record)
    if row.status != "ok" or place is None:
        return row
    same = row.text.strip() == _source(held, name, place).strip()
    return replace(row, status="unchanged") if same else row


def _source(held: TaskTexts, name: str, place: int) -> str:
    if name == TITLE:
        return held.titles[place] if held.titles else ""
    return held.texts[place]


def _wording(task: Task, fields: Sequence[str], placed: Sequence[tuple[str, RewriteRow]],
             failed: Failed, unchanged: Unchanged) -> Wording | None:  # fmt: skip
    keep, asked = task.everything(), {}
    texts: dict[str, tuple[str, ...]] = {}
    for name in fields:
        held = task.fields[name]
        rows = {row.record: row for one, row in placed if one == name}
        titles = {row.record: row for one, row in placed if one == TITLE and name == "document"}
        asked[name] = np.array([one in rows for one in held.ids], dtype=np.bool_)
        good = np.array([_usable(rows.get(one), failed, unchanged)
                         and (one not in titles or _usable(titles[one], failed, "keep"))
                         for one in held.ids], dtype=np.bool_)  # fmt: skip
        keep[name] &= good
        texts[name] = joined(
            [_said(titles.get(one), held.titles[i]) for i, one in enumerate(held.ids)]
            if held.titles else (),
            [_said(rows.get(one), held.texts[i]) for i, one in enumerate(held.ids)],
        )  # fmt: skip
    if not any(one.any() for one in asked.values()):
        return None
    if task.kind.paired:
        both = keep["left"] & keep["right"]
        keep = {"left": both, "right": both}
    counted = [row for name, row in placed if row.record in task.fields[
        "document" if name == TITLE else name].place]  # fmt: skip
    first = placed[0][1]
    return Wording(
        transformation=first.transformation,
        axis=first.axis,
        generator=first.generator,
        seed=first.seed,
        texts=texts,
        keep=keep,
        asked=asked,
        n=len(counted),
        n_failed=sum(not row.kept for row in counted),
        n_unchanged=sum(row.kept and row.status == "unchanged" for row in counted),
    )


def _usable(row: RewriteRow | None, failed: Failed, unchanged: Unchanged) -> bool:
    if row is None:
        return False
    if not row.kept:
        return failed == "original"
    return unchanged == "keep" or row.status != "unchanged"


def _said(row: RewriteRow | None, original: str) -> str:
    return row.text if row is not None and row.kept else original

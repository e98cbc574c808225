"""Wordings of one record as a group: how wide they spread, and whether results spread with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.results import Row
from monosashi.robustness.axes import transformation_named
from monosashi.robustness.runs.cells import POINTS, Cell
from monosashi.shape.dose import measure_dose
from monosashi.shape.input_output import diagnose_input_output

FEWEST = 2
NOTHING = 1e-12


def spread_rows(cells: Sequence[Cell], dose: Sequence[str] | None, confidence: float) -> list[Row]:
    """Mean W~ of the wordings of a record under each transformation (original and all seeds).

    With ``dose``, transformations from weak to strong, also whether W~ rises along them (Page's
    L), in every row. The cells are those of one model, task and generator.
    """
    first = cells[0]
    row: Row = {"model": first.model, "dataset": first.task.name,
                "generator": first.wording.generator}  # fmt: skip
    stages = list(dict.fromkeys(cell.wording.transformation for cell in cells))
    order = [name for name in map(transformation_named, dose or stages) if name in stages]
    if len(order) < FEWEST:
        return [{**row, "reason": fault("robustness_run.reasons.one_transformation")}]
    try:
        vectors, records, names = _stacked([c for c in cells if c.wording.transformation in order])
        found = measure_dose(vectors, groups=records, stage=names, order=order,
                             confidence=confidence)  # fmt: skip
    except DataError as error:
        return [{**row, "reason": error.faults[0]}]
    rising: Row = {"page_p_value": found.page_p_value} if dose else {}
    return [{**row, "transformation": one["stage"], **_without_noise(one),
             "groups": one["groups"], "n_left": first.task.n - one["groups"], **rising}
            for one in found.stages]  # fmt: skip


def _without_noise(one: Row) -> Row:
    """W~ of equal vectors is 0, without the last digits of their cosines."""
    if one["mean_w_tilde"] < NOTHING:
        return {"w_tilde": 0.0, "low": None, "high": None}
    return {"w_tilde": one["mean_w_tilde"], "low": one["low"], "high": one["high"]}


def _stacked(cells: Sequence[Cell]) -> tuple[Any, list[str], list[str]]:
    """Originals once a transformation, and every rewriting; records kept in all of them."""
    unit = cells[0].task.kind.unit
    held = [cell for cell in cells if unit in cell.after]
    if not held:
        raise DataError(fault("robustness_run.reasons.other_side"))
    common = np.logical_and.reduce([cell.keep[unit] for cell in held])
    rows = np.flatnonzero(common)
    ids = cells[0].task.fields[unit].ids
    stacks, records, names = [], [], []
    for stage in dict.fromkeys(cell.wording.transformation for cell in held):
        mine = [cell for cell in held if cell.wording.transformation == stage]
        for vectors in (mine[0].before[unit], *(cell.after[unit] for cell in mine)):
            stacks.append(vectors[rows])
            records += [ids[row] for row in rows]
            names += [stage] * len(rows)
    return np.concatenate(stacks), records, names


def input_output_row(cells: Sequence[Cell], confidence: float) -> Row:
    """ICC of the vectors of all wordings of a record, beside ICC of their scores.

    Stable vectors with unstable scores: what comes after the vectors reacts to wording. The cells
    are those of one model, task and generator.
    """
    first, unit = cells[0], cells[0].task.kind.unit
    row: Row = {"model": first.model, "dataset": first.task.name,
                "generator": first.wording.generator}  # fmt: skip
    held = [cell for cell in cells if unit in cell.after and cell.unit_losses() is not None]
    if not held:
        return {**row, "reason": fault("robustness_run.reasons.no_unit_scores")}
    stacks, scores, records = _outcomes(held)
    try:
        found = diagnose_input_output(stacks, scores, groups=records, confidence=confidence)
    except DataError as error:
        return {**row, "reason": error.faults[0]}
    sides: Row = {}
    for name, side in (("input", found.input), ("output", found.output)):
        sides |= {f"{name}_icc": None if side is None else side.value,
                  f"{name}_low": None if side is None else side.low,
                  f"{name}_high": None if side is None else side.high}  # fmt: skip
    return {**row, **sides, "pattern": found.pattern, "sure": found.sure, "n": found.n,
            "n_groups": found.n_groups}  # fmt: skip


def _outcomes(cells: Sequence[Cell]) -> tuple[Any, list[float], list[str]]:
    unit = cells[0].task.kind.unit
    ids = cells[0].task.fields[unit].ids
    stacks, scores, records = [], [], []
    base: dict[int, float] = {}
    for cell in cells:
        for side, vectors in ((cell.original, cell.before[unit]),
                              (cell.transformed, cell.after[unit])):  # fmt: skip
            if side is cell.original:  # as they are written, every record counts once
                rows = [(i, int(row)) for i, row in enumerate(side.units) if int(row) not in base]
                base |= {row: 1.0 for _, row in rows}
            else:
                rows = [(i, int(row)) for i, row in enumerate(side.units)]
            values = side.per_unit if side.per_unit is not None else np.zeros(len(side.units))
            stacks.append(vectors[[row for _, row in rows]])
            scores += [POINTS * float(values[i]) for i, _ in rows]
            records += [ids[row] for _, row in rows]
    return np.concatenate(stacks), scores, records

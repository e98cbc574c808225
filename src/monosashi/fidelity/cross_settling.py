"""Settle the pairs of a block: by their scores where these are sure, else by exact values."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.cross_parts import Found, Part, Positions, inside_ball, take_nearer, weigh
from monosashi.fidelity.cross_question import Question
from monosashi.fidelity.placing import limits
from monosashi.fidelity.points import Floats, dissimilarities
from monosashi.neighbors.problem import Rows


def settle(asked: Question, part: Part, found: Found) -> None:
    """Settle some pairs of a block."""
    i, j, rows = found.i, found.j, found.rows
    doubt = _doubtful(asked, part, found)
    values = np.full(len(i), np.nan)
    values[doubt] = dissimilarities(asked.real, rows[doubt], asked.generated, j[doubt],
                                    asked.scale)  # fmt: skip
    for f, (radii, bars) in enumerate(zip(asked.real_radii, asked.row_limits, strict=True)):
        inside = inside_ball(values, found.low, radii[rows], bars[rows]) & ~found.by_row(f)
        part.held[f] += weigh(i[inside], asked.weights[j[inside]], part.held.shape[1])
        part.in_real[f] += weigh(j[inside], asked.real.weights[rows[inside]], asked.generated.u)
    families = zip(asked.generated_radii, asked.column_limits, strict=True)
    for g, (radii, bars) in enumerate(families):
        inside = inside_ball(values, found.low, radii[j], bars[j]) & ~found.by_column(g)
        part.own[g] += weigh(j[inside], asked.real.weights[rows[inside]], asked.generated.u)
        copies = asked.generated.weights[j[inside]]
        part.in_generated[g] += weigh(i[inside], copies, part.in_generated.shape[1])
    known = np.flatnonzero(doubt)
    if asked.both:
        part.row_best = take_nearer(part.row_best, i[known], j[known], values[known])
    if asked.nearest:
        part.column_best = take_nearer(part.column_best, j[known], rows[known], values[known])
    _keep(asked, part, rows[known], j[known], values[known])


def _doubtful(asked: Question, part: Part, found: Found) -> npt.NDArray[np.bool_]:
    """Pairs whose exact value is needed: all, unless there are too many to keep."""
    if part.kept is not None:
        return np.ones(len(found.i), np.bool_)
    doubt = asked.unsettled(found)
    if asked.nearest:
        doubt |= found.high >= _known_best(asked, part, found.rows, found.j)
    return doubt


def _known_best(asked: Question, part: Part, rows: Rows, j: Positions) -> Floats:
    """The score of the nearest found so far, of either side: only nearer pairs matter.

    A bar is widened by 1e-9 of itself, so that no rounding of its own hides a pair; what passes is
    decided in float64, and no distance is changed.
    """
    worst = part.column_best.values[j]
    if asked.both:
        worst = np.maximum(worst, part.row_best.values[rows - part.rows.start])
    sure: Floats = np.where(np.isfinite(worst), limits(worst, asked.frame.scale) * (1 + 1e-9),
                            -np.inf)  # fmt: skip
    return sure


def _keep(asked: Question, part: Part, rows: Rows, j: Positions, values: Floats) -> None:
    if part.kept is None:
        return
    widest = asked.real_radii[:, rows].max(axis=0, initial=-1)
    inside = values <= np.maximum(widest, asked.generated_radii[:, j].max(axis=0, initial=-1))
    part.kept.append((rows[inside], j[inside], values[inside]))
    part.size += int(inside.sum())
    if part.size > asked.keep_of_block:
        part.kept = None

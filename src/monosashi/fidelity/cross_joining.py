"""All blocks of a pass over real and generated points, put together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.fidelity.cross import Closest, Counts, Cross, Pairs
from monosashi.fidelity.cross_parts import Part, nobody, take_nearer
from monosashi.fidelity.cross_question import Question


def join(asked: Question, parts: Sequence[Part]) -> Cross:
    """All blocks together."""
    in_real = np.sum([part.in_real for part in parts], axis=0)
    own = np.sum([part.own for part in parts], axis=0)
    held = np.concatenate([part.held for part in parts], axis=1)
    inside = np.concatenate([part.in_generated for part in parts], axis=1)
    if asked.itself:
        _own_copies(asked, in_real, held)
    column = nobody(asked.generated.u)
    for part in parts:
        column = take_nearer(column, np.arange(asked.generated.u), part.column_best.index,
                         part.column_best.values)  # fmt: skip
    row = Closest(np.concatenate([part.row_best.index for part in parts]),
                  np.concatenate([part.row_best.values for part in parts]))  # fmt: skip
    return Cross(in_real, held, own, inside, column if asked.nearest else None,
                 row if asked.both else None, _pairs(asked, parts))  # fmt: skip


def _own_copies(asked: Question, in_real: Counts, held: Counts) -> None:
    more = (asked.real.weights - 1).astype(np.float64)
    in_real += more
    held += more


def _pairs(asked: Question, parts: Sequence[Part]) -> Pairs | None:
    if any(part.kept is None for part in parts):
        return None
    if sum(part.size for part in parts) > asked.keep:
        return None
    kept = [one for part in parts for one in part.kept or []]
    if not kept:
        none = np.empty(0, np.int64)
        return Pairs(none, none, np.empty(0))
    rows, columns, values = (np.concatenate(column) for column in zip(*kept, strict=True))
    order = np.lexsort((columns, rows))
    return Pairs(rows[order], columns[order], values[order])

"""The two numerical tables of the source text on dispersion, made again, in any setting.

Eighty points in fifty dimensions, four around each of twenty centres, unless other numbers are
asked for. A common direction moves V and leaves R² where it is; shrinking the groups does the
opposite; and neighbours change where neither shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from monosashi.results import Tables
from monosashi.shape.asked import choice_faults, count_faults, k_faults, refuse
from monosashi.shape.probing.examples import random_groups
from monosashi.shape.probing.measure import NAMED
from monosashi.shape.probing.strengths import checked_strengths
from monosashi.shape.source_example import Example, source_example
from monosashi.shape.source_rows import Printed, SourceRows

__all__ = ["PRINTED_DIRECTION", "PRINTED_SHRINK", "source_example", "source_tables"]

PRINTED_DIRECTION: Printed = {
    0.0: (0.962, 0.790), 2.0: (0.902, 0.790), 4.0: (0.768, 0.790), 8.0: (0.484, 0.791),
    16.0: (0.196, 0.792),
}  # fmt: skip
PRINTED_SHRINK: Printed = {1.0: (0.962, 0.790), 0.7: (0.958, 0.884), 0.4: (0.954, 0.959)}
KS = (1, 3, 5, 10)
SOURCE = (20, 4, 50, 0.6, "random", False)


def source_tables(
    *,
    groups: int = 20,
    size: int = 4,
    dimension: int = 50,
    spread: float = 0.6,
    strengths: Sequence[float] = tuple(PRINTED_DIRECTION),
    factors: Sequence[float] = tuple(PRINTED_SHRINK),
    relative: bool = False,
    direction: Literal["random", "between", "mean"] = "random",
    ks: Sequence[int] = KS,
    rng: int | np.random.Generator = 1,
) -> Tables:
    """V, R² and kept neighbours of the source's example, or of one with other numbers.

    Says what the two changes do to made groups, not to anybody's vectors: for those there is
    ``probe_invariance``.

    Parameters
    ----------
    groups, size, dimension, spread, rng
        As in ``random_groups``.
    strengths, factors : numbers
        c and s.
    relative : bool
        Strengths are multiples of the mean length of the raw points (about 8 in the source, much
        shorter in few dimensions).
    direction : "random", "between" or "mean"
        ``"between"`` is the direction in which the group means differ most.
    ks : whole numbers from 1 to n - 2
        Lengths of the lists of neighbours (Euclidean, unit vectors) compared with those before.

    Returns
    -------
    dict of rows ``value, v, r_squared, knn_1, knn_3, …``
        ``common_direction``: c times the direction is added to the *raw* points (norm about 8)
        before they are scaled to length 1; ``c_over_length`` is c over their mean length.
        ``shrink``: unit points are pulled towards their group's mean by s and scaled to length 1
        again. With unit points and c, or without the second scaling, the printed cells do not
        come out. In the source's own setting ``printed_v`` and ``printed_r_squared`` stand beside.

    Raises
    ------
    DataError
        Numbers out of range; all are listed.

    Examples
    --------
    >>> tables = source_tables()
    >>> round(tables["shrink"][2]["r_squared"], 3), round(tables["common_direction"][1]["knn_5"], 3)
    (0.959, 0.903)
    >>> aligned = source_tables(direction="between", strengths=[1], relative=True)
    >>> round(aligned["common_direction"][0]["r_squared"], 3)
    0.771
    """
    _check(groups, size, direction, ks)
    strengths = checked_strengths("common_direction", strengths, "raw")
    factors = checked_strengths("shrink", factors, "unit")
    example = Example(*random_groups(groups=groups, size=size, dimension=dimension, spread=spread,
                                     rng=rng))  # fmt: skip
    asked = groups, size, dimension, spread, direction, relative
    known = asked == SOURCE and isinstance(rng, int) and rng == 1
    scale = example.mean_length if relative else 1.0
    axis, table = example.along(direction), SourceRows.of(example, ks)
    added = table.rows(strengths, lambda c: example.points + c * scale * axis,
                       PRINTED_DIRECTION if known else None)  # fmt: skip
    over = scale / example.mean_length
    return {
        "common_direction": [{**row, "c_over_length": row["value"] * over} for row in added],
        "shrink": table.rows(factors, table.shrunk, PRINTED_SHRINK if known else None),
    }


def _check(groups: int, size: int, direction: str, ks: Sequence[int]) -> None:
    """Groups of two or more; lists that do not hold everybody."""
    wrong = [*count_faults("groups", groups, 2), *count_faults("size", size, 2)]
    refuse(wrong, choice_faults(direction=(direction, NAMED)),
           [] if wrong else [one for k in ks for one in k_faults(k, groups * size)])  # fmt: skip

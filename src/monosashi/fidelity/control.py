"""What reals reach against reals: the scores attainable at this size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.plain import row_scores

REPEATS = ((2_000, 5), (10_000, 2))


@dataclass(frozen=True)
class Control:
    """Scores of one part of the reals against the rest: what a perfect generator would get.

    Attributes
    ----------
    n, m : int
        Reals that stay reals, and those that play the generated ones, in the same proportion as
        in the measure as long as these are not more than the reals: fewer than there, so scores
        that rise with size are a little low here.
    repeats : int
        Random splits; the scores are means over them.
    scores : mapping of metric to float
    lowest, highest : mapping of metric to float
        Over the splits.
    """

    n: int
    m: int
    repeats: int
    scores: Mapping[str, float]
    lowest: Mapping[str, float]
    highest: Mapping[str, float]


def split_half(
    rows: FloatArray, m: int, k: int, names: Sequence[str], rng: np.random.Generator, *,
    n_jobs: int | None = None,
) -> Control | None:  # fmt: skip
    """Split the reals at random and measure one part against the other.

    None when the part that stays is too small for ``k``.
    """
    n = len(rows)
    taken = min(n * m // (n + m), n // 2)  # as many for each real as in the measure, up to one
    if taken < 1 or n - taken <= k:
        return None
    repeats = next((count for size, count in REPEATS if n <= size), 1)
    drawn = []
    for _ in range(repeats):
        order = rng.permutation(n)
        parts = np.sort(order[taken:]), np.sort(order[:taken])
        drawn.append(row_scores(rows[parts[0]], rows[parts[1]], k, names, n_jobs=n_jobs))
    held = {name: [one[name] for one in drawn] for name in names}
    known = {name: np.array(values, np.float64) for name, values in held.items()
             if None not in values}  # fmt: skip
    return Control(n - taken, taken, repeats,
                   {name: float(values.mean()) for name, values in known.items()},
                   {name: float(values.min()) for name, values in known.items()},
                   {name: float(values.max()) for name, values in known.items()})  # fmt: skip

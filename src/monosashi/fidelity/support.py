"""Intervals of alpha-precision and beta-recall: groups left out, and everything found again."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.leaving_out import Groups, Spread
from monosashi.fidelity.plain import row_scores
from monosashi.fidelity.sides import Sides

SUPPORT = ("alpha_precision", "beta_recall")
FEWEST = 4
SMALL = 200_000_000
"""Multiplications of one pass, up to which beta-recall is found 40 times more."""


def support_spread(
    name: str, sides: Sides, ours: Groups, theirs: Groups, *, n_jobs: int | None = None
) -> Spread | None:
    """The score without each group of either side; None where too few points or too many pairs.

    The middle, the quantiles and the nearest points change with every group.
    """
    real, generated = sides.real_rows, sides.generated_rows
    n, m, d = len(real), len(generated), real.shape[1]
    passes = (n * m + n * n / 2) * d if name == "beta_recall" else 0
    if min(ours.count, theirs.count) < 2 or min(n, m) < FEWEST or passes > SMALL:
        return None

    def score(mine: np.ndarray, other: np.ndarray) -> float:
        found = row_scores(mine, other, 1, (name,), n_jobs=n_jobs)[name]
        return 0.0 if found is None else found

    reals = [score(real[ours.label != g], generated) for g in range(ours.count)]
    made = [score(real, generated[theirs.label != g]) for g in range(theirs.count)]
    return Spread(score(real, generated), np.array(reals), np.array(made))

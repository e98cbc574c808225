"""How many rearrangements a run can afford when nobody asked for a number."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import EmbeddingSet, fault
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.levels import has_many_levels

USUAL = 9_999
STEPS = (USUAL, 4_999, 1_999, 999, 499, 199)
SECONDS = 60.0
ADDING, MULTIPLYING = 1.1e-9, 4e-11  # seconds a number, on two cores; from sizes, so repeatable


def usual_permutations(fit: Fit) -> int:
    """9,999, or the most of a few round numbers that stay near a minute; never below 199.

    199 where the cloud is not held, since every few arrangements then read all rows again.
    """
    if not fit.cloud.held:
        return STEPS[-1]
    each = _seconds(fit)
    return next((step for step in STEPS if step * each <= SECONDS), STEPS[-1])


def _seconds(fit: Fit) -> float:
    """What one arrangement takes: sums over the objects, then products over cells."""
    n, width = fit.n, fit.width
    cells, rank = fit.design.basis.shape
    asked = [d for d in fit.directions if d is not None and d.shape[1]]
    if has_many_levels(fit):
        added = n * width * len(asked)
        looked = sum(min(d.shape[1], rank - d.shape[1]) for d in asked) * cells * width
    else:
        added, looked = n * (width + rank), rank * cells * (width + rank)
    return float(ADDING * added + MULTIPLYING * looked)


def noticed(data: EmbeddingSet, fit: Fit, permutations: int) -> EmbeddingSet:
    """Say that fewer than usual were taken."""
    if permutations == USUAL:
        return data
    note = fault("shape.notices.costly", n=fit.n, rank=fit.design.rank,
                 permutations=permutations, usual=USUAL)  # fmt: skip
    return replace(data, notices=(*data.notices, note))

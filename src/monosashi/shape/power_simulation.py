"""Power of the permutation test of groups, by simulation from pilot data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Provenance, Row
from monosashi.shape.asked import count_faults, is_share, permutation_faults, refuse
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.observables import read_between
from monosashi.shape.permuting import Columns, permuted_values
from monosashi.shape.pilots import read_pilot
from monosashi.shape.power_result import SimulatedPower
from monosashi.statistics.generators import as_generator
from monosashi.statistics.permutation import conclude, plan_arrangements
from monosashi.statistics.proportions import wilson


def simulate(
    data: EmbeddingSet | Any,
    groups: Column,
    *,
    group_counts: Sequence[int] = (5, 10, 20),
    group_sizes: Sequence[int] = (2, 4, 8),
    alpha: float = 0.05,
    simulations: int = 200,
    permutations: int = 199,
    normalise: bool = True,
    rng: int | np.random.Generator | None = None,
) -> SimulatedPower:
    """Power of the permutation test for G × n_g designs, drawn from a pilot.

    Says how often F would be found below ``alpha`` if new groups were like those of the pilot. A
    pilot with a chance result gives a chance answer: the pilot's own uncertainty is not in it.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        The pilot.
    groups : column name, (n,) labels, or a mapping of id to label
    group_counts, group_sizes : whole numbers from 2 on
        The designs; sizes of 1 have nothing within.
    alpha : float between 0 and 1
    simulations, permutations : int
    normalise : bool
        Scale the pilot's vectors to length 1 first.
    rng : Generator, int or None (= 0)

    Raises
    ------
    DataError
        One group, groups of one object only, all vectors identical, numbers out of range,
        permutations too few for ``alpha``.

    Notes
    -----
    A new object is a drawn group mean plus a drawn deviation. Drawn as they are, means would carry
    the noise of few members and deviations would be too short; so means are shrunken by the square
    root of 1 - MS_W/MS_B (not below 0) and deviations stretched by sqrt(n_g/(n_g - 1)), as in the
    bootstrap for variance components (Carpenter, Goldstein and Rasbash 2003).

    Examples
    --------
    >>> cloud = np.random.default_rng(0).normal(size=(12, 3)) + 3 * np.repeat(np.eye(3), 4, axis=0)
    >>> simulate(cloud, list("aaaabbbbcccc"), group_counts=[3], group_sizes=[4], simulations=20,
    ...          permutations=99, normalise=False).rows[0]["power"] > 0.5
    True
    """
    counts, sizes = list(group_counts), list(group_sizes)
    refuse(
        *[count_faults("group_counts", given, 2) for given in counts],
        *[count_faults("group_sizes", given, 2) for given in sizes],
        count_faults("simulations", simulations, 10),
        _alpha_faults(alpha, permutations),
    )
    checked = as_set(data)
    pilot = read_pilot(checked, groups, normalise=normalise)
    generator = as_generator(rng)
    rows = []
    for count in counts:
        for size in sizes:
            found = [_p_value(pilot.draw(count, size, generator), size, permutations, generator)
                     for _ in range(simulations)]  # fmt: skip
            beyond = count > len(pilot.centres) or size > pilot.largest
            rows.append({"groups": count, "group_size": size, **_power(found, alpha),
                         "beyond_pilot": beyond})  # fmt: skip
    return SimulatedPower(
        provenance=Provenance.of(checked, normalise=normalise, alpha=alpha),
        alpha=alpha, simulations=simulations, permutations=permutations, pilot_n=checked.n,
        pilot_groups=len(pilot.centres), pilot_group_size=pilot.largest,
        kept_between=pilot.kept, rows=tuple(rows))  # fmt: skip


def _alpha_faults(alpha: float, permutations: int) -> list[Fault]:
    """A level that is no share, or one that so few permutations cannot reach."""
    if not is_share(alpha):
        return [fault("shape.errors.level", given=alpha)]
    return permutation_faults(permutations, math.ceil(1 / alpha - 1 - 1e-9))


def _power(found: list[tuple[float, float]], alpha: float) -> Row:
    """Share of the simulations with p at most alpha."""
    hits = sum(p <= alpha for p, _ in found)
    smallest = found[0][1]
    reachable = smallest <= alpha * (1 + 1e-12)
    low, high = wilson(hits, len(found)) if reachable else (None, None)
    return {"power": hits / len(found), "low": low, "high": high, "smallest_p": smallest,
            "reachable": reachable}  # fmt: skip


def _p_value(
    rows: Array, size: int, permutations: int, rng: np.random.Generator
) -> tuple[float, float]:
    """P of F by shuffling the labels of groups of ``size`` rows, and the smallest one possible."""
    codes = np.repeat(np.arange(len(rows) // size), size)
    centred = rows - rows.mean(axis=0)
    squares = row_squares(centred)
    mean = float(squares.mean())
    plan = plan_arrangements(codes, permutations=permutations, rng=rng)
    if mean == 0:  # one point drawn over and over, from a pilot without spread inside its groups
        return 1.0, conclude(plan, np.zeros(plan.total), 0.0, None).smallest_p
    matrix = np.column_stack([centred / np.sqrt(mean), np.zeros((len(rows), 2))])
    columns = Columns(matrix, (read_between(plan.units.astype(np.float64)),))
    observed = columns.values(plan.observed, plan.units)[0]
    values = permuted_values(plan, columns, observed, n_jobs=1)
    test = conclude(plan, values[:, 0], float(observed[0]), None)
    return test.p_value, test.smallest_p

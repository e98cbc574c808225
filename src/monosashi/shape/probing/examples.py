"""Made groups of any number, size and dimension, and the source's two tables from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.shape.asked import count_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.probing.measure import probe_invariance
from monosashi.shape.probing.result import InvarianceProbe
from monosashi.shape.probing.strengths import Direction
from monosashi.shape.probing.transforms import RAW_DIRECTION, USUAL
from monosashi.shape.sums import IntArray
from monosashi.statistics.generators import as_generator


def random_groups(
    *,
    groups: int = 20,
    size: int = 4,
    dimension: int = 50,
    spread: float = 0.6,
    rng: int | np.random.Generator = 1,
) -> tuple[Array, IntArray, Array]:
    """Raw points around random centres, the group of each, and a random direction of length 1.

    With the defaults these are the draws behind the tables of the source (see
    ``source_tables``): centres, noise times ``spread``, direction, in this order.

    Raises
    ------
    DataError
        Counts below 1, or a ``spread`` that is not a finite number above 0.

    Examples
    --------
    >>> points, codes, direction = random_groups(groups=3, size=2, dimension=4)
    >>> points.shape, codes.tolist(), direction.shape
    ((6, 4), [0, 0, 1, 1, 2, 2], (4,))
    """
    refuse(count_faults("groups", groups, 1), count_faults("size", size, 1),
           count_faults("dimension", dimension, 1), _spread_faults(spread))  # fmt: skip
    generator = as_generator(rng)
    centres = generator.standard_normal((groups, dimension))
    noise = generator.standard_normal((groups * size, dimension))
    direction = generator.standard_normal(dimension)
    codes = np.repeat(np.arange(groups), size)
    return centres[codes] + spread * noise, codes, direction / np.linalg.norm(direction)


def _spread_faults(spread: float) -> list[Fault]:
    fine = np.isfinite(spread) and spread > 0
    return [] if fine else [fault("shape.errors.above_zero", name="spread", given=spread)]


def demo_probes(
    *,
    groups: int = 20,
    size: int = 4,
    dimension: int = 50,
    spread: float = 0.6,
    strengths: Sequence[float] = RAW_DIRECTION,
    factors: Sequence[float] = USUAL["shrink"],
    direction: Direction = "random",
    k: int = 5,
    rng: int | np.random.Generator = 1,
) -> dict[str, InvarianceProbe]:
    """The source's two demonstrations for any number of groups, size, dimension and direction.

    ``common_direction`` adds c times the direction to the *raw* points and scales to length 1;
    ``shrink`` pulls unit points to their group's mean and scales again. Both rules are those that
    give the printed tables; the formulas of the source read differently.

    Parameters
    ----------
    groups, size, dimension, spread, rng
        As in ``random_groups``.
    strengths, factors : numbers
        c and s.
    direction : as in ``probe_invariance``
        ``"between"`` shows a direction that carries meaning, a small ``dimension`` one that cannot
        avoid it: there neighbours change although R² may not.

    Examples
    --------
    >>> round(demo_probes()["common_direction"].rows[2]["v"], 3)
    0.768
    """
    points, codes, drawn = random_groups(groups=groups, size=size, dimension=dimension,
                                         spread=spread, rng=rng)  # fmt: skip
    chosen = drawn if isinstance(direction, str) and direction == "random" else direction
    return {
        "common_direction": probe_invariance(
            points, codes, transform="common_direction", values=strengths, start="raw",
            direction=chosen, k=k),
        "shrink": probe_invariance(points, codes, transform="shrink", values=factors,
                                   renormalise=True, k=k),
    }  # fmt: skip

"""What is kept of one fit and one point, so that other limits are arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.gicdm import GICDM, Transformed
from monosashi.fidelity.gicdm.counting import BallCounts

Arrays = dict[str, npt.NDArray[Any]]


def real_arrays(fitted: GICDM, k: int, place: str) -> Arrays:
    """Factors of each scale, radii, and how the reals lie and count themselves."""
    side = fitted.side(k)
    kept: Arrays = {
        "z_fidelity": fitted.own_deviations.fidelity,
        "z_coverage": fitted.own_deviations.coverage,
        "factors": fitted.factors,
        "own_factors": fitted.own_factors,
        "radii_filtered": side.plain.balls.radii,
        "radii_corrected": side.corrected.balls.radii,
        "clipped_filtered": _small(side.plain.own.held_clipped),
        "clipped_corrected": _small(side.corrected.own.held_clipped),
    }
    for scale in fitted.scales:
        kept |= {f"factors_{scale.k}": scale.factors, f"log_ratio_{scale.k}": scale.log_ratio}
    return {f"real/{place}/k{k}/{name}": array for name, array in kept.items()}


def point_arrays(seen: Transformed, found: list[BallCounts], real_place: str, place: str) -> Arrays:
    """Deviations, clipped counts, and which point lies in which ball (bits)."""
    kept: Arrays = {
        "real": np.array(real_place),
        "z_fidelity": seen.deviations.fidelity,
        "z_coverage": seen.deviations.coverage,
        "factors": seen.factors,
    }
    n = seen.fitted.n
    for form, counts in (("filtered", found[0]), ("corrected", found[-1])):
        kept[f"clipped_{form}"] = _small(counts.held_clipped)
        kept[f"inside_{form}"] = _bits(counts, seen.m, n)
    return {f"point/{place}/{name}": array for name, array in kept.items()}


def _bits(counts: BallCounts, m: int, n: int) -> npt.NDArray[np.uint8]:
    """Reals by points, eight to a byte."""
    table = np.zeros((n, m), np.bool_)
    if counts.pairs is not None:
        points, reals = counts.pairs
        table[reals, points] = True
    return np.packbits(table, axis=1)


def _small(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    return counts.astype(np.int32)

"""``rescore_fidelity_benchmark``: other limits of the filter, from what a run has kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.evaluating import Curves
from monosashi.fidelity.benchmark.names import read_metrics
from monosashi.fidelity.benchmark.result import FidelityBenchmark
from monosashi.fidelity.benchmark.running import choose_checks
from monosashi.fidelity.benchmark.samplers import Floats
from monosashi.fidelity.benchmark.store import Store, head_of
from monosashi.fidelity.benchmark.summary import summarise
from monosashi.fidelity.calibration import clipped_coverage, coverage_table
from monosashi.fidelity.gicdm.filtering import outside

FORMS = ("filtered", "corrected")
NAMES = tuple(f"{base}:{form}" for base in ("clipped_density", "clipped_coverage")
              for form in FORMS)  # fmt: skip


def rescore_fidelity_benchmark(
    store: str | Path,
    *,
    k: int = 5,
    far: float | None = 2.5,
    near_fidelity: float | None = 7.0,
    near_coverage: float | None = 4.0,
) -> FidelityBenchmark:
    """Clipped Density and Clipped Coverage at other limits, without fitting anything again.

    Parameters
    ----------
    store : path
        A folder in which ``run_fidelity_benchmark`` kept a corrected measure. Every check and
        repeat that is finished there is used.
    k : int
        Neighbours that make the balls; one the run was asked for.
    far, near_fidelity, near_coverage : float or None
        As in ``GICDM.fit``; None is no limit.

    Returns
    -------
    FidelityBenchmark
        Of the filtered and the corrected form of both measures.

    Raises
    ------
    DataError
        No such folder, or nothing of the filter in it.
    """
    head = head_of(Path(store))
    kept = Store.open(store, head["grid"], head["options"])
    limits = {"far": far, "near_fidelity": near_fidelity, "near_coverage": near_coverage}
    again = Store(None, kept.grid, {**head["options"], **limits})
    for number, repeat in sorted(kept.done):
        path = kept.statistics(number, repeat)
        if path is None or not path.exists():
            continue
        (check,) = choose_checks([number])
        with np.load(path, allow_pickle=False) as arrays:
            if any(name.startswith("point/") and f"/k{k}/" in name for name in arrays.files):
                again.done[number, repeat] = _curves(check, kept.grid, arrays, k, limits)
    numbers = sorted({number for number, _ in again.done})
    repeats = sorted({r for _, r in again.done if all((c, r) in again.done for c in numbers)})
    if not repeats:
        raise DataError(fault("fidelity.errors.no_statistics", path=Path(store), k=k))
    return summarise(read_metrics(NAMES), choose_checks(numbers), again, repeats)


def _curves(
    check: Check, grid: str, arrays: Mapping[str, Any], k: int, limits: Mapping[str, float | None]
) -> Curves:
    curves: Curves = {name: {variant: [] for variant in check.variants} for name in NAMES}
    for variant in check.variants:
        for point in check.points(variant, grid):
            seen = Kept(arrays, f"point/{variant}/{point.index}/k{k}")
            real = Kept(arrays, f"real/{seen.text('real')}/k{k}")
            for form in FORMS:
                curves[f"clipped_density:{form}"][variant].append(
                    _density(seen, real, form, k, limits))  # fmt: skip
                curves[f"clipped_coverage:{form}"][variant].append(
                    _coverage(seen, real, form, k, limits))  # fmt: skip
    return curves


class Kept:
    """Arrays under one name."""

    def __init__(self, arrays: Mapping[str, Any], place: str) -> None:
        self._arrays, self._place = arrays, place

    def __getitem__(self, name: str) -> Any:
        return self._arrays[f"{self._place}/{name}"]

    def text(self, name: str) -> str:
        """A text that was kept as an array."""
        return str(self[name])


def _density(
    seen: Kept, real: Kept, form: str, k: int, limits: Mapping[str, float | None]
) -> float | None:
    def mean(side: Kept) -> float:
        refused = outside(side["z_fidelity"], limits["far"], limits["near_fidelity"])
        clipped: Floats = np.minimum(side[f"clipped_{form}"] / k, 1)
        return float((clipped * ~refused).mean())

    expected = mean(real)
    return min(mean(seen) / expected, 1.0) if expected > 0 else None


def _coverage(
    seen: Kept, real: Kept, form: str, k: int, limits: Mapping[str, float | None]
) -> float | None:
    refused, own = (outside(side["z_coverage"], limits["far"], limits["near_coverage"])
                    for side in (seen, real))  # fmt: skip
    m, n = len(refused), len(own)
    inside = np.unpackbits(seen[f"inside_{form}"], axis=1, count=m).astype(np.bool_)
    filled = float(np.minimum((inside & ~refused).sum(axis=1) / k, 1).mean())
    rate = 1 - float(own.mean())
    value = clipped_coverage(filled, coverage_table(n, m, k))
    return min(value / rate, 1.0) if rate > 0 else None

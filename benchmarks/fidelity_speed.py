"""Fidelity of large sets against the bare products, and GICDM against bare neighbour searches.

Wall and processor seconds of each; on a machine that others use the latter move least.

    PYTHONPATH=src python benchmarks/fidelity_speed.py [--rows 50000] [--dimension 768]
        [--scales 10,500] [--without plain|gicdm] [--scaling icdm|none] [--floors 1|2]

Plain: precision, recall, density, coverage, clipped ones and memorisation for k = 3, 5 and 10 need
all pairs of real with generated points, and half of those inside each set. The floor is these
products in float32, in blocks, on the same threads.

GICDM: fitting the reals and seeing the generated points, at two scales. The floor is, for each
scale, one search of the K + 1 nearest among reals and one of generated points among reals. Rows
that lists of candidates could not prove are counted, and what screening them again took, in passes
over all pairs of reals.

Floors are measured before and after (``--floors 1``: before alone).
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from typing import Literal

import numpy as np

import monosashi as ms
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide
from monosashi.neighbors import map_blocks, nearest, row_blocks

NAMES = ("precision", "recall", "density", "coverage", "clipped_density", "clipped_coverage",
         "memorisation")  # fmt: skip
TILE = 1_024
Took = tuple[float, float]
Scaling = Literal["icdm", "none"]


def timed(label: str, work: Callable[[], object]) -> Took:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    took = time.perf_counter() - wall, time.process_time() - cpu
    print(f"  {label}: {took[0]:.1f} s, CPU {took[1]:.1f} s", flush=True)
    return took


def product(a: np.ndarray, b: np.ndarray, *, half: bool) -> None:
    def solve(rows: slice) -> None:
        for columns in row_blocks(len(b), TILE):
            if not half or columns.start >= rows.start:
                a[rows] @ b[columns].T

    map_blocks(solve, row_blocks(len(a), TILE))


def plain(real: np.ndarray, generated: np.ndarray, floors: int) -> None:
    def floor() -> None:
        product(real, real, half=True)
        product(generated, generated, half=True)
        product(real, generated, half=False)

    def ours() -> None:
        plan = Plan.of(NAMES, (5, 3, 10))
        side = FittedSide.of(Points.of(real), plan.reach)
        Balls.of(plan, side, Points.of(generated))

    before = [timed("products", floor)]
    found = timed("counts of all balls", ours)
    after = [timed("products", floor) for _ in range(floors - 1)]
    told("plain", found, *before, *after)


def gicdm(
    real: np.ndarray, generated: np.ndarray, scales: tuple[int, ...], scaling: Scaling, floors: int
) -> None:
    def floor() -> None:
        for k in scales:
            nearest(real, k=k + 1)
            nearest(generated, real, k=k + 1)

    kept: list[ms.GICDM] = []

    def fit() -> None:
        kept.append(ms.GICDM.fit(real, filter_scales=scales, scaling=scaling))

    before = [timed("searches", floor)]
    fitting = timed("fitting the reals", fit)
    seeing = timed("seeing the generated points", lambda: kept[0].transform(generated))
    after = [timed("searches", floor) for _ in range(floors - 1)]
    for scale in kept[0].scales:
        again = f"{scale.recomputed} rows screened again, {scale.columns / len(real):.3f} passes"
        print(f"  K = {scale.k}: {scale.iterations} steps, converged: {scale.converged}; {again}")
    told("GICDM", (fitting[0] + seeing[0], fitting[1] + seeing[1]), *before, *after)


def told(name: str, found: Took, *floors: Took) -> None:
    wall, cpu = (found[i] * len(floors) / sum(floor[i] for floor in floors) for i in (0, 1))
    print(f"{name}: {wall:.2f} x its floor, by processor time {cpu:.2f} x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--dimension", type=int, default=768)
    parser.add_argument("--scales", default="10,500")
    parser.add_argument("--scaling", default="icdm", choices=["icdm", "none"])
    parser.add_argument("--without", default="", choices=["", "plain", "gicdm"])
    parser.add_argument("--floors", type=int, default=2, choices=[1, 2])
    asked = parser.parse_args()
    rng = np.random.default_rng(0)
    shape = asked.rows, asked.dimension
    real, generated = (rng.standard_normal(shape, dtype=np.float32) for _ in range(2))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{asked.rows} x {asked.dimension}, float32, {2 * real.nbytes / 1e9:.2f} GB")
    if asked.without != "plain":
        plain(real, generated, asked.floors)
    if asked.without != "gicdm":
        scales = tuple(map(int, asked.scales.split(",")))
        gicdm(real, generated, scales, asked.scaling, asked.floors)
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e6
    print(f"largest memory beyond the data: {peak:.2f} GB")


if __name__ == "__main__":
    main()

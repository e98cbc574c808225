"""Exact self-search against the bare blocked product, interleaved in one run.

The floor is the same product in the same blocks on the same threads, and nothing else. Prints the
median of the paired ratios, and the memory that the search needs beside the data and its answer.

    PYTHONPATH=src python benchmarks/neighbors.py [--rows 16384] [--dimension 512] [--repeats 5]
"""

from __future__ import annotations

import argparse
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from monosashi.neighbors import map_blocks, nearest, row_blocks
from monosashi.neighbors.exact import BLOCK

K = 10


def bare_product(vectors: np.ndarray, n_jobs: int) -> None:
    def multiply(rows: slice) -> None:
        room = np.empty((BLOCK[0], BLOCK[1]), vectors.dtype)
        for columns in row_blocks(len(vectors), BLOCK[1]):
            part = room[: rows.stop - rows.start, : columns.stop - columns.start]
            np.matmul(vectors[rows], vectors[columns].T, out=part)

    map_blocks(multiply, row_blocks(len(vectors), BLOCK[0]), n_jobs)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peak_megabytes(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=16_384)
    parser.add_argument("--dimension", type=int, default=512)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    shape = (given.rows, given.dimension)
    vectors = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    megabytes = vectors.nbytes / 2**20
    print(f"{shape[0]} x {shape[1]} float32 ({megabytes:.0f} MB), k={K}, blocks {BLOCK}")
    for n_jobs in (1, 2):
        pairs = [
            (
                seconds(lambda jobs=n_jobs: bare_product(vectors, jobs)),
                seconds(lambda jobs=n_jobs: nearest(vectors, k=K, n_jobs=jobs)),
            )
            for _ in range(given.repeats)
        ]
        floor, search = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratio = statistics.median(b / a for a, b in pairs)
        print(
            f"{n_jobs} thread(s): product {floor:.2f} s, search {search:.2f} s, ratio {ratio:.2f}"
        )
    peak = peak_megabytes(lambda: nearest(vectors, k=K))
    print(f"peak memory beside the data: {peak:.0f} MB")


if __name__ == "__main__":
    main()

"""Run row blocks on a pool of threads, each with a one-thread BLAS.

Two spinning BLAS threads on a busy machine are several times slower than one; blocks on our own
threads stay near the floor. Results come back in block order, so they never depend on the number
of workers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from threadpoolctl import threadpool_limits

T = TypeVar("T")


def row_blocks(n: int, size: int) -> list[slice]:
    """Consecutive slices of at most ``size`` rows that cover ``range(n)``."""
    return [slice(start, min(start + size, n)) for start in range(0, n, size)]


def blocks_within(part: slice, size: int) -> list[slice]:
    """Consecutive slices of at most ``size`` rows that cover ``part``."""
    return [
        slice(start, min(start + size, part.stop)) for start in range(part.start, part.stop, size)
    ]


def count_workers(n_jobs: int | None) -> int:
    """None or -1 means every core this process may use."""
    if n_jobs is None or n_jobs < 0:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    return max(1, n_jobs)


def map_blocks(
    function: Callable[[slice], T], blocks: Sequence[slice], n_jobs: int | None = None
) -> list[T]:
    """``[function(block) for block in blocks]`` on threads."""
    workers = min(count_workers(n_jobs), max(1, len(blocks)))
    with threadpool_limits(limits=1, user_api="blas"):
        if workers == 1:
            return [function(block) for block in blocks]
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(function, blocks))

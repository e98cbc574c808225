"""Ranks of golds in a mixed pool against the bare product, interleaved in one run.

The floor is the same float32 product in the same blocks on the same threads, and nothing else.
Prints the ratio of processor times (what the machine's other work changes least), the ratio of
wall times with its spread, and the memory needed beside the vectors.

    PYTHONPATH=src python benchmarks/language_ranks.py [--queries 10000] [--documents 200000]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from monosashi.neighbors import map_blocks, row_blocks
from monosashi.ranking import Candidates, Directions, Lists, RankingTask, rank_gold
from monosashi.ranking.gold import BLOCK


def bare_product(queries: Directions, documents: Directions, n_jobs: int) -> None:
    room = threading.local()

    def multiply(rows: slice) -> None:
        if not hasattr(room, "table"):
            room.table = np.empty(BLOCK, dtype=np.float32)
        for columns in row_blocks(len(documents), BLOCK[1]):
            part = room.table[: rows.stop - rows.start, : columns.stop - columns.start]
            np.matmul(queries.single[rows], documents.single[columns].T, out=part)

    map_blocks(multiply, row_blocks(len(queries), BLOCK[0]), n_jobs)


def problem(n: int, m: int, d: int, languages: int) -> tuple[Directions, Candidates, RankingTask]:
    """Items in several languages: topic, language and noise; the first n documents ask."""
    rng = np.random.default_rng(0)
    keys = m // languages
    topics = rng.normal(size=(keys, d)).astype(np.float32)
    tongues = rng.normal(size=(languages, d)).astype(np.float32) * 0.7
    vectors = np.empty((keys * languages, d), dtype=np.float32)
    for language in range(languages):
        noise = rng.normal(size=(keys, d)).astype(np.float32)
        vectors[language * keys : (language + 1) * keys] = topics + tongues[language] + 0.8 * noise
    asking = rng.permutation(keys * languages)[:n]
    own, key = np.divmod(asking, keys)
    golds = key[:, None] + keys * np.arange(languages)
    hidden = Lists.from_pairs(n, np.arange(n), asking)
    equals = Lists.from_pairs(n, np.repeat(np.arange(n), languages), golds.ravel())
    task = RankingTask(own, np.where(golds == asking[:, None], -1, golds), hidden, equals)
    pools = np.arange(languages + 1) * keys
    documents = Candidates(Directions(vectors), np.arange(len(vectors)), pools)
    return Directions(vectors, asking), documents, task


def spent(work: Callable[[], object]) -> tuple[float, float]:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def resident_megabytes() -> float:
    """What the process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--languages", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    shape = (given.queries, given.documents, given.dimension, given.languages)
    queries, candidates, task = problem(*shape)
    before = resident_megabytes()
    print(f"{shape[0]} queries, {shape[1]} documents, {shape[2]} numbers, {shape[3]} languages, "
          f"{given.threads} thread(s); vectors and their unit rows: {before:.0f} MB")  # fmt: skip
    pairs = []
    for _ in range(given.repeats):
        floor = spent(lambda: bare_product(queries, candidates.rows, given.threads))
        ranks = spent(lambda: rank_gold(queries, candidates, task, n_jobs=given.threads))
        pairs.append((floor, ranks))
        print(f"  product {floor[0]:.1f} s ({floor[1]:.1f} cpu), "
              f"ranks {ranks[0]:.1f} s ({ranks[1]:.1f} cpu)")  # fmt: skip
    for place, name in ((1, "processor time"), (0, "wall time")):
        ratios = sorted(ranks[place] / floor[place] for floor, ranks in pairs)
        print(f"ratio of {name}: median {statistics.median(ratios):.2f} "
              f"[{ratios[0]:.2f}, {ratios[-1]:.2f}]")  # fmt: skip
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"peak of the process: {peak:.0f} MB, of it beside the vectors {peak - before:.0f} MB")


if __name__ == "__main__":
    main()

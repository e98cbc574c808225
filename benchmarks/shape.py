"""Permutations, jackknife and one pass over many rows, each against a peer in the same run.

Every figure is wall seconds and, beside it, CPU seconds (median, smallest and largest of the
repeats): on a machine that others use only ratios within a run mean something, and CPU seconds
move least.

    PYTHONPATH=src python benchmarks/shape.py [--repeats 4] [--rows 3000] [--million FOLDER]

1. 999 permutations of F at n = 3,000, d = 768, G = 20, one core, interleaved with scikit-bio
   (left out when it is not installed): counting F from the centred table against counting from
   the distances, then both from vectors (scikit-bio needs ``pdist``, which is also the check for
   contention), and ``measure_shape`` whole, which runs three tests more.
2. Shuffled labels of ``group_auc`` (all pairs of 3,000 objects) and of ``partition_variance`` with
   a factor of 1,000 levels (20,000 objects), 99 permutations each.
3. The jackknife over 1,000 groups by downdates, against refits (a few, extrapolated).
4. With ``--million FOLDER``: the one pass that ``compare_shapes`` makes over a model, on a 10⁶ ×
   1,024 float32 memmap (4.1 GB in FOLDER, deleted afterwards), all cores, against
   ``sum(axis=0, dtype=float64)`` on one core, warm; then ``measure_shape`` whole (199
   permutations, once); and the largest memory beyond the map.
"""

from __future__ import annotations

import argparse
import os
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from monosashi.embeddings import EmbeddingSet, as_set
from monosashi.neighbors.blocks import row_blocks
from monosashi.shape import group_auc, measure_shape, partition_variance
from monosashi.shape.configuration import configure
from monosashi.shape.decomposition import value_or_nan
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.grouping import read_grouping
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.observables import observable_columns, read_between
from monosashi.shape.permuting import Columns, permuted_values
from monosashi.shape.streaming import streamed_sums
from monosashi.shape.sums import group_sums

DIMENSION, GROUPS, DRAWS = 768, 20, 999
Work = Callable[[], object]


@dataclass
class Took:
    """Seconds of every repeat, by the clock and on the processor."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def time(self, work: Work) -> None:
        clock, processor = time.perf_counter(), time.process_time()
        work()
        self.wall.append(time.perf_counter() - clock)
        self.cpu.append(time.process_time() - processor)

    @property
    def seconds(self) -> float:
        return statistics.median(self.wall)

    @property
    def processor(self) -> float:
        return statistics.median(self.cpu)

    def __str__(self) -> str:
        wall, cpu = (f"{statistics.median(a):.2f} [{min(a):.2f}, {max(a):.2f}] s"
                     for a in (self.wall, self.cpu))  # fmt: skip
        return f"{wall}, CPU {cpu}"


def interleaved(works: dict[str, Work], repeats: int) -> dict[str, Took]:
    """Times of each; the order turns round from one repeat to the next."""
    took = {name: Took() for name in works}
    for repeat in range(repeats):
        order = list(works) if repeat % 2 else list(reversed(works))
        for name in order:
            took[name].time(works[name])
    return took


class Counting:
    """Nothing but F of all arrangements, counted as in float64."""

    def __init__(self, vectors: np.ndarray, labels: np.ndarray) -> None:
        data = as_set(vectors)
        self.grouping = read_grouping(data, labels)
        self.exchange = plan_exchange(data, self.grouping, None, None)
        self.cloud = configure(data)

    def __call__(self) -> None:
        plan = self.exchange.arrangements(DRAWS, np.random.default_rng(0))
        sizes = self.grouping.sizes.astype(np.float64)
        matrix = observable_columns(self.cloud, None, self.exchange)
        columns = Columns(matrix, (read_between(sizes),))
        observed = columns.values(plan.observed, plan.units)[0]
        permuted_values(plan, columns, observed, n_jobs=1)


def scikit_bio(vectors: np.ndarray, labels: np.ndarray) -> dict[str, Work]:
    if find_spec("skbio") is None:
        print("scikit-bio is not installed: left out")
        return {}
    from scipy.spatial.distance import pdist
    from skbio.stats.distance import DistanceMatrix, permanova

    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    table = DistanceMatrix(pdist(unit))
    named = [str(label) for label in labels]
    works: dict[str, Work] = {"pdist": lambda: pdist(unit)}
    engines: tuple[dict[str, Any], ...] = ({},)
    if find_spec("numba") is not None:
        engines += ({"engine": "numba"},)
    for options in engines:
        name = f"scikit-bio {options.get('engine', 'default')}"
        works[name] = lambda options=options: permanova(
            table, named, permutations=DRAWS, seed=0, **options
        )
        if options:
            works[name]()  # compile once
    return works


def permutations(rows: int, repeats: int) -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(rows) % GROUPS
    vectors = (
        rng.normal(size=(rows, DIMENSION)) + 0.1 * rng.normal(size=(GROUPS, DIMENSION))[labels]
    )

    def from_vectors() -> None:
        Counting(vectors, labels)()

    works: dict[str, Work] = {
        "F, counting": Counting(vectors, labels),
        "F, from vectors": from_vectors,
        "measure_shape": lambda: measure_shape(vectors, labels, permutations=DRAWS),
        **scikit_bio(vectors, labels),
    }
    with threadpool_limits(limits=1):
        took = interleaved(works, repeats)
    print(f"n={rows} d={DIMENSION} G={GROUPS} B={DRAWS}, median of {repeats}:")
    mine, from_vectors_took = took["F, counting"], took["F, from vectors"]
    for name, found in took.items():
        ratio = (f"{found.seconds / mine.seconds:.2f} x F, counting; CPU "
                 f"{found.processor / mine.processor:.2f} x")  # fmt: skip
        if name.startswith("scikit-bio"):
            whole_way = (found.processor + took["pdist"].processor) / from_vectors_took.processor
            ratio += f"; with pdist, CPU {whole_way:.1f} x F, from vectors"
        print(f"  {name}: {found} ({ratio})")


def many_labels(repeats: int) -> None:
    rng = np.random.default_rng(0)
    few, topic, language = np.arange(3_000) % GROUPS, np.arange(20_000) % 1_000, np.arange(20_000)
    pairs = rng.normal(size=(3_000, 64))
    crossed = rng.normal(size=(20_000, 64)) + 0.3 * rng.normal(size=(1_000, 64))[topic]
    factors = {"topic": topic, "language": language // 1_000 % 2}
    took = interleaved({
        "group_auc, n=3000, G=20": lambda: group_auc(pairs, few, permutations=99),
        "partition_variance, n=20000, 1000 x 2": lambda: partition_variance(
            crossed, factors, permutations=99),
    }, repeats)  # fmt: skip
    for name, found in took.items():
        print(f"{name}, 99 permutations: {found}")


def jackknife(repeats: int, groups: int = 1_000, refits: int = 5) -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(groups), 20)
    data = as_set(rng.normal(size=(len(labels), 256)))
    grouping = read_grouping(data, labels)

    def refit() -> None:
        for group in range(refits):
            kept = np.flatnonzero(grouping.codes != group)
            part, rest = configure(data.take(kept)), grouping.take(kept)
            value_or_nan("r_squared", whole(group_sums(part, rest), part.ss_total))

    def downdates() -> None:
        cloud = configure(data)
        leave_one_out("r_squared", group_sums(cloud, grouping), cloud.ss_total)

    took = interleaved({"downdates": downdates, "refits": refit}, repeats)
    ratio = took["refits"].processor / refits * groups / took["downdates"].processor
    print(f"jackknife, G={groups}: {took['downdates']}, CPU {ratio:.0f} x faster than refits")


def million(folder: Path, repeats: int, rows: int = 1_000_000, d: int = 1_024) -> None:
    with TemporaryDirectory(dir=folder) as place:
        held = np.memmap(Path(place) / "v.f32", dtype=np.float32, mode="w+", shape=(rows, d))
        for block in row_blocks(rows, 20_000):
            shape = block.stop - block.start, d
            held[block] = np.random.default_rng(block.start).normal(size=shape)
        data = EmbeddingSet.from_arrays(held)
        grouping = read_grouping(data, np.arange(rows) % 100)
        for normalise in (False, True):
            works: dict[str, Work] = {
                "pass": lambda normalise=normalise: streamed_sums(
                    data, grouping, normalise=normalise
                ),
                "sum": lambda: held.sum(axis=0, dtype=np.float64),
            }
            took = interleaved(works, repeats)
            cores = len(os.sched_getaffinity(0))
            ratio = took["sum"].seconds / took["pass"].seconds
            alone = cores * took["sum"].processor / took["pass"].processor
            print(
                f"{rows} x {d}, normalise={normalise}: {took['pass']}; plain sum {took['sum']}; "
                f"{ratio:.2f} x its speed ({alone:.2f} x with {cores} cores of its own)"
            )
        whole, most = Took(), Most()
        with most:
            whole.time(lambda: measure_shape(data, np.arange(rows) % 100))
        print(f"measure_shape whole, 199 permutations: {whole}; at most {most.gigabytes:.2f} GB "
              "beyond the map")  # fmt: skip


class Most:
    """The most memory beyond the map that was seen, twenty times a second."""

    def __enter__(self) -> None:
        self.gigabytes, self._done = beyond_the_map(), threading.Event()
        self._watch = threading.Thread(target=self._look)
        self._watch.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._watch.join()

    def _look(self) -> None:
        while not self._done.wait(0.05):
            self.gigabytes = max(self.gigabytes, beyond_the_map())


def beyond_the_map() -> float:
    """Anonymous memory now, in GB; pages of the map are files and do not count."""
    status = Path("/proc/self/status").read_text(encoding="ascii").split("\n")
    kilobytes = next(line.split()[1] for line in status if line.startswith("RssAnon"))
    return int(kilobytes) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=3_000)
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--million", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    permutations(given.rows, given.repeats)
    jackknife(given.repeats)
    many_labels(given.repeats)
    os.sched_setaffinity(0, cores)
    if given.million:
        million(given.million, given.repeats)


if __name__ == "__main__":
    main()

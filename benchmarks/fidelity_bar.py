"""How often a perfect generator is warned of: scores below the lowest split of the reals.

Reals and generated points are drawn from one Gaussian; every metric with a bar is measured.

    python benchmarks/fidelity_bar.py
"""

from __future__ import annotations

import numpy as np

from monosashi.fidelity import measure_fidelity
from monosashi.fidelity.names import DEFAULT_METRICS, METRICS
from monosashi.fidelity.surely_below import OTHER_WAY, surely_below
from monosashi.statistics.proportions import clopper_pearson

SIZES = ((60, 60, 2), (40, 40, 3), (100, 100, 16), (300, 60, 2), (150, 50, 4), (80, 200, 3))
SETS = 50
MEASURED = [name for name in METRICS if name not in OTHER_WAY]


def warned(n: int, m: int, d: int, draw: int) -> list[str]:
    """Metrics of one perfect generator that are below the bar."""
    rng = np.random.default_rng([n, m, d, draw])
    found = measure_fidelity(rng.normal(size=(n, d)), rng.normal(size=(m, d)), correct=None,
                             other_ks=(), rng=draw, metrics=MEASURED)  # fmt: skip
    return [one.metric for one in surely_below(found)]


def main() -> None:
    """One line a size, then all together: all metrics, and those measured by default."""
    every = []
    for n, m, d in SIZES:
        held = [warned(n, m, d, draw) for draw in range(SETS)]
        every += held
        print(f"{n} reals, {m} generated, {d} dimensions: {_told(held)}", flush=True)
    print(f"together: {_told(every)}")


def _told(held: list[list[str]]) -> str:
    usual = [[name for name in names if name in DEFAULT_METRICS] for names in held]
    return ", ".join(
        f"{label} {sum(map(bool, one))} of {len(one)} "
        f"(at most {clopper_pearson(sum(map(bool, one)), len(one))[1]:.1%})"
        for label, one in (("all metrics", held), ("by default", usual))
    )


if __name__ == "__main__":
    main()

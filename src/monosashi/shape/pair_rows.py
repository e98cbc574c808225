"""One row for each pair of groups: how far apart, what share, and how likely by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.results import Row
from monosashi.shape.configuration import Configuration
from monosashi.shape.exchange import Exchange
from monosashi.shape.grouping import Grouping
from monosashi.shape.pair_centres import centres_apart
from monosashi.shape.pair_effort import usual_arrangements
from monosashi.shape.pair_kernel import Deals, Pair, deal_out
from monosashi.shape.pair_units import Kind, Places, UnitsByGroup, kind_of, pair_of
from monosashi.statistics.permutation import conclude, plan_arrangements

AT_A_TIME = 8
PAIR = 2  # groups
Described = tuple[Row, Fault | None, Fault | None]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class HowPairs:
    """What is shuffled, how sure intervals are, and who is told of pairs that are done."""

    statistic: str
    confidence: float
    progress: Progress | None = None

    def told(self, done: int, total: int) -> None:
        """Say so many pairs are done, where somebody watches."""
        if self.progress is not None:
            self.progress(done, total)


def pair_rows(
    cloud: Configuration, grouping: Grouping, exchange: Exchange, pairs: Sequence[Places], *,
    how: HowPairs, permutations: int | None, rng: np.random.Generator,
) -> tuple[list[Row], dict[str, Fault], int]:  # fmt: skip
    """Rows in the order of ``pairs``; pairs of one kind share their arrangements.

    Beside them reasons, and how many random arrangements were drawn.
    """
    entropy = int(rng.integers(2**63))
    units = UnitsByGroup.of(exchange, grouping.n_groups)
    kinds = {pair: kind_of(units, pair) for pair in pairs}
    if permutations is None:
        permutations = usual_arrangements(kinds.values(), cloud.dimension)
    found: dict[Places, Described] = {}
    for kind, alike in groupby(sorted(pairs, key=kinds.__getitem__), kinds.__getitem__):
        deals = _deals(kind, exchange.scheme, permutations, entropy)
        found |= _measured(cloud, units, list(alike), deals, how)
        how.told(len(found), len(pairs))
    rows, reasons = [], {}
    for pair in pairs:
        row, why, unknown = found[pair]
        a, b = (grouping.names[place] for place in pair)
        rows.append({"group_a": a, "group_b": b, **row})
        if why is not None:
            reasons[f"pairs.{a}.{b}"] = why
        if unknown is not None:
            reasons[f"distance.{a}.{b}"] = unknown
    return rows, reasons, permutations


def _deals(kind: Kind, scheme: str, permutations: int, entropy: int) -> Deals | None:
    """Arrangements for a kind of pair, whoever else is compared; None when no label can move."""
    counts = np.array(kind)
    strata = np.tile(np.arange(len(counts)), 2)
    plan = plan_arrangements(
        np.repeat([0, 1], counts.sum(axis=0)), np.repeat(strata, counts.T.ravel()),
        permutations=permutations, scheme=scheme,
        rng=np.random.default_rng([entropy, *counts.ravel().tolist()]))  # fmt: skip
    return None if plan.distinct == 1 else Deals.of(plan)


def _measured(
    cloud: Configuration, units: UnitsByGroup, alike: list[Places], deals: Deals | None,
    how: HowPairs,
) -> Iterator[tuple[Places, Described]]:  # fmt: skip
    def part(block: slice) -> list[Described]:
        return [_row(pair_of(cloud, units, pair), deals, cloud.rounding, how)
                for pair in alike[block]]  # fmt: skip

    rows = map_blocks(part, row_blocks(len(alike), AT_A_TIME))
    return zip(alike, (row for block in rows for row in block), strict=True)


def _row(pair: Pair, deals: Deals | None, rounding: float, how: HowPairs) -> Described:
    row, statistic = _described(pair, rounding), how.statistic
    apart, unknown = centres_apart(pair, how.confidence)
    row |= apart
    if row["r_squared"] is None:
        why = fault("shape.reasons.identical_pair")
    elif statistic == "welch" and row["welch"] is None:
        why = fault("shape.reasons.flat_group")
    elif deals is None:
        why = fault("shape.reasons.fixed_pair")
    else:
        first = np.arange(deals.plan.units[0])[None]
        observed = float(pair.values(first, statistic)[0])
        values = deal_out(deals, pair, observed, statistic)
        test = conclude(deals.plan, values, observed, row[statistic])
        row |= {"p_value": test.p_value, "smallest_p": test.smallest_p,
                "permutations": test.permutations, "exact": test.exact}  # fmt: skip
        return row, None, unknown
    return row | {"p_value": None, "smallest_p": None, "permutations": None, "exact": None,
                  "reason": why.say("en")}, why, unknown  # fmt: skip


def _described(pair: Pair, rounding: float) -> Row:
    """What needs no shuffling; F and W*d are None where they are infinite."""
    n_a, n_b = pair.n_a, pair.n_b
    n, total = n_a + n_b, pair.total
    apart = pair.cloud[: pair.units_a].sum(axis=0)
    length = float(apart @ apart)
    row: Row = {"n_a": n_a, "n_b": n_b, "centroid_distance": length**0.5 * (1 / n_a + 1 / n_b),
                "r_squared": None, "epsilon_squared": None, "f": None, "welch": None}  # fmt: skip
    if total <= n * rounding:
        return row
    between = length * n / (n_a * n_b)
    within = max(total - between, 0.0)
    row["r_squared"] = min(between / total, 1.0)
    row["epsilon_squared"] = 1 - (1 - row["r_squared"]) * (n - 1) / (n - PAIR)
    if within > n * rounding:
        row["f"] = between / within * (n - 2)
        first = np.arange(pair.units_a)[None]
        welch = float(pair.values(first, "welch")[0])
        row["welch"] = welch if np.isfinite(welch) else None
    return row

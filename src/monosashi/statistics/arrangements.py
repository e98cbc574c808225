"""How many ways labels can be dealt to units, and every one of them.

Labels move only inside a stratum. Two groups with the same number of units in every stratum may
swap their names without changing the partition, so they are counted (and listed) once.
"""

from __future__ import annotations

from itertools import accumulate, combinations
from math import comb, factorial, lgamma, log, prod
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer[Any]]


def count_units(codes: IntArray, strata: IntArray) -> IntArray:
    """(strata, groups) table of how many units of a group stand in a stratum."""
    table = np.zeros((int(strata.max()) + 1, int(codes.max()) + 1), dtype=np.int64)
    np.add.at(table, (strata, codes), 1)
    return table


def twin_groups(table: IntArray) -> list[list[int]]:
    """Groups with the same count in every stratum, listed together."""
    profiles: dict[tuple[int, ...], list[int]] = {}
    for group, column in enumerate(table.T.tolist()):
        profiles.setdefault(tuple(column), []).append(group)
    return list(profiles.values())


def count_arrangements(table: IntArray, *, named: bool = False) -> int:
    """Number of distinct partitions: prod_s n_s! / prod n_gs!, over prod m_k! for twin groups.

    With ``named`` the groups are places of a design and not to be swapped: no twins.

    >>> count_arrangements(np.array([[2, 2]]))
    3
    >>> count_arrangements(np.array([[2, 2]]), named=True)
    6
    """
    ways = prod(_multinomial(row) for row in table.tolist())
    families = [] if named else twin_groups(table)
    return ways // prod(factorial(len(twins)) for twins in families)


def _multinomial(counts: list[int]) -> int:
    """Take the large groups first, so that only small binomials are left."""
    running = accumulate(ordered := sorted(counts, reverse=True))
    return prod(comb(total, count) for total, count in zip(running, ordered, strict=True))


def count_up_to(table: IntArray, limit: int, *, named: bool = False) -> int | None:
    """Number of distinct partitions, or None when it is above ``limit`` (decided by logarithms)."""
    ways = sum(lgamma(sum(row) + 1) - sum(lgamma(n + 1) for n in row) for row in table.tolist())
    families = [] if named else twin_groups(table)
    if ways - sum(lgamma(len(twins) + 1) for twins in families) > log(limit) + 1:
        return None
    exact = count_arrangements(table, named=named)
    return exact if exact <= limit else None


def every_arrangement(codes: IntArray, strata: IntArray, *, named: bool = False) -> IntArray:
    """All distinct partitions as an (N, m) table of labels; with ``named``, all labellings."""
    table = count_units(codes, strata)
    alone = [[[int(group)] for group in np.flatnonzero(row)] for row in table]
    parts = [_deal(table[s], families)
             for s, families in enumerate(alone if named else _families(table))]  # fmt: skip
    total = prod(len(part) for part in parts)
    places = np.unravel_index(np.arange(total), [len(part) for part in parts])
    labels = np.empty((total, len(codes)), dtype=np.int32)
    for s, (part, rows) in enumerate(zip(parts, places, strict=True)):
        labels[:, strata == s] = part[rows]
    return labels


def _families(table: IntArray) -> list[list[list[int]]]:
    """For each stratum its groups; twins stand together in the first stratum that has them.

    There (and only there) the first units of twins are listed in order, so that each partition
    comes once.
    """
    twins = {group: family for family in twin_groups(table) for group in family}
    seen: set[int] = set()
    families = []
    for row in table:
        present = [int(group) for group in np.flatnonzero(row)]
        joined = [twins[g] for g in present if g not in seen and g == twins[g][0]]
        alone = [[g] for g in present if g in seen]
        seen.update(present)
        families.append(joined + alone)
    return families


def _deal(counts: IntArray, families: list[list[int]]) -> IntArray:
    """Every way to deal ``counts[g]`` labels g to the units of one stratum.

    First the places of a whole family, then those of its members: no step lists more rows than
    the next one.
    """
    order = sorted(families, key=lambda family: len(family) * counts[family[0]])
    rest = order[-1][-1]
    dealt: IntArray = np.full((1, int(counts.sum())), rest, dtype=np.int32)
    for family in order:
        size, last = int(counts[family[0]]), family[-1]
        if last != rest:
            dealt = _choose(dealt, rest, last, size * len(family))
        for group in family[:-1]:
            dealt = _choose(dealt, last, group, size, first=True)
    return dealt


def _choose(dealt: IntArray, held: int, group: int, count: int, *, first: bool = False) -> IntArray:
    """Give ``count`` of the places ``held`` to ``group``, in every way (with the first of them)."""
    places = np.nonzero(dealt == held)[1].reshape(len(dealt), -1)
    free = places.shape[1]
    picks = [(0, *pick) for pick in combinations(range(1, free), count - 1)] if first else list(
        combinations(range(free), count))  # fmt: skip
    taken = places[:, np.array(picks, dtype=np.intp)].reshape(-1, count)
    out = np.repeat(dealt, len(picks), axis=0)
    out[np.arange(len(out))[:, None], taken] = group
    return out

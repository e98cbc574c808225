"""One test of a layer on every miss, beside controls that do as much at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from monosashi.advice.explaining.search import Bools, Floats, Rows, Search
from monosashi.embeddings import Fault

RARELY = 0.2  # a control may mend a miss in fewer than one of five draws


@dataclass(frozen=True, eq=False)
class Trial:
    """What undoing one layer does to every miss.

    Attributes
    ----------
    name : str
    mended : (m,) bool
        Whether the answer of each miss then stands among the first k.
    before : (m,) int or None
        Wrong documents that then do not stand behind it; None where the test has no rank.
    chance : (m,) float64
        How often a control as large mends it, never 0 for drawn ones: (mended + 1) / (draws + 1).
    drawn : (draws,) int
        How many misses that a control mends rarely each draw mends.
    """

    name: str
    mended: Bools
    before: Rows | None
    chance: Floats
    drawn: Rows

    @property
    def told(self) -> Bools:
        """(m,) mended by the test, and by controls in fewer than one of five draws."""
        told: Bools = self.mended & (self.chance < RARELY)
        return told

    @property
    def beats_chance(self) -> bool:
        """Whether it mends more of these misses than any draw does."""
        return int(self.told.sum()) > int(self.drawn.max(initial=0))


@dataclass(frozen=True, eq=False)
class Tested:
    """One layer: its trials, what its mends do to all queries, or why neither is known.

    Attributes
    ----------
    trials : tuple of Trial
    mends : mapping of mend to (n,) int
        Wrong documents not behind the best right one of every query, with the mend.
    reason : Fault or None
        Why the layer was not tested.
    missing : mapping of trial or mend to Fault
        Why one of them was not.
    notices : tuple of Fault
        What has to be said about the trials.
    """

    layer: str
    trials: tuple[Trial, ...] = ()
    mends: Mapping[str, Rows] = field(default_factory=dict)
    reason: Fault | None = None
    missing: Mapping[str, Fault] = field(default_factory=dict)
    notices: tuple[Fault, ...] = ()


def drawn_trial(name: str, search: Search, before: Rows, controls: Iterable[Bools]) -> Trial:
    """A trial whose controls are searches again; each gives (m,) whether it mends."""
    table = np.array([*controls], dtype=bool).reshape(-1, len(before))
    chance = (table.sum(axis=0) + 1) / (len(table) + 1)
    drawn = table[:, chance < RARELY].sum(axis=1)
    return Trial(name, before < search.k, before, chance, drawn)


def removal_trial(
    name: str, search: Search, before: Rows, removed: Rows, rng: np.random.Generator
) -> Trial:
    """A trial that takes documents out; the control takes out as many wrong ones at random.

    The chance is exact: of ``wrong`` documents, of which ``before`` stand before the answer, so
    many remain, and fewer than k of these may stand before it (hypergeometric).
    """
    from scipy.stats import hypergeom

    rows = search.missed
    wrong, bad = search.wrong[rows], np.minimum(search.before[rows], search.wrong[rows])
    left = np.clip(wrong - removed, 0, wrong)
    chance = np.asarray(hypergeom.cdf(search.k - 1, wrong, bad, left), dtype=np.float64)
    rare = chance < RARELY
    drawn = (rng.random((search.draws, len(rows))) < chance)[:, rare].sum(axis=1)
    return Trial(name, before < search.k, before, chance, drawn)

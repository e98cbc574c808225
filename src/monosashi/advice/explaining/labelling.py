"""From the trials of all layers to one label a miss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.search import Bools
from monosashi.advice.explaining.trial import Tested

LAYERS = ("language", "hub", "crowding", "displaced", "wording")
WITHIN = LAYERS[1:4]
OTHER = "other"


@dataclass(frozen=True, eq=False)
class Labels:
    """Which layer each miss is put under, and which others would mend it, too.

    Attributes
    ----------
    order : tuple of str
        In which layers were asked.
    layer : tuple of str
    also : tuple of tuples of str
        Layers after the label that tell, too.
    """

    order: tuple[str, ...]
    layer: tuple[str, ...]
    also: tuple[tuple[str, ...], ...]


def label(tested: Sequence[Tested], m: int) -> Labels:
    """The first layer that tells of a miss; else ``other``.

    A layer tells of a miss where a trial mends it and its control does so in fewer than one of five
    draws, and only with trials that mend more of such misses than any of their draws does.

    Language is asked first, since languages far apart look like a shift, and make hubs. Of hubs,
    crowding and displacement the one that tells of most misses comes first (of equals in this
    order): one hub that draws many queries, or one shift of all of them, is a simpler story than
    many; a shift makes hubs, and a hub that draws queries looks like a shift. Wording comes last:
    every fault can be got round by the right words.
    """
    telling = {one.layer: tells(one, m) for one in tested}
    order = _order({name: int(held.sum()) for name, held in telling.items()})
    held = [[name for name in order if name in telling and telling[name][i]] for i in range(m)]
    return Labels(order, tuple(names[0] if names else OTHER for names in held),
                  tuple(tuple(names[1:]) for names in held))  # fmt: skip


def _order(counts: dict[str, int]) -> tuple[str, ...]:
    middle = sorted(WITHIN, key=lambda name: -counts.get(name, 0))
    return (LAYERS[0], *middle, LAYERS[-1])


def tells(one: Tested, m: int) -> Bools:
    """(m,) whether any trial that beats chance tells of a miss."""
    found = np.zeros(m, dtype=bool)
    for trial in one.trials:
        if trial.beats_chance:
            found |= trial.told
    return found

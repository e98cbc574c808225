"""How many misses each layer holds, with intervals over independent units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.advice.explaining.labelling import LAYERS, OTHER, Labels
from monosashi.advice.explaining.result import Layer
from monosashi.advice.explaining.search import Bools, Search
from monosashi.advice.explaining.trial import Tested
from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.units import Units


def share_layers(
    search: Search, tested: Sequence[Tested], labels: Labels, confidence: float
) -> tuple[Layer, ...]:
    """Every layer in the order of labels, ``other`` last."""
    shares, of_all = _shares(search, labels, confidence), _of_all(search, labels, confidence)
    by_name = {one.layer: one for one in tested}
    return tuple(_layer(name, by_name.get(name), labels,
                        (shares.get(name), of_all[name]))
                 for name in (*labels.order, OTHER))  # fmt: skip


def _shares(search: Search, labels: Labels, confidence: float) -> dict[str, Estimate]:
    """Of all explained misses; misses of one unit stand or fall together."""
    if not len(search.missed):
        return {}
    codes = search.asking.units.codes[search.missed]
    known, own = np.unique(codes, return_inverse=True)
    names = tuple(search.asking.units.names[row] for row in search.missed)
    held = np.array(labels.layer, dtype=object)
    columns = {name: (held == name).astype(np.float64) for name in (*LAYERS, OTHER)}
    return estimate_means(columns, Units(names, own, len(known)), confidence=confidence,
                          rng=search.seed)  # fmt: skip


def _of_all(search: Search, labels: Labels, confidence: float) -> dict[str, Estimate]:
    """Of all judged queries, those that cannot be explained too."""
    units = search.asking.units
    held = np.full(len(units.codes), "", dtype=object)
    held[search.missed] = labels.layer
    columns = {name: (held == name).astype(np.float64) for name in (*LAYERS, OTHER)}
    return estimate_means(columns, units, confidence=confidence, rng=search.seed)


def _layer(
    name: str, one: Tested | None, labels: Labels, shares: tuple[Estimate | None, Estimate]
) -> Layer:
    count = labels.layer.count(name)
    if one is None or not one.trials:
        return Layer(name, count, *shares, None, None, None if one is None else one.reason)
    mended = [trial.mended for trial in one.trials]
    chance = float(sum(trial.drawn.mean() for trial in one.trials))
    return Layer(name, count, *shares, _counted(mended), chance, _why_not(one))


def _why_not(one: Tested) -> Fault | None:
    """Why a layer that mends some misses is not named."""
    mended, told = (_counted([getattr(trial, name) for trial in one.trials])
                    for name in ("mended", "told"))  # fmt: skip
    if any(trial.beats_chance for trial in one.trials) or not mended:
        return None
    if not told:
        return fault("misses.reasons.by_controls", mended=mended)
    most = max(int(trial.drawn.max()) for trial in one.trials)
    return fault("misses.reasons.as_chance", told=told, most=most)


def _counted(tables: list[Bools]) -> int:
    return int(np.any(tables, axis=0).sum())

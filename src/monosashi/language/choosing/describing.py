"""Put the row of one way together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.choosing.costs import Costs
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.option import Change, Direction, RepairOption
from monosashi.language.choosing.outcomes_of_ways import Pair, contrast_of, directions
from monosashi.language.choosing.trying import Tried
from monosashi.language.choosing.ways import BLIND, NONE, Way
from monosashi.language.judging import gamed
from monosashi.language.outcomes import Resampled
from monosashi.results import Estimate
from monosashi.statistics.bootstrap import FEW, FEW_CHANGES, percentile_interval
from monosashi.statistics.paired import mcnemar_exact

SAME = "unchanged by construction"
TIED = 0.005  # what recall@1 may hang on ties before it says nothing of losses


@dataclass(frozen=True, eq=False)
class Found:
    """Everything that rows are made from; ``together`` has intervals that hold for all ways."""

    ground: Ground
    resampled: Resampled
    together: Resampled
    tried: Mapping[str, Tried]

    def by_direction(self, name: str, quantity: str) -> dict[Direction, Estimate]:
        """Estimates of the directions in which something is to be found."""
        held = {pair: self.resampled.maybe((name, quantity, pair))
                for pair in directions(self.ground)}  # fmt: skip
        return {self.names(pair): found for pair, found in held.items() if found is not None}

    def names(self, pair: Pair) -> Direction:
        """Names of source and target."""
        return self.ground.languages[pair[0]], self.ground.languages[pair[1]]


def describe_way(
    found: Found, way: Way, costs: Costs, strengths: tuple[float, ...], reasons: dict[str, Fault]
) -> RepairOption:
    """The row; what is undefined gets its reason. Whether it may be chosen comes later."""
    name, one = way.name, found.tried[way.name]
    before, held = found.tried[NONE], found.resampled
    recovery, why = _recovery(held, name)
    if recovery is None:
        reasons[f"options.{name}.recovery"] = fault(f"language.reasons.{why}")
    tied = _decided_by_ties(held, name)
    if tied:
        reasons[f"options.{name}.drop"] = fault("language.reasons.ties_decide")
    if (name, "same_language") not in held:
        for quantity in ("same_language", "same_language_optimistic", "loss", "loss_optimistic"):
            reasons[f"options.{name}.{quantity}"] = fault("language.reasons.no_independent_queries")
    if (name, "overlap") not in held:
        reasons[f"options.{name}.overlap"] = fault("language.reasons.nothing_else")
    return RepairOption(
        name=name,
        kind=way.kind,
        map=held.estimate((name, "map")),
        standing="eligible",
        costs=costs,
        method=way.mend if isinstance(way.mend, str) and way.kind != "scores" else None,
        map_optimistic=held.estimate((name, "map_optimistic")),
        gain=_paired(found.together, name, "gain", same=name == NONE),
        recall=found.by_direction(name, "recall"),
        recall_optimistic=found.by_direction(name, "recall_optimistic"),
        alone=found.by_direction(name, "alone"),
        change=_changes(found, name),
        drop=None if tied else held.maybe((name, "drop")),
        recovery=recovery,
        same_language=held.maybe((name, "same_language")),
        same_language_optimistic=held.maybe((name, "same_language_optimistic")),
        loss=_paired(held, name, "loss", same=one.own is before.own),
        gain_optimistic=_paired(found.together, name, "gain_optimistic", same=name == NONE),
        loss_optimistic=_paired(held, name, "loss_optimistic", same=one.own is before.own),
        over_blind=_over_blind(found, name, reasons),
        contrast=contrast_of(name, found.tried),
        overlap=_paired(held, name, "overlap", same=one.own is before.own),
        share=held.maybe((name, "share")),
        tied=held.outcomes.mean((name, "tied")),
        gamed=gamed(before.judged, one.judged),
        strengths=strengths,
    )


def _paired(held: Resampled, name: str, quantity: str, *, same: bool) -> Estimate | None:
    """Nothing is to be estimated where both sides are the very same search."""
    found = held.maybe((name, quantity))
    if not same or found is None:
        return found
    return Estimate(found.value, found.value, found.value, 0.0, SAME, found.n)


def _over_blind(found: Found, name: str, reasons: dict[str, Fault]) -> Estimate | None:
    """How far it is ahead of what knows no languages."""
    if contrast_of(name, found.tried) is not None:
        return found.together.estimate((name, "over_blind"))
    why = "is_contrast" if name in (NONE, *BLIND) else "no_contrast"
    for quantity in ("over_blind", "contrast"):
        reasons[f"options.{name}.{quantity}"] = fault(f"language.reasons.{why}")
    return None


def _changes(found: Found, name: str) -> dict[Direction, Change]:
    """Items whose queries together find more, or less, than without repair."""
    changes = {}
    for pair in directions(found.ground):
        if (name, "change", pair) in found.resampled:
            units = found.resampled.outcomes.units((name, "change", pair))
            gained, lost = int((units > 0).sum()), int((units < 0).sum())
            changes[found.names(pair)] = Change(gained, lost, mcnemar_exact(gained, lost))
    return changes


def _decided_by_ties(held: Resampled, name: str) -> bool:
    """Whether recall across languages is another one when ties are won."""
    mean = held.outcomes.mean
    return mean((name, "foreign_optimistic")) - mean((name, "foreign")) > TIED


def _recovery(held: Resampled, name: str) -> tuple[Estimate | None, str]:
    """Rise of recall over the drop without repair, in the same resamples; or why there is none."""
    now, was, drop = (name, "foreign"), (NONE, "foreign"), (NONE, "drop")
    if _decided_by_ties(held, name):
        return None, "ties_decide"
    changed = held.outcomes.rows(now)[0] != held.outcomes.rows(was)[0]
    if np.count_nonzero(changed) < FEW_CHANGES:
        return None, "few_changes"
    lost = held.outcomes.units(drop)
    if np.count_nonzero(lost) < FEW or (held.estimate(drop).low or 0.0) <= 0:
        return None, "no_drop"
    rise, loss = held.draws[now] - held.draws[was], held.draws[drop]
    draws = np.divide(rise, loss, out=np.full_like(rise, np.nan), where=loss > 0)
    value = (held.outcomes.mean(now) - held.outcomes.mean(was)) / held.outcomes.mean(drop)
    low, high = percentile_interval(draws, held.confidence)
    method = f"bootstrap over keys of a ratio, {len(draws)} resamples, percentile"
    return Estimate(value, low, high, float(np.nanstd(draws, ddof=1)), method, len(lost)), ""

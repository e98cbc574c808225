"""Outcomes before and after a repair, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.asking import FloatArray, Pair, asking_rows, same_language_share
from monosashi.language.corpus import Corpus
from monosashi.language.effect import RepairedDirection
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import Outcomes, Resampled
from monosashi.language.thinned import Thinned
from monosashi.language.trial import overlap
from monosashi.ranking import GoldRanks, hits
from monosashi.results import Estimate
from monosashi.statistics.bootstrap import FEW, FEW_CHANGES, percentile_interval
from monosashi.statistics.paired import mcnemar_exact

GAIN = (-1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Measured:
    """The state before any repair."""

    corpus: Corpus
    ranks: GoldRanks
    thinned: Thinned
    ks: tuple[int, ...]

    def rows(self, pair: Pair) -> IntArray:
        """Queries of the source language that have a translation to find."""
        return asking_rows(self.corpus, pair)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Directions that have a query."""
        everything = permutations(range(len(self.corpus.languages)), 2)
        return [pair for pair in everything if len(self.rows(pair))]


@dataclass(frozen=True, eq=False)
class After:
    """The state after one repair."""

    name: str
    ranks: GoldRanks
    held_out: FloatArray | None


def add_before(columns: Outcomes, measured: Measured, pair: Pair) -> None:
    """Columns that all repairs are compared with."""
    rows, ranks = measured.rows(pair), measured.ranks
    alone, mixed = ranks.ranks("pool")[rows, pair[1]], ranks.ranks("mixed")[rows, pair[1]]
    columns.add((pair, "alone"), rows, hits(alone, 1))
    columns.add((pair, "drop"), rows, hits(alone, 1) - hits(mixed, 1))
    lost, _ = measured.thinned.parts(rows, pair[1], 1, (hits(alone, 1), hits(mixed, 1)))
    mutual = measured.thinned.mutual_variance(rows, measured.corpus.keys(), pair[1], 1)
    columns.add((pair, "language drop"), rows, lost, GAIN, mutual)
    for k in measured.ks:
        columns.add((pair, "before", k), rows, hits(mixed, k))
    columns.add((pair, "share"), rows, same_language_share(measured.corpus, ranks)[rows])
    known = rows[measured.corpus.task.gold[rows, pair[0]] >= 0]
    columns.add((pair, "known"), known, hits(ranks.ranks("mixed")[known, pair[0]], 1))


def add_after(columns: Outcomes, measured: Measured, repaired: After, pair: Pair) -> None:
    """Columns of one repair."""
    rows, (source, target) = measured.rows(pair), pair
    name, after, held_out = repaired.name, repaired.ranks, repaired.held_out
    before = measured.ranks.ranks("mixed")[rows, target]
    mixed = after.ranks("mixed")[rows, target]
    columns.add((pair, name, "alone"), rows, hits(after.ranks("pool")[rows, target], 1))
    columns.add((pair, name, "gain"), rows, hits(mixed, 1) - hits(before, 1), GAIN)
    for k in measured.ks:
        columns.add((pair, name, "after", k), rows, hits(mixed, k))
    columns.add((pair, name, "share"), rows, same_language_share(measured.corpus, after)[rows])
    kept = overlap(measured.ranks.top_own[rows], after.top_own[rows])
    columns.add((pair, name, "overlap"), rows, kept)
    if held_out is not None:
        columns.add((pair, name, "held out"), rows, hits(held_out[rows, target], 1))
    known = rows[measured.corpus.task.gold[rows, source] >= 0]
    columns.add((pair, name, "known"), known, hits(after.ranks("mixed")[known, source], 1))


def describe_repair(
    measured: Measured, found: Resampled, pair: Pair, name: str, reasons: dict[str, Fault]
) -> RepairedDirection:
    """Put one repair in one direction together."""
    source, target = (measured.corpus.languages[code] for code in pair)
    units = found.outcomes.units((pair, name, "gain"))
    gained, lost = int((units > 0).sum()), int((units < 0).sum())
    held_out = found.maybe((pair, name, "held out"))
    recovery = _recovery(found, pair, name)
    path = f"directions.{source}->{target}.{name}"
    if held_out is None:
        reasons[f"{path}.held_out"] = fault("language.reasons.not_refittable")
    if recovery is None:
        few = gained + lost < FEW_CHANGES
        code = "few_changes" if few else "no_drop"
        reasons[f"{path}.recovery"] = fault(f"language.reasons.{code}")
    if (pair, "known") not in found:
        for side in ("before", "after"):
            reasons[f"{path}.known_item_{side}"] = fault("language.reasons.no_independent_queries")
    if (pair, name, "overlap") not in found:
        reasons[f"{path}.overlap"] = fault("language.reasons.nothing_else")
    return RepairedDirection(
        source=source,
        target=target,
        repair=name,
        before=found.estimate((pair, "before", 1)),
        after=found.estimate((pair, name, "after", 1)),
        target_only=found.estimate((pair, "alone")),
        target_only_after=found.estimate((pair, name, "alone")),
        gain=found.estimate((pair, name, "gain")),
        recall_before={k: found.estimate((pair, "before", k)) for k in measured.ks},
        recall_after={k: found.estimate((pair, name, "after", k)) for k in measured.ks},
        recovery=recovery,
        held_out=held_out,
        gained=gained,
        lost=lost,
        mcnemar_p=mcnemar_exact(gained, lost),
        same_language_share_before=found.estimate((pair, "share")),
        same_language_share_after=found.estimate((pair, name, "share")),
        overlap=found.maybe((pair, name, "overlap")),
        known_item_before=found.maybe((pair, "known")),
        known_item_after=found.maybe((pair, name, "known")),
    )


def _recovery(found: Resampled, pair: Pair, name: str) -> Estimate | None:
    """Gain over drop, from the same resamples; None when either is not certain.

    A drop that more candidates alone explain is nothing that a repair of language could bring back.
    """
    lost, changed = (found.outcomes.units(key) for key in ((pair, "drop"), (pair, name, "gain")))
    if np.count_nonzero(changed) < FEW_CHANGES:
        return None
    if np.count_nonzero(lost) < FEW or (found.estimate((pair, "language drop")).low or 0.0) <= 0:
        return None
    drop, gain = found.draws[pair, "drop"], found.draws[pair, name, "gain"]
    draws = np.divide(gain, drop, out=np.full_like(gain, np.nan), where=drop > 0)
    value = found.outcomes.mean((pair, name, "gain")) / found.outcomes.mean((pair, "drop"))
    low, high = percentile_interval(draws, found.confidence)
    method = f"bootstrap over keys of a ratio, {len(draws)} resamples, percentile"
    return Estimate(value, low, high, float(np.nanstd(draws, ddof=1)), method, len(lost))

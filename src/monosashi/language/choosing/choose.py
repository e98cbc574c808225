"""From trials to rows, and from rows to a choice."""

from __future__ import annotations

from monosashi.embeddings import Fault
from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.costs import Use, costs_of
from monosashi.language.choosing.describing import Found, describe_way
from monosashi.language.choosing.option import RepairOption
from monosashi.language.choosing.outcomes_of_ways import collect
from monosashi.language.choosing.picking import Limits, pick
from monosashi.language.choosing.trials import Trials
from monosashi.language.choosing.ways import NONE
from monosashi.results import Provenance
from monosashi.statistics.bootstrap import Resampling


def choose(
    trials: Trials, resampling: Resampling, limits: Limits, use: Use, provenance: Provenance
) -> LanguageRepairChoice:
    """Numbers of all ways, and the one to take."""
    ground, reasons = trials.ground, dict(trials.reasons)
    outcomes = collect(ground, trials.tried, trials.tried[NONE])
    found = Found(ground, outcomes.resample(resampling, limits.confidence), trials.tried)
    drops = found.by_direction(NONE, "lost")
    options = _rows(found, trials, use, reasons)
    settled, taken = pick(options, trials.tried, found.resampled, limits, drops)
    return LanguageRepairChoice(
        provenance=provenance,
        reasons=reasons,
        options={one.name: one for one in settled},
        pick=taken.name,
        why=taken.why,
        best=taken.best,
        drops=drops,
        max_same_language_loss=limits.loss,
        loss_measured=(NONE, "same_language") in found.resampled,
        query_role=ground.role,
        languages=ground.languages,
        n_queries=ground.question.n,
        n_items=ground.n_units,
        folds=int(trials.folds.max()) + 1,
        confidence=limits.confidence,
        use=use,
    )


def _rows(
    found: Found,
    trials: Trials,
    use: Use,
    reasons: dict[str, Fault],
) -> list[RepairOption]:
    rows = []
    for way in trials.ways:
        measured = way.name in trials.tried
        costs = None
        if measured or way.kind == "bridge":
            costs = costs_of(found.ground, way, trials.raw, use)
        if measured and costs is not None:
            rows.append(describe_way(found, way, costs, trials.strengths.get(way.name, ()),
                                     reasons))  # fmt: skip
        else:
            rows.append(RepairOption(way.name, way.kind, None, "not_measured", costs))
    return rows

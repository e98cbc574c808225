"""From trials to rows, and from rows to a choice."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import Fault
from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.costs import Use, costs_of
from monosashi.language.choosing.deciding import queries_to_decide
from monosashi.language.choosing.describing import Found, describe_way
from monosashi.language.choosing.language_part import LANGUAGE_LOST, add_language_part
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
    add_language_part(outcomes, ground, trials.raw, trials.tried[NONE])
    resampled = outcomes.resample(resampling, limits.confidence)
    together = replace(resampled, confidence=for_all(limits.confidence, len(trials.tried) - 1))
    found = Found(ground, resampled, together, trials.tried)
    drops = found.by_direction(NONE, "lost")
    by_language = found.by_direction(NONE, LANGUAGE_LOST)
    options = _rows(found, trials, use, reasons)
    settled, taken = pick(options, trials.tried, together, limits, by_language)
    return LanguageRepairChoice(
        provenance=provenance,
        reasons=reasons,
        options={one.name: _with_need(one, limits.loss, ground.question.n) for one in settled},
        pick=taken.name,
        why=taken.why,
        best=taken.best,
        drops=drops,
        language_drops=by_language,
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


def _with_need(option: RepairOption, cap: float, queries: int) -> RepairOption:
    """How many queries would decide an open question of the cap."""
    if option.standing != "cap_not_shown" or option.loss is None:
        return option
    return replace(option, queries_to_decide=queries_to_decide(option.loss, cap, queries))


def for_all(confidence: float, comparisons: int) -> float:
    """The confidence of each of several intervals that hold together (Bonferroni).

    >>> for_all(0.95, 5)
    0.99
    """
    return 1 - (1 - confidence) / max(1, comparisons)


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
            row = describe_way(found, way, costs, trials.strengths.get(way.name, ()), reasons)
            rows.append(replace(row, standing="contrast") if way.contrast else row)
        else:
            rows.append(RepairOption(way.name, way.kind, None, "not_measured", costs))
    return rows

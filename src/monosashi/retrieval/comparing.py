"""``compare_retrieval``: systems on the same queries, pair by pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.errors import distinct
from monosashi.results import Provenance, Row
from monosashi.retrieval.comparison_result import RetrievalComparison
from monosashi.retrieval.differences import Testing, all_rows, told_apart
from monosashi.retrieval.doubts import shared_doubts
from monosashi.retrieval.options import Seed, confidence_faults, seed_name
from monosashi.retrieval.pairing import Paired, turned
from monosashi.retrieval.results import Retrieval
from monosashi.retrieval.switching import measure_switch
from monosashi.statistics.generators import as_generator
from monosashi.statistics.multiplicity import ADJUSTMENTS


def compare_retrieval(
    results: Mapping[str, Retrieval] | Sequence[Retrieval],
    *,
    metric: str = "ndcg@10",
    adjust: str = "holm",
    permutations: int = 9999,
    confidence: float = 0.95,
    rng: Seed = None,
) -> RetrievalComparison:
    """Compare systems query by query, on all metrics they share.

    Differences are paired: the same queries, the same units. The interval is one over units, as
    for one system alone; p comes from flipping the sign of whole units, exactly where that can be
    counted. They speak of other queries like these on the same documents, not of other
    collections. Intervals that hold 0 do not show that systems are equal.

    Parameters
    ----------
    results : mapping of system to Retrieval, or a sequence of them
        The first of two counts as old, the second as new.
    metric : str
        What ``best`` in the findings means: ``"ndcg@10"``, ``"recall@1"``, ``"mrr"``, ``"map"`` …
    adjust : "holm" or "bonferroni"
        Over the pairs, metric by metric.
    permutations : int
        Random sign flips where all cannot be counted.
    confidence : float
        Systems are told apart when the adjusted p lies below 1 - confidence.
    rng : int or Generator, optional

    Raises
    ------
    DataError
        Fewer than two systems; systems that answered other queries, or with other gold or groups
        (the queries are named); a metric that not all have.

    Examples
    --------
    >>> from monosashi.retrieval import measure_rankings
    >>> gold = {f"q{i}": "a" for i in range(8)}
    >>> old = measure_rankings({name: ["b", "a"] for name in gold}, gold)
    >>> new = measure_rankings({name: ["a", "b"] for name in gold}, gold)
    >>> found = compare_retrieval({"old": old, "new": new}, metric="recall@1")
    >>> found.difference("new", "old")["p_value"], found.switch.moves[0]["gained"]
    (0.0078125, 8)
    """
    paired = Paired.of(results)
    metrics = _shared(paired)
    if faults := _option_faults(metric, metrics, adjust, permutations, confidence):
        raise DataError(*faults)
    generator = as_generator(rng)
    testing = Testing(confidence, adjust, permutations, int(generator.integers(2**62)))
    rows = _one_way(paired, all_rows(paired, metrics, testing), metric)
    best = {name: _best(paired, name) for name in metrics}
    two = len(paired.names) == 2
    provenance = _provenance(paired, permutations, rng)
    switch = measure_switch(paired, rows, testing, provenance, metric=metric) if two else None
    held = {name: paired.results[name].metrics for name in paired.names}
    return RetrievalComparison(
        provenance=provenance,
        reasons={} if two else {"switch": fault("retrieval.reasons.not_two",
                                                systems=len(paired.names))},
        systems=paired.names,
        n_queries=paired.first.n,
        n_groups=paired.units.n,
        metric=metric,
        metrics=metrics,
        levels={system: {name: held[system][name] for name in metrics} for system in held},
        differences=rows,
        best=best,
        tied_with_best={name: _tied(paired, rows, name, best[name], confidence)
                        for name in metrics},
        switch=switch,
        adjust=adjust,
        confidence=confidence,
        n_missing={name: len(held.missing) for name, held in paired.results.items()},
        n_left_out=dict.fromkeys(paired.names, 0),
        doubts=shared_doubts(paired.results),
        query_rows=_query_rows(paired, metric),
    )  # fmt: skip


def _one_way(paired: Paired, rows: tuple[Row, ...], metric: str) -> tuple[Row, ...]:
    """Of two systems new minus old; of more the higher in the main metric minus the lower."""
    order = list(paired.names[::-1])
    if len(order) > 2:
        order = sorted(paired.names, key=lambda name: -paired.results[name].metrics[metric].value)
    place = {name: i for i, name in enumerate(order)}
    found = []
    for row in rows:
        first, second = sorted((row["model_a"], row["model_b"]), key=place.__getitem__)
        found.append(turned(rows, first, second, row["metric"]))
    return tuple(found)


def _shared(paired: Paired) -> tuple[str, ...]:
    held = [found.metrics for found in paired.results.values()]
    return tuple(name for name in held[0] if all(name in other for other in held))


def _option_faults(
    metric: str, metrics: tuple[str, ...], adjust: str, permutations: int, confidence: float
) -> list[Fault]:
    faults = confidence_faults(confidence)
    for name, given, known in (("metric", metric, metrics), ("adjust", adjust, ADJUSTMENTS)):
        if given not in known:
            faults.append(fault("embeddings.errors.bad_choice", name=name, given=given,
                                choices=", ".join(known)))  # fmt: skip
    if permutations < 1:
        faults.append(fault("retrieval.errors.permutations", given=permutations))
    return faults


def _best(paired: Paired, metric: str) -> str:
    """The highest mean; the first of equals."""
    return max(paired.names, key=lambda name: paired.results[name].metrics[metric].value)


def _tied(
    paired: Paired, rows: tuple[Row, ...], metric: str, best: str, confidence: float
) -> tuple[str, ...]:
    """The best, and all whose adjusted p does not tell them from it."""
    ps = {name: turned(rows, best, name, metric)["p_adjusted"]
          for name in paired.names if name != best}  # fmt: skip
    return tuple(name for name in paired.names
                 if name == best or not told_apart(ps[name], confidence))  # fmt: skip


def _provenance(paired: Paired, permutations: int, rng: Seed) -> Provenance:
    marks = {name: found.provenance.fingerprint for name, found in paired.results.items()}
    notices = distinct(notice for found in paired.results.values()
                       for notice in found.provenance.notices)  # fmt: skip
    settings = {"systems": marks, "permutations": permutations, "rng": seed_name(rng)}
    return Provenance(paired.first.n, 0, "+".join(marks.values()), settings=settings,
                      notices=notices)  # fmt: skip


def _query_rows(paired: Paired, metric: str) -> tuple[Row, ...]:
    columns = {}
    for name in paired.names:
        ranks = paired.ranks(name)
        columns[f"rank {name}"] = [int(rank) if np.isfinite(rank) else None for rank in ranks]
        columns[f"{metric} {name}"] = paired.scores(name, metric).tolist()
    table = paired.first
    return tuple({"query": table.ids[i], "group": table.groups[i], "unit": int(table.units[i]),
                  **{name: values[i] for name, values in columns.items()}}
                 for i in range(table.n))  # fmt: skip

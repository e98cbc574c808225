"""One direction: its outcomes query by query, and what they come to."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.asking import Asking, FloatArray, Pair, same_language_share
from monosashi.language.layout import IntArray
from monosashi.language.miss_kinds import classify_misses, miss_shares
from monosashi.language.misses import worst_misses
from monosashi.language.outcomes import Outcomes, Resampled
from monosashi.language.rank_bins import rank_histogram
from monosashi.language.results import Direction, Guards, Pool
from monosashi.ranking import hits, reciprocal

COSINE = PART = (-1.0, 1.0)


def add_outcomes(columns: Outcomes, asking: Asking, pair: Pair) -> bool:
    """Add the columns of one direction; False when it has no query."""
    rows = asking.rows(pair)
    if not len(rows):
        return False
    _add_pools(columns, asking, pair, rows)
    _add_guards(columns, asking, pair, rows)
    return True


def _add_pools(columns: Outcomes, asking: Asking, pair: Pair, rows: IntArray) -> None:
    alone, mixed = (asking.ranks.ranks(pool)[rows, pair[1]] for pool in ("pool", "mixed"))
    for k in asking.ks:
        columns.add((pair, "target_only", k), rows, hits(alone, k))
        columns.add((pair, "mixed", k), rows, hits(mixed, k))
        columns.add((pair, "thinned", k), rows, asking.thinned.hits(k)[rows, pair[1]])
        _add_drop(columns, asking, pair, k, (hits(alone, k), hits(mixed, k)))
    columns.add((pair, "target_only", "mrr"), rows, reciprocal(alone))
    columns.add((pair, "target_only", "map"), rows, reciprocal(alone))
    columns.add((pair, "mixed", "mrr"), rows, reciprocal(mixed))
    columns.add((pair, "mixed", "map"), rows, asking.precision[rows])
    _add_drop(columns, asking, pair, "mrr", (reciprocal(alone), reciprocal(mixed)))


def _add_drop(
    columns: Outcomes, asking: Asking, pair: Pair, metric: int | str,
    found: tuple[FloatArray, FloatArray],
) -> None:  # fmt: skip
    """What is lost from the target language alone, over as many of all, to all of all."""
    rows, (alone, mixed) = asking.rows(pair), found
    language, candidates = asking.thinned.parts(rows, pair[1], metric, found)
    columns.add((pair, "drop", metric), rows, alone - mixed)
    mutual = asking.thinned.mutual_variance(rows, asking.corpus.keys(), pair[1], metric)
    columns.add((pair, "language drop", metric), rows, language, PART, mutual)
    columns.add((pair, "candidates drop", metric), rows, candidates, asking.thinned.rest_bounds)


def _add_guards(columns: Outcomes, asking: Asking, pair: Pair, rows: IntArray) -> None:
    ranks, (source, target) = asking.ranks, pair
    columns.add((pair, "share"), rows, same_language_share(asking.corpus, ranks)[rows])
    gold, nearest = ranks.score[rows, target], ranks.nearest_score[rows]
    columns.add((pair, "closer"), rows, (nearest > gold).astype(np.float64))
    columns.add((pair, "cosine", "translation"), rows, gold, COSINE)
    columns.add((pair, "cosine", "nearest"), rows, nearest, COSINE)
    columns.add((pair, "cosine", "same"), rows, asking.others[rows, source], COSINE)
    columns.add((pair, "cosine", "cross"), rows, asking.others[rows, target], COSINE)
    known = rows[asking.corpus.task.gold[rows, source] >= 0]
    for k in asking.ks:
        found = ranks.ranks("mixed")[known, source]
        columns.add((pair, "known", k), known, hits(found, k))


def describe(asking: Asking, found: Resampled, pair: Pair, reasons: dict[str, Fault]) -> Direction:
    """Put one direction together; what is undefined gets a reason."""
    rows, corpus = asking.rows(pair), asking.corpus
    source, target = (corpus.languages[code] for code in pair)
    lost, by_language, by_size = (
        {metric: found.estimate((pair, name, metric)) for metric in (*asking.ks, "mrr")}
        for name in ("drop", "language drop", "candidates drop")
    )
    guards, missed = _guards(asking, found, pair), classify_misses(asking, pair)
    for name in ("known_item", "cosine_same_language", "cosine_cross_language",
                 "cosine_nearest_same_language"):  # fmt: skip
        if getattr(guards, name) is None:
            code = "no_independent_queries" if name == "known_item" else "nothing_else"
            path = f"directions.{source}->{target}.guards.{name}"
            reasons[path] = fault(f"language.reasons.{code}")
    return Direction(
        source=source,
        target=target,
        n=len(rows),
        n_keys=lost[1].n,
        target_only=_pool(asking, found, pair, "target_only"),
        mixed=_pool(asking, found, pair, "mixed"),
        thinned={k: found.estimate((pair, "thinned", k)) for k in asking.ks},
        drop=lost[1],
        drops={k: lost[k] for k in asking.ks},
        mrr_drop=lost["mrr"],
        language_drop=by_language[1],
        language_drops={k: by_language[k] for k in asking.ks},
        mrr_language_drop=by_language["mrr"],
        candidates_drop=by_size[1],
        candidates_drops={k: by_size[k] for k in asking.ks},
        mrr_candidates_drop=by_size["mrr"],
        guards=guards,
        partner_ranks=rank_histogram(
            asking.ranks.ranks("mixed")[rows, pair[1]], asking.ranks.ranks("pool")[rows, pair[1]]
        ),
        examples=worst_misses(asking, pair, missed),
        miss_kinds=miss_shares(asking, missed, found.confidence),
    )


def _pool(asking: Asking, found: Resampled, pair: Pair, name: str) -> Pool:
    rows, sizes = asking.rows(pair), asking.corpus.layout.sizes
    which = "mixed" if name == "mixed" else "pool"
    hopeful = asking.ranks.ranks(which, "optimistic")[rows, pair[1]]
    ties = asking.ranks.ties_mixed if name == "mixed" else asking.ranks.ties_pool
    own = 0 if asking.corpus.asked.independent else 1
    return Pool(
        recall={k: found.estimate((pair, name, k)) for k in asking.ks},
        mrr=found.estimate((pair, name, "mrr")),
        map=found.estimate((pair, name, "map")),
        optimistic_recall={k: float(hits(hopeful, k).mean()) for k in asking.ks},
        ties=int(np.count_nonzero(ties[rows, pair[1]])),
        n_queries=len(rows),
        n_candidates=int(sizes.sum() - own if name == "mixed" else sizes[pair[1]]),
    )


def _guards(asking: Asking, found: Resampled, pair: Pair) -> Guards:
    sizes, own = asking.corpus.layout.sizes, 0 if asking.corpus.asked.independent else 1
    known = {k: found.estimate((pair, "known", k)) for k in asking.ks
             if (pair, "known", k) in found}  # fmt: skip
    return Guards(
        same_language_share=found.estimate((pair, "share")),
        neutral_share=float((sizes[pair[0]] - own) / (sizes.sum() - own)),
        known_item=known or None,
        cosine_translation=found.estimate((pair, "cosine", "translation")),
        cosine_same_language=found.maybe((pair, "cosine", "same")),
        cosine_cross_language=found.maybe((pair, "cosine", "cross")),
        cosine_nearest_same_language=found.maybe((pair, "cosine", "nearest")),
        nearest_wrong_closer=found.estimate((pair, "closer")),
    )

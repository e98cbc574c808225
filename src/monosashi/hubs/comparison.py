"""``compare_reductions``: what each does to hubs, and to answers where these are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.hubs.answers import Answers
from monosashi.hubs.comparison_result import ReductionComparison, ReductionEffect
from monosashi.hubs.inputs import check_size
from monosashi.hubs.reductions import FITS, Reduction
from monosashi.hubs.trial import Trial, Way
from monosashi.neighbors import Metric, check_k
from monosashi.results import Provenance

METHODS = ("icdm", "nicdm", "csls", "local-scaling", "mutual-proximity", "dissim-local", "sphere")
MOST_MUTUAL = 10_000
"""Above, mutual proximity (every pair by itself) is left out unless it is asked for by name."""


def compare_reductions(
    data: EmbeddingSet | Any,
    *,
    methods: Sequence[str | Reduction] | None = None,
    k: int = 10,
    correction_k: int | None = None,
    queries: EmbeddingSet | Any = None,
    gold: Any = None,
    metric: Metric = "euclidean",
    n_jobs: int | None = None,
) -> ReductionComparison:
    """Fit reductions, search again, and compare the lists with those of plain distances.

    Fewer hubs are not better answers. Judge by the Robin Hood index, the share in no list and the
    busiest 1 % together (skewness alone may rise while places are spread more evenly), and by
    recall where ``gold`` is known; its interval decides.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        The items searched.
    methods : sequence of names or fitted reductions, optional
        Names of ``FITS``; by default all but the empirical mutual proximity, and above 10,000 rows
        without mutual proximity.
    k : int
        Length of the lists.
    correction_k : int, optional
        Neighbours that corrections look at; default 2 k, since a correction should look further
        than the lists.
    queries : EmbeddingSet or (m, d) array, optional
        Queries searched in ``data``; by default every item among the others.
    gold : mapping of query id to ids of ``data``, or Gold, optional
    metric : "euclidean" or "cosine"
    n_jobs : int, optional

    Returns
    -------
    ReductionComparison
        Methods that these data do not allow stand in ``reasons``.

    Raises
    ------
    DataError
        What a search refuses; vectors too large or too small to be squared; unknown methods; a
        fitted reduction of other data; gold that names no query or item here.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(0).normal(size=(300, 40))
    >>> found = compare_reductions(x, methods=["icdm", "sphere"], k=5)
    >>> found.effects["icdm"].change.robin_hood.difference.high < 0
    True
    """
    held, asked = as_set(data), None if queries is None else as_set(queries)
    wanted = _wanted(methods, held)
    check_k(k, held.n, others=held.n - int(asked is None))
    if metric == "euclidean":
        check_size(held, asked)
    answers = None if gold is None else Answers.of(gold, held, held if asked is None else asked)
    trial = Trial.of(held, asked, k, Way(metric, correction_k or 2 * k, n_jobs), answers)
    effects: dict[str, ReductionEffect] = {}
    reasons: dict[str, Fault] = {}
    for one in wanted:
        name = one if isinstance(one, str) else one.kind
        try:
            effects[name] = trial.effect(one, name)
        except DataError as error:
            reasons[f"effects.{name}"] = error.faults[0]
    reasons |= _undefined(effects, answers)
    settings = {"metric": metric, "correction_k": trial.way.reach, "methods": [*effects]}
    return ReductionComparison(
        provenance=Provenance.of(held, k=k, **settings), reasons=reasons, n=held.n,
        n_queries=trial.before.n_queries, k=k, metric=metric, before=trial.before, effects=effects,
        recall_before=None if answers is None else answers.recall(trial.listed, k),
    )  # fmt: skip


def _undefined(effects: Mapping[str, ReductionEffect], answers: Answers | None) -> dict[str, Fault]:
    """Why numbers of methods that were measured are missing."""
    found = {f"effects.{name}.skewness": one.skewness_reason for name, one in effects.items()
             if one.skewness_reason is not None}  # fmt: skip
    if answers is None:
        why = fault("hubs.reasons.no_gold")
        found |= dict.fromkeys(("recall_before", "recall", "recall_difference"), why)
    return found


def _wanted(methods: Sequence[str | Reduction] | None, data: EmbeddingSet) -> list[str | Reduction]:
    if methods is None:
        large = data.n > MOST_MUTUAL
        return [name for name in METHODS if not (large and name == "mutual-proximity")]
    unknown = [one for one in methods if isinstance(one, str) and one not in FITS]
    if unknown:
        raise DataError(*(fault("embeddings.errors.bad_choice", name="methods", given=one,
                                choices=", ".join(FITS)) for one in unknown))  # fmt: skip
    return list(dict.fromkeys(methods))

"""What moving all queries back by one shift does to the ranks, before it is advised."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.advice.answer_pairs import AnswerPairs, Array, Rows, answer_pairs
from monosashi.embeddings import DataError, EmbeddingSet, unit_rows
from monosashi.results import Finding, Remedy
from monosashi.retrieval import Retrieval, compare_retrieval, measure_retrieval
from monosashi.retrieval.asking import Asking, asked_vectors

LEAST_UNITS = 20
K = 10


def with_shift_back(
    findings: list[Finding], asking: Asking, options: dict[str, Any], before: Retrieval, rng: int
) -> list[Finding]:
    """The same findings; the one about a shift carries what taking it away does."""
    return [_with(finding, asking, options, before, rng)
            if finding.code == "advice.displaced" else finding for finding in findings]  # fmt: skip


def _with(
    finding: Finding, asking: Asking, options: dict[str, Any], before: Retrieval, rng: int
) -> Finding:
    try:
        moved = shifted_back(asking, rng)
        if moved is None:
            return finding
        after = measure_retrieval(moved, asking.library.set, **options, rng=rng)
        compared = compare_retrieval({"before": before, "after": after}, rng=rng)
        row = compared.difference("after", "before", f"ndcg@{K}")
    except DataError:  # a query equal to the shift has no direction left
        return finding
    gained = {name: row[key] + 0.0 for name, key in
              (("gain", "difference"), ("low", "low"), ("high", "high"))}  # fmt: skip
    numbers = {"before": before.ndcg[K].value, "after": after.ndcg[K].value, "k": K, **gained}
    kind = "shift_back" if row["low"] > 0 else "shift_back_no_gain"
    return replace(finding, remedies=(Remedy(f"advice.{kind}", numbers),))


def shifted_back(asking: Asking, rng: int) -> EmbeddingSet | None:
    """Judged queries less the mean of q - d+ of the *other* half of the units; None for few units.

    Fitted to one half and applied to the other, both ways, so that no query is helped by its own
    answer.
    """
    units, pairs = asking.units.codes[: len(asking.rows)], answer_pairs(asking)
    known = np.unique(units[np.isin(asking.rows, pairs.rows)])
    if len(known) < LEAST_UNITS:
        return None
    half = np.random.default_rng(rng).permutation(known)[: len(known) // 2]
    judged = asking.queries.take(asking.rows)
    vectors = unit_rows(np.asarray(asked_vectors(judged), dtype=np.float64), judged.ids)
    inside = np.isin(units, half)
    for part in (inside, ~inside):
        vectors[part] -= _shift(pairs, asking.rows[~part])
    return replace(judged, vectors=vectors, query_vectors=None)


def _shift(pairs: AnswerPairs, fitted: Rows) -> Array:
    held = np.isin(pairs.rows, fitted)
    mean: Array = (pairs.query[held] - pairs.answer[held]).mean(axis=0)
    return mean

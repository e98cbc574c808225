"""Measure how queries lie to their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.advice.alignment import Alignment
from monosashi.advice.answer_pairs import answer_pairs
from monosashi.advice.displaced_finding import displaced_findings
from monosashi.advice.displacement import displacement
from monosashi.advice.shift_back import with_shift_back
from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.results import Provenance
from monosashi.retrieval import Retrieval, measure_margins
from monosashi.retrieval.asking import Asking


def measure_alignment(
    queries: EmbeddingSet | Any,
    documents: EmbeddingSet | Any,
    retrieval: Retrieval,
    *,
    pool_sizes: Sequence[int] = (),
    repeats: int = 20,
    shift_back: bool = True,
    confidence: float = 0.95,
    rng: int = 0,
    **asked: Any,
) -> Alignment:
    """Put the common shift of the queries, and margins of fixed size, beside the ranks.

    Says whether queries lie beside their answers as one body, and how M falls as the collection
    grows. Does not say that undoing the shift helps; where it is large, that is measured (fitted
    to one half of the queries, applied to the other) and stands in the finding.

    Parameters
    ----------
    queries, documents, asked
        As in ``measure_retrieval``: ``gold``, ``document``, ``exclude``, ``groups``.
    retrieval : Retrieval
        Measured on the same.
    pool_sizes : whole numbers below the number of documents
    repeats : int
        Random subsets a size.
    shift_back : bool
        Where the shift is large, also measure what taking it off does: one more search.

    Raises
    ------
    DataError
        As ``measure_margins``.
    """
    asking = Asking.of(queries, documents, **asked)
    pairs = answer_pairs(asking)
    moved = displacement(pairs, confidence=confidence)
    held = {"offset": moved.offset, "offset_share": moved.share, "margin": retrieval.margin}
    sizes = measure_margins(queries, documents, pool_sizes=pool_sizes, repeats=repeats,
                            confidence=confidence, rng=rng,
                            **asked).at_pool_sizes if len(pool_sizes) else {}  # fmt: skip
    found = displaced_findings(moved.share, moved.offset, pairs.m)
    if shift_back:
        found = with_shift_back(found, asking, asked, retrieval, rng)
    return Alignment(
        provenance=Provenance.of(asking.library.set, confidence=confidence, repeats=repeats,
                                 rng=rng),
        reasons=_reasons(held, retrieval),
        name=retrieval.name,
        n_judged=pairs.m,
        n_documents=asking.library.n,
        at_pool_sizes=sizes,
        found=tuple(found),
        **held,
    )  # fmt: skip


def _reasons(held: dict[str, Any], retrieval: Retrieval) -> dict[str, Fault]:
    why = {"offset": fault("advice.reasons.same_answer"),
           "offset_share": fault("advice.reasons.on_answer")}  # fmt: skip
    if (unknown := retrieval.reasons.get("margin")) is not None:
        why["margin"] = unknown
    return {name: why[name] for name, value in held.items() if value is None and name in why}

"""What changes for users when one system gives way to another whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate, Provenance, Row
from monosashi.retrieval.differences import Testing
from monosashi.retrieval.list_agreement import agreement, shares
from monosashi.retrieval.pairing import Paired, turned
from monosashi.retrieval.results import LISTED
from monosashi.retrieval.switch import Switch
from monosashi.retrieval.switch_judged import judged_fields, judged_metrics, judged_rows
from monosashi.retrieval.switch_rows import moved_rows
from monosashi.statistics.paired import mcnemar_exact

K = 10
NEEDS_GOLD = ("lost", "gained", "difference", "main_difference", "first_difference", "metric",
              "mcnemar_p")  # fmt: skip
Which = npt.NDArray[np.bool_]


def measure_switch(
    paired: Paired,
    rows: Sequence[Row],
    testing: Testing,
    provenance: Provenance,
    *,
    metric: str,
) -> Switch:
    """Compare the lists and the ranks of two systems, the first of them the old one.

    ``rows`` are the paired differences of the two, ``metric`` is the main one.
    """
    old, new = paired.names
    k = K if K in paired.ks or not paired.ks else max(paired.ks)
    lost, gained = moved(paired, k)
    columns = agreement(paired.top(old), paired.top(new))
    if paired.ks:
        columns |= {"lost": lost.astype(float), "gained": gained.astype(float)}
    found = shares(columns, paired.units, confidence=testing.confidence, rng=testing.seed)
    before, after = paired.ranks(old), paired.ranks(new)
    return Switch(
        provenance=provenance,
        reasons=_reasons(paired, found),
        old=old,
        new=new,
        k=k,
        listed=LISTED,
        n_queries=paired.first.n,
        n_groups=paired.units.n,
        confidence=testing.confidence,
        overlap=found.get("overlap"),
        same_first=found.get("same_first"),
        lost=found.get("lost"),
        gained=found.get("gained"),
        **(_differences(paired, rows, k, metric) if paired.ks else {}),
        lost_queries=moved_rows(paired, before, after, lost),
        gained_queries=moved_rows(paired, before, after, gained),
    )


def moved(paired: Paired, k: int) -> tuple[Which, Which]:
    """Which queries have their best answer leave, and which have it enter, the first k."""
    before, after = (paired.ranks(name) <= k for name in paired.names)
    return before & ~after, after & ~before


def list_reasons(found: dict[str, Estimate]) -> dict[str, Fault]:
    """Why the lists cannot be compared, where they cannot."""
    names = [name for name in ("overlap", "same_first") if name not in found]
    return dict.fromkeys(names, fault("retrieval.reasons.no_list"))


def _reasons(paired: Paired, found: dict[str, Estimate]) -> dict[str, Fault]:
    lacking = () if paired.ks else NEEDS_GOLD
    reasons = {**list_reasons(found), **dict.fromkeys(lacking, fault("retrieval.reasons.no_k"))}
    if paired.ks and 1 not in paired.ks:
        reasons["first_difference"] = fault("retrieval.reasons.no_first")
    if paired.ks and _grouped(paired):
        reasons["mcnemar_p"] = fault("retrieval.reasons.grouped", groups=paired.units.n,
                                     queries=paired.first.n)  # fmt: skip
    return reasons


def _grouped(paired: Paired) -> bool:
    """Whether several queries stand or fall together; a test of single queries is then wrong."""
    return paired.units.n < paired.first.n


def _differences(paired: Paired, rows: Sequence[Row], k: int, metric: str) -> dict[str, Any]:
    """The metrics that judge a switch, and for every k how many are lost and gained."""
    moves, roles = [_move(paired, rows, k) for k in paired.ks], judged_metrics(paired, metric, k)
    p = next(move["mcnemar_p"] for move in moves if move["k"] == k)
    return {**judged_fields(paired, rows, roles), "judged": judged_rows(paired, rows, roles),
            "metric": metric, "mcnemar_p": p, "moves": tuple(moves)}  # fmt: skip


def _move(paired: Paired, rows: Sequence[Row], k: int) -> Row:
    old, new = paired.names
    lost, gained = (int(which.sum()) for which in moved(paired, k))
    hits = turned(rows, new, old, f"hits@{k}")
    tested = {name: hits[name] for name in ("low", "high", "p_value", "smallest_p", "exact")}
    mcnemar = None if _grouped(paired) else mcnemar_exact(gained, lost)
    return {"k": k, "lost": lost, "gained": gained, "net": hits["difference"], **tested,
            "mcnemar_p": mcnemar}  # fmt: skip

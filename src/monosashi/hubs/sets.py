"""Hubs of several sets (models, collections), plain or corrected, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.hubs.comparison_result import ReductionComparison, ends_beside
from monosashi.hubs.hubs import Hubs
from monosashi.results import Estimate, Finding, Provenance, Result, Row, Tables

WITH_INTERVAL = ("antihub_share", "top_share_ratio", "robin_hood")
SHOWN = (*WITH_INTERVAL, "skewness")


@dataclass(frozen=True, kw_only=True)
class HubSets(Result):
    """One row a set, or a set and a reduction.

    Attributes
    ----------
    rows : list of rows ``set, method, n, n_queries, dimension, k, antihub_share,
        top_share_ratio, robin_hood, skewness, max_occurrence, worst`` (and ``recall``)
        Method is "none" for plain distances. Beside each statistic but skewness (a few large
        counts decide it) stand ``_low`` and ``_high``: its own interval, not that of a change.
    """

    kind: ClassVar[str] = "hub_sets"
    rows: list[Row]

    def tables(self) -> Tables:
        """``hub_sets``."""
        return {"hub_sets": list(self.rows)}

    def findings(self) -> list[Finding]:
        """``hubs.sets``: the ends; ``hubs.sets_differ`` when n or k differ, which moves numbers."""
        plain = [row for row in self.rows if row["method"] == "none"]
        ordered = sorted(plain, key=lambda row: row["antihub_share"])
        least, most = ordered[0], ordered[-1]
        numbers: dict[str, Any] = {
            "sets": len(plain), "most": most["set"], "most_share": most["antihub_share"],
            "least": least["set"], "least_share": least["antihub_share"], "k": most["k"],
            "least_text": _told(least), "most_text": _told(most),
        }  # fmt: skip
        code = "hubs.sets_tied" if len(plain) > 1 and _overlap(least, most) else "hubs.sets"
        found = [Finding(code, "note", numbers)]
        sizes = sorted({(row["n"], row["n_queries"]) for row in plain})
        if len(sizes) > 1:
            found.append(Finding("hubs.sets_differ", "note",
                                 {"smallest": sizes[0][0], "largest": sizes[-1][0]}))  # fmt: skip
        return found


def _told(row: Row) -> str:
    """``12.0% [9.1%, 14.9%]``."""
    low, high = row["antihub_share_low"], row["antihub_share_high"]
    span = "" if low is None else f" [{low:.1%}, {high:.1%}]"
    return f"{row['antihub_share']:.1%}{span}"


def _overlap(least: Row, most: Row) -> bool:
    ends = least["antihub_share_high"], most["antihub_share_low"]
    return None in ends or ends[0] >= ends[1]


def hub_sets(
    measured: Mapping[str, Hubs], compared: Mapping[str, ReductionComparison] | None = None
) -> HubSets:
    """Put hubs of several sets, and what reductions did to them, into one table.

    Examples
    --------
    >>> import numpy as np
    >>> from monosashi.hubs import measure_hubs
    >>> rng = np.random.default_rng(0)
    >>> sets = {str(d): measure_hubs(rng.normal(size=(300, d)), references=False) for d in (2, 60)}
    >>> [row["set"] for row in hub_sets(sets).rows]
    ['2', '60']
    """
    rows: list[Row] = []
    for name, hubs in measured.items():
        found = None if compared is None else compared.get(name)
        recall = None if found is None else found.recall_before
        rows.append(_row(name, "none", hubs, hubs, recall))
        if found is not None:
            rows += [
                _row(name, method, found.effects[method].after, hubs, found.effects[method].recall)
                for method in found.ordered()
            ]
    first = next(iter(measured.values())).provenance
    settings = {"k": rows[0]["k"], "sets": list(measured)}
    return HubSets(provenance=Provenance(first.n, first.dimension, first.fingerprint, first.model,
                                         settings, first.notices), rows=rows)  # fmt: skip


def _row(name: str, method: str, hubs: Hubs, plain: Hubs, recall: Estimate | None) -> Row:
    row: Row = {"set": name, "method": method, "n": hubs.n, "n_queries": hubs.n_queries,
                "dimension": plain.provenance.dimension, "k": hubs.k}  # fmt: skip
    for statistic in SHOWN:
        estimate = getattr(hubs, statistic)
        row[statistic] = None if estimate is None else estimate.value
    for statistic in WITH_INTERVAL:
        row |= ends_beside(statistic, getattr(hubs, statistic))
    row |= {"max_occurrence": hubs.max_occurrence, "worst": hubs.hubs[0]["id"]}
    return row if recall is None else {
        **row, "recall": recall.value, **ends_beside("recall", recall)}  # fmt: skip

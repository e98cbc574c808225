"""The result of looking for items that answer unrelated queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.results import Finding, Result, Row, Tables


@dataclass(frozen=True, kw_only=True)
class UnrelatedHubs(Result):
    """Items in far more lists than the others, for queries unlike each other.

    A flag is a reason to read the item, no proof of bad intent.

    Attributes
    ----------
    n, n_queries, k : int
    alpha : float
        Chance of any flag in a set without such items, by the model of the tail.
    limit : float
        Lists above which an item is beyond the tail of the others.
    flagged : list of rows ``index, id, text, occurrence, share, relatedness, queries``
    hubs : list of the same rows for the busiest items, flagged or not
    """

    kind: ClassVar[str] = "unrelated_hubs"
    n: int
    n_queries: int
    k: int
    metric: str
    alpha: float
    limit: float
    flagged: list[Row]
    hubs: list[Row]

    def tables(self) -> Tables:
        """``unrelated_hubs``: the busiest items, with what decides."""
        told = {row["index"] for row in self.flagged}
        return {"unrelated_hubs": [
            {**{name: value for name, value in row.items() if name != "queries"},
             "flagged": row["index"] in told} for row in self.hubs
        ]}  # fmt: skip

    def findings(self) -> list[Finding]:
        """``hubs.unrelated``, or ``hubs.no_unrelated``."""
        numbers: dict[str, Any] = {
            "n": self.n, "n_queries": self.n_queries, "k": self.k, "alpha": self.alpha,
            "limit": int(np.floor(self.limit)), "count": len(self.flagged),
            "most": self.hubs[0]["occurrence"],
        }  # fmt: skip
        if not self.flagged:
            asked = self.provenance.settings.get("queries")
            code = "hubs.no_unrelated_asked" if asked else "hubs.no_unrelated"
            return [Finding(code, "good", numbers)]
        first = self.flagged[0]
        numbers |= {"worst": first["id"], "relatedness": first["relatedness"],
                    "share": first["share"]}  # fmt: skip
        return [Finding("hubs.unrelated", "warning", numbers)]

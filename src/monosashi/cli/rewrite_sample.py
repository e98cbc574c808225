"""The sample of `monosashi rewrite select` as sheets that `monosashi rate read` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.models.rewriters.selection import RewriteSelection
    from monosashi.robustness.rating.sheets import Sheets

RATERS = 2


def rated_by_two(found: RewriteSelection, seed: int) -> Sheets:
    """The same rewritings for each rater, without names, each in an order of their own."""
    import numpy as np

    from monosashi.robustness.rating.sheets import CRITERIA, Sheets

    blank = dict.fromkeys(CRITERIA, "")
    rows = [{"item": f"i{row['item']}", "original": str(row["original"]),
             "rewritten": str(row["text"]), **blank} for row in found.sample]  # fmt: skip
    key = tuple({"item": f"i{row['item']}", "transformation": str(row["transformation"]),
                 "generator": str(held["generator"]), "id": str(held["record"]), "check": ""}
                for row, held in zip(found.sample, found.sample_key, strict=True))  # fmt: skip
    orders = [np.random.default_rng([seed, number]).permutation(len(rows))
              for number in range(RATERS)]  # fmt: skip
    return Sheets(tuple(tuple(rows[i] for i in order) for order in orders), key)

"""What people say of rewritings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.results import Finding, Result, Row, Tables, worst_first
from monosashi.robustness.rating.sheets import ALL
from monosashi.words import filling

ENOUGH = 0.6  # of AC2, below which raters agree too little to rest on


@dataclass(frozen=True, kw_only=True, repr=False)
class Ratings(Result):
    """Quality and fluency of rewritings, and how far raters agree.

    Attributes
    ----------
    n, n_raters : int
        Items (attention checks not counted); people.
    scale : tuple of float
    weights : str
        Of AC2; always to be told with it.
    level : str
        Of Krippendorff's alpha.
    rows : rows ``criterion, transformation, generator, n, mean, low, high, sd, acceptable,
        acceptable_low, acceptable_high, ac2, ac2_low, ac2_high, alpha, alpha_low, alpha_high``
        ``all`` first. ``mean`` is over items, each the mean of its raters, with an interval for
        means of bounded values (``statistics.mean_interval``);
        ``sd`` is that of single ratings; ``acceptable`` is the share of items with a mean of 3.0
        or more (of the middle of another scale).
    checks : rows ``rater, n, n_wrong``
    n_missing : int
        Ratings that are not there.
    """

    kind: ClassVar[str] = "ratings"
    n: int
    n_raters: int
    scale: tuple[float, ...]
    weights: str
    level: str
    acceptable_from: float
    rows: tuple[Row, ...]
    checks: tuple[Row, ...]
    n_missing: int
    confidence: float

    def __repr__(self) -> str:
        return f"Ratings({self.n} items, {self.n_raters} raters)"

    def tables(self) -> Tables:
        """``ratings`` and ``ratings_checks``."""
        rows = [{key: value for key, value in row.items() if key != "reason"} for row in self.rows]
        return {"ratings": rows, "ratings_checks": list(self.checks)}

    def whole(self, criterion: str) -> Row | None:
        """The row over all transformations."""
        return next((row for row in self.rows if row["criterion"] == criterion
                     and row["transformation"] == ALL), None)  # fmt: skip

    def findings(self) -> list[Finding]:
        """Means, agreement, and raters who did not attend."""
        told = [self._criterion(row) for row in self.rows
                if row["transformation"] == ALL and row["mean"] is not None]  # fmt: skip
        wrong = [row for row in self.checks if row["n_wrong"]]
        if wrong:
            told.append(Finding("robustness.attention", "warning", {
                "raters": ", ".join(row["rater"] for row in wrong),
                "wrong": sum(row["n_wrong"] for row in wrong),
                "total": sum(row["n"] for row in self.checks)}))  # fmt: skip
        return worst_first(told)

    def _criterion(self, row: Row) -> Finding:
        own = [one for one in self.rows if one["criterion"] == row["criterion"]
               and one["transformation"] != ALL]  # fmt: skip
        worst = min(own, key=lambda one: one["mean"]) if own else row
        low = row["ac2_low"] is not None and row["ac2"] < ENOUGH
        numbers: dict[str, Any] = {
            "criterion": row["criterion"],
            "criterion_word": f"robustness.words.{row['criterion']}",
            "n": row["n"], "n_raters": self.n_raters, "mean_text": ends(row, "mean", "low", "high"),
            "sd": row["sd"] or 0.0, "acceptable": row["acceptable"],
            "from": self.acceptable_from, "worst": worst["transformation"],
            "worst_mean": worst["mean"], "worst_text": ends(worst, "mean", "low", "high"),
            "ac2_text": ends(row, "ac2", "ac2_low", "ac2_high"),
            "alpha_text": ends(row, "alpha", "alpha_low", "alpha_high"),
            "weights": self.weights, "scale": f"{self.scale[0]:g}–{self.scale[-1]:g}",
        }  # fmt: skip
        # nearly equal ratings make AC2 high even of raters who answer at random
        unknown = row["alpha"] is not None and (row["alpha_low"] is None or row["alpha_low"] <= 0)
        code = "rated_alike" if unknown and not low else "rated"
        return Finding(f"robustness.{code}", "warning" if low or unknown else "note", numbers)


def ends(row: Row, name: str, low: str, high: str) -> str:
    """A value with its interval, or a dash."""
    if row[name] is None:
        return "–"
    value = filling.fill("{value:.2f}", {"value": row[name]})
    if row[low] is None:
        return value
    return f"{value} {filling.ends(row[low], row[high], '.2f')}"

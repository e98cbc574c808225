"""What a term that does nothing would take of the spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from monosashi.results import Row
from monosashi.shape.configuration import Array
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.leaving import LeftOut

Number = TypeVar("Number", float, Array)


@dataclass(frozen=True, eq=False)
class Chance:
    """What chance gives.

    Attributes
    ----------
    scheme : str
    means : mapping of term to float
        Mean partial R² over the arrangements that were tried, where they are not free.
    """

    scheme: str
    means: Mapping[str, float]

    @classmethod
    def of(cls, scheme: str, names: Sequence[str], values: Array) -> Chance:
        """From the (N, terms) partial R² of all arrangements; infinite ones count as 1."""
        if scheme == "free":
            return cls(scheme, {})
        means = np.where(np.isfinite(values), values, 1.0).mean(axis=0)
        return cls(scheme, dict(zip(names, means.tolist(), strict=True)))

    def share_of(self, fit: Fit, row: Row) -> float | None:
        """Expected R² of a row of a term.

        Of SS + SS of the residuals, what the other terms leave, df directions at random take
        df/(df + df of the residuals): the mean of partial R² without effect.
        """
        if not row["df"]:
            return None
        left = (row["ss"] + fit.ss_residual) / fit.ss_total
        if self.scheme == "free":
            return float(left * row["df"] / (row["df"] + fit.df_residual))
        mean = self.means.get(row["term"])
        return None if mean is None else left * mean

    def adjusted(self, fit: Fit, row: Row) -> float | None:
        """R² freed of it, (R² - expected)/(1 - mean partial R²): 0 where a term does nothing.

        Free of any scheme this is (SS - df MS of the residuals) / SS of all.
        """
        if self.scheme == "free":
            noise = row["df"] * fit.ss_residual / fit.df_residual
            return float((row["ss"] - noise) / fit.ss_total)
        mean = self.means.get(row["term"])
        left = (row["ss"] + fit.ss_residual) / fit.ss_total
        return None if mean is None or mean >= 1 else float(freed(row["r_squared"], left, mean))

    def adjusted_without(self, left: LeftOut, place: int, name: str) -> Array:
        """(G,) the same without each cluster; chance as it is with all of them."""
        if self.scheme == "free":
            plain: Array = left.adjusted[place]
            return plain
        share: Array = left.r_squared[place]
        found: Array = freed(share, left.left[place], self.means[name])
        return found


def freed(share: Number, left: Number, mean: float) -> Number:
    """R² that exceeds the mean partial R² of chance, on the scale where all that is left is 1.

    >>> freed(0.5, 1.0, 0.5), freed(1.0, 1.0, 0.5)
    (0.0, 1.0)
    """
    return (share - left * mean) / (1 - mean)

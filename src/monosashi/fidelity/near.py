"""The nearest others of every point, ties complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.points import Floats, Points
from monosashi.neighbors.problem import Rows


@dataclass(frozen=True)
class Near:
    """Pairs (row, column, dissimilarity) of distinct points, up to the k-th other of each row.

    Rows ascend; within a row dissimilarities ascend, equal ones by column. All that are as far as
    the k-th are held. A row's own copies are no pairs: they are at 0 and counted by weight.
    """

    points: Points
    k: int
    rows: Rows
    columns: Rows
    values: Floats

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The pairs alone."""
        return {"rows": self.rows, "columns": self.columns, "values": self.values}

    def radius(self, k: int, weights: Rows | None = None) -> Floats:
        """Dissimilarity of each distinct point to its k-th nearest other.

        With ``weights``, as if the points stood so often in the data; a point that then stands
        nowhere is treated as if it stood once. Where the pairs held do not reach the k-th other,
        it is that of the last pair.
        """
        held = self.points.weights if weights is None else weights
        own = np.maximum(held, 1) - 1
        radii = np.zeros(self.points.u)
        there, starts = np.unique(self.rows, return_index=True)
        if not len(there):
            return radii
        passed = np.cumsum(held[self.columns])
        before = np.concatenate([[0], passed])[starts]
        counts = np.diff(np.append(starts, len(self.rows)))
        reached = own[self.rows] + passed - np.repeat(before, counts) >= k
        reached[starts + counts - 1] = True
        radii[there] = np.minimum.reduceat(np.where(reached, self.values, np.inf), starts)
        return np.where(own >= k, 0.0, radii)

    def holders(self, radii: Floats, weights: Rows | None = None) -> Rows:
        """How many others hold each point in their ball of radius ``radii`` (at most the k-th).

        Own copies are at 0 and hold each other.
        """
        held = self.points.weights if weights is None else weights
        inside = self.values <= radii[self.rows]
        sums = np.bincount(self.columns[inside], weights=held[self.rows[inside]],
                           minlength=self.points.u)  # fmt: skip
        counted: Rows = (sums + np.maximum(held, 1) - 1).astype(np.int64)
        return counted

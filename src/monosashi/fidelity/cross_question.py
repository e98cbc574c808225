"""What is asked of a pass over real and generated points, and which scores decide it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.cross_parts import Found, Sure
from monosashi.fidelity.placing import Placed, limits, raised
from monosashi.fidelity.points import Floats, Points
from monosashi.neighbors.screen import Frame


@dataclass(frozen=True, kw_only=True)
class Question:
    """Both sides, the balls around them, and what is wanted; see ``cross_pass.count_balls``."""

    real: Points
    generated: Points
    frame: Frame
    scale: float
    real_radii: Floats
    generated_radii: Floats
    weights: Floats
    nearest: bool
    both: bool
    itself: bool
    keep: int
    keep_of_block: int

    @cached_property
    def row_limits(self) -> Floats:
        """Scores of the radii of the reals, in the frame."""
        return limits(self.real_radii, self.frame.scale)

    @cached_property
    def column_limits(self) -> Floats:
        """The same for the generated."""
        return limits(self.generated_radii, self.frame.scale)

    @property
    def all_of_it(self) -> list[Any]:
        """Everything that decides the answer."""
        sides = [getattr(side, name) for side in (self.real, self.generated)
                 for name in ("rows", "weights", "factors")]  # fmt: skip
        rest = [getattr(self, field.name) for field in fields(self)
                if field.name not in {"real", "generated", "frame"}]  # fmt: skip
        return [*sides, *rest]

    def sure_limits(
        self, left: Placed, right: Placed, rows: slice, columns: slice, dtype: npt.DTypeLike
    ) -> Sure:
        """Scores from which a pair lies inside, whatever the rounding: family by family."""
        a, b, f, g = left.error, right.error, left.heavy, right.heavy
        by_row = self.row_limits[:, rows] + 2 * (a * g.max() + f * b.max())
        by_column = self.column_limits[:, columns] + 2 * (a.max() * g + f.max() * b)
        return Sure(raised(by_row, dtype), raised(by_column, dtype))

    def bars(
        self, scores: FloatArray, sides: tuple[Placed, Placed], rows: slice, columns: slice,
        best: tuple[Floats, Floats],
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """The lowest score of a row, and of a column, that may still matter."""
        left, right = sides
        row_bar = self.row_limits[:, rows].min(axis=0, initial=np.inf)
        column_bar = self.column_limits[:, columns].min(axis=0, initial=np.inf)
        if not self.nearest:
            return row_bar, column_bar
        a, b, f, g = left.error, right.error, left.heavy, right.heavy
        if self.both:
            sure = scores.max(axis=1) - 2 * (a * g.max() + f * b.max())
            np.maximum(best[0], sure, out=best[0])
            row_bar = np.minimum(row_bar, best[0])
        sure = scores.max(axis=0) - 2 * (a.max() * g + f.max() * b)
        best[1][columns] = np.maximum(best[1][columns], sure)
        return row_bar, np.minimum(column_bar, best[1][columns])

    def unsettled(self, found: Found) -> npt.NDArray[np.bool_]:
        """Pairs that the scores leave open in some family."""
        rows, j = found.rows, found.j
        doubt = np.zeros(len(j), np.bool_)
        for bars in self.row_limits:
            doubt |= (found.high >= bars[rows]) & (found.low < bars[rows])
        for bars in self.column_limits:
            doubt |= (found.high >= bars[j]) & (found.low < bars[j])
        return doubt

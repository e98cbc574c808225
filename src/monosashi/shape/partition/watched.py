"""Columns that tell how many arrangements are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from monosashi.shape.configuration import Array
from monosashi.shape.permuting import Columns
from monosashi.shape.sums import IntArray

Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class Watched(Columns):
    """Columns around others; nothing but the telling differs.

    Attributes
    ----------
    inner : Columns
    total : int
    progress : function of (done, total)
    """

    inner: Columns
    total: int
    progress: Progress
    done: list[int] = field(default_factory=list)

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """Those of the columns within; appending to a list is safe between threads."""
        found = self.inner.values(members, units, single=single)
        self.done.append(len(members))
        self.progress(min(sum(self.done), self.total), self.total)
        return found


def watched(columns: Columns, total: int, progress: Progress | None) -> Columns:
    """The same columns, told about where somebody watches."""
    if progress is None:
        return columns
    return Watched(columns.matrix, columns.statistics, columns, total, progress)

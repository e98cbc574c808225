"""The drop in pools of equal size, as a result."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

from monosashi.results import Result, Tables


@dataclass(frozen=True)
class EqualPool:
    """One direction, averaged over random pools of equal size.

    Attributes
    ----------
    source, target : str
    target_only, mixed, drop : float
        Means of recall@1 (and their difference) over the repeats.
    deviation : float
        Standard deviation of the drop from one random pool to the next.
    low, high : float
        Lowest and highest drop of any repeat; no interval for other items.
    queries : float
        Mean number of queries whose translation was drawn.
    whole : float
        The drop in the pool as it is.
    language_drop, language_deviation, language_low, language_high, language_whole : float
        The same of the part of the drop that language costs; the rest is what more candidates do.
    """

    source: str
    target: str
    target_only: float
    mixed: float
    drop: float
    deviation: float
    low: float
    high: float
    queries: float
    whole: float
    language_drop: float
    language_deviation: float
    language_low: float
    language_high: float
    language_whole: float


@dataclass(frozen=True, kw_only=True)
class EqualPools(Result):
    """The drop with pools of equal size, drawn at random several times.

    Attributes
    ----------
    rows : tuple of EqualPool
    size : int
        Documents of every language in each draw: those of the smallest.
    repeats : int
    documents : mapping of language to number of documents that there are
    """

    kind: ClassVar[str] = "equal_pools"
    rows: tuple[EqualPool, ...]
    size: int
    repeats: int
    documents: dict[str, int]

    def tables(self) -> Tables:
        """``equal_pools``: one row a direction."""
        return {"equal_pools": [asdict(row) for row in self.rows]}

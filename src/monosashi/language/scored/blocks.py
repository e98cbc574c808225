"""Scores of queries with documents, a block of queries at a time, and what a method needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from monosashi.language.scored.space import Space

Float64Array = npt.NDArray[np.float64]
Probed = Literal["none", "documents", "queries"]


class ScoreBlocks(Protocol):
    """Scores of every query with every document; higher is better."""

    @property
    def n_queries(self) -> int:
        """Rows of the whole table."""
        ...

    @property
    def n_documents(self) -> int:
        """Columns, in the order of ``Corpus.candidates``."""
        ...

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) scores, a new array.

        Chunks are already one document each; documents hidden from a query still have a score.
        -inf says that a document would never be listed.
        """
        ...


@dataclass(frozen=True)
class Needs:
    """What serving a method asks for, as a row of a table of costs.

    Attributes
    ----------
    probes : str
        What it is fitted on: ``"none"``, ``"documents"`` or ``"queries"``.
    n_probes : int
        How many of them it was fitted on.
    searches : int
        Searches of an index a query.
    memory_bytes : int
        Kept beside the vectors, in float64.
    query_language : bool
        Whether the language of a query must be known.
    """

    probes: Probed
    n_probes: int
    searches: int
    memory_bytes: int
    query_language: bool


class ScoreMethod(Protocol):
    """A way to score: fitted on some documents and queries, used on any of the same languages."""

    @property
    def code(self) -> str:
        """Name for tables."""
        ...

    def refit(self, space: Space) -> ScoreMethod:
        """The same method, fitted on another part."""
        ...

    def scores(self, space: Space) -> ScoreBlocks:
        """Score the queries of a space with its documents."""
        ...

    def needs(self, space: Space) -> Needs:
        """What it takes to serve this space."""
        ...

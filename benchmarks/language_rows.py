"""A row of a table of expected values: what, how much, within what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import monosashi as ms


@dataclass(frozen=True)
class Row:
    what: str
    found: float
    expected: float
    tolerance: float = 0.005

    @property
    def fits(self) -> bool:
        return abs(self.found - self.expected) <= self.tolerance + 1e-9

    def __str__(self) -> str:
        mark = "" if self.fits else "   <-- differs"
        return f"  {self.what:58} {self.found:.4f}  ({self.expected:.3f} ± {self.tolerance}){mark}"


def recalls(pages: ms.EmbeddingSet, pair: tuple[str, str]) -> tuple[float, float]:
    """recall@1 among the target's documents, and in the mixed pool."""
    bias = ms.measure_language_bias(pages, key="key", language="lang", source=pair[0],
                                    target=pair[1])  # fmt: skip
    found = bias.directions[pair]
    return float(found.target_only.recall[1]), float(found.mixed.recall[1])


def mixed(pages: ms.EmbeddingSet, pair: tuple[str, str]) -> float:
    return recalls(pages, pair)[1]


def as_inner_products(pages: ms.EmbeddingSet) -> ms.EmbeddingSet:
    """One coordinate more, so that cosines order documents as inner products did before.

    Documents are filled up to one length, queries with 0 (the reduction of Bachrach et al. 2014).
    """
    squares = (pages.vectors.astype(np.float64) ** 2).sum(axis=1)
    fill = np.sqrt(squares.max() - squares)[:, None]
    return ms.EmbeddingSet.from_arrays(
        np.hstack([pages.vectors, fill]), ids=pages.ids, columns=pages.columns,
        query_vectors=np.hstack([pages.query_vectors, np.zeros((pages.n, 1))]),
    )  # fmt: skip

"""The model as orthonormal directions over the cells of a design.

Objects that agree in every term form a cell, and a model cannot tell them apart: all bases live on
the C cells (weighted by their counts), never on n × n matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.partition.terms import Term
from monosashi.shape.sums import IntArray

ALIASED = 1e-7


@dataclass(frozen=True, eq=False)
class Cells:
    """Which objects no term tells apart.

    Attributes
    ----------
    cell_of : (n,) cell of every object
    firsts : (C,) one object of each cell
    """

    cell_of: IntArray
    firsts: IntArray

    @classmethod
    def of(cls, terms: Sequence[Term]) -> Cells:
        """Sort the objects into cells."""
        stacked = np.stack([np.asarray(term.values, dtype=np.float64) for term in terms], axis=1)
        _, firsts, cells = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
        return cls(cells.reshape(-1), firsts)

    @cached_property
    def counts(self) -> Array:
        """(C,) objects in each cell."""
        return np.bincount(self.cell_of, minlength=len(self.firsts)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Design:
    """An orthonormal basis of the whole model, and where each term lies in it.

    Attributes
    ----------
    basis : (C, r)
        On cells weighted by the square root of their counts; the first direction is the mean.
    places : tuple of (r, k)
        The columns of every term, of length 1, in coordinates of the basis; the mean first.
    ends : (terms + 1,) whole numbers
        Where the directions that each term added end; the mean first.
    """

    basis: Array
    places: tuple[Array, ...]
    ends: tuple[int, ...]

    @property
    def rank(self) -> int:
        """Dimensions of the model, the mean among them."""
        return int(self.basis.shape[1])

    def added(self, term: int) -> Array:
        """(r, df) directions that a term adds to those before it."""
        return np.eye(self.rank)[:, self.ends[term] : self.ends[term + 1]]

    def between(self, upper: Sequence[int], lower: Sequence[int]) -> Array:
        """(r, df) directions of the terms ``upper`` that the terms ``lower`` do not span.

        Terms are counted from 0; the mean always belongs to both.
        """
        below = independent(self._joined(lower))
        left = self._joined(upper)
        for _ in range(2):  # once more takes away what rounding left
            left = left - below @ (below.T @ left)
        return independent(left)

    def _joined(self, terms: Sequence[int]) -> Array:
        return np.concatenate([self.places[0], *(self.places[1 + t] for t in terms)], axis=1)


def independent(columns: Array) -> Array:
    """Orthonormal directions that columns (of length at most 1) span: those not lost to rounding.

    A direction counts when its singular value is above 1e-7, the limit that linear models use.
    """
    directions, values, _ = np.linalg.svd(columns, full_matrices=False)
    return directions[:, values > ALIASED]


def design_of(columns: Sequence[Array], counts: Array) -> Design:
    """Build the basis from (C, k) columns of each term over the cells, one term after the other."""
    weights = np.sqrt(counts)
    scaled = [_unit_columns(weights[:, None])]
    scaled += [_unit_columns(weights[:, None] * part) for part in columns]
    basis, ends = scaled[0], [1]
    for part in scaled[1:]:
        left = part
        for _ in range(2):
            left = left - basis @ (basis.T @ left)
        basis = np.concatenate([basis, independent(left)], axis=1)
        ends.append(basis.shape[1])
    return Design(basis, tuple(basis.T @ part for part in scaled), tuple(ends))


def _unit_columns(columns: Array) -> Array:
    lengths = np.sqrt(np.einsum("ij,ij->j", columns, columns))
    return columns / np.where(lengths > 0, lengths, 1.0)


def directions_of(terms: Sequence[Term], design: Design, by: str) -> list[Array | None]:
    """(r, df) directions of each term: after those before it, or (margin) after all others.

    Covariates always come first and in order. None for a term that an asked interaction contains:
    given the interaction, nothing is left of it.
    """
    found: list[Array | None] = []
    everything = range(len(terms))
    for place, term in enumerate(terms):
        if by == "terms" or term.role == "covariate":
            found.append(design.added(place))
        elif any(term.parts < other.parts for other in terms):
            found.append(None)
        else:
            found.append(design.between(everything, [t for t in everything if t != place]))
    return found

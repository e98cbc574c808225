"""ICDM: one factor for each row, so that all rows are equally near to their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.candidates import Candidates
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.icdm_fit import Options, few_distinct, fit_factors
from monosashi.hubs.reductions.keyed import Keyed
from monosashi.hubs.reductions.reduction import Floats
from monosashi.hubs.reductions.scaled import scaled_neighbours
from monosashi.neighbors import Metric


@dataclass(frozen=True, kw_only=True, eq=False)
class ICDM(Keyed):
    r"""Iterative contextual dissimilarity: ``s_ij = d_ij delta_i delta_j``.

    Each step multiplies ``delta_i`` by ``(mean(r) / r_i)^exponent``, where r_i is the mean of the k
    smallest s_ij of row i under the factors of now (Sinkhorn's scaling, on neighbours that are
    sought anew), until all r agree within ``tolerance``. Afterwards every row is on average equally
    near to its k nearest others. The constants are ours; the papers' were not available.

    Take ``k`` larger than the lists you will read: with equal k skewness may rise while places are
    spread more evenly.

    Attributes
    ----------
    factors : (n,) float64 array
        delta, with geometric mean 1. Copies count as one row and share its factor.
    mean_distance : float
        Mean of r after the last step, in the scale of ``factors``.
    iterations : int
    error : float
        Largest ``|r_i / mean(r) - 1|`` after the last step.
    errors : tuple of float
        The same before each step, and at the end.
    converged : bool
    recomputed : int
        Rows that their candidate lists alone could not prove, over all steps.
    columns : int
        What proving these took: products of one row with all rows, over all steps (n of them are
        one pass over all pairs).

    References
    ----------
    Jégou, Harzallah & Schmid (2007), CVPR. Jégou, Schmid, Harzallah & Verbeek (2010), Accurate
    image search using the contextual dissimilarity measure, IEEE TPAMI 32(1).

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(300, 30))
    >>> icdm = ICDM.fit(x)
    >>> icdm.converged, icdm.neighbours(k=5).indices.shape
    (True, (300, 5))
    """

    kind = "icdm"
    numbers_kept = ("exponent", "tolerance", "max_iterations", "mean_distance", "recomputed",
                    "columns")  # fmt: skip
    arrays_kept = ("factors", "errors")

    exponent: float
    tolerance: float
    max_iterations: int
    factors: Floats = field(repr=False)
    mean_distance: float
    errors: tuple[float, ...] = field(repr=False)
    recomputed: int = 0
    columns: int = 0

    @classmethod
    def fit(
        cls,
        data: EmbeddingSet | Any,
        *,
        k: int = 10,
        exponent: float = 0.5,
        tolerance: float = 1e-3,
        max_iterations: int = 100,
        metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:
        """Balance the rows of ``data``.

        A sample of the columns foresees the factors, and one pass finds lists of candidates for
        them; each step works on these, proves row by row that nothing was missed, and screens
        further columns for rows that it cannot prove. The bytes are those of full searches,
        for any block size or number of threads.

        Parameters
        ----------
        data : EmbeddingSet or (n, d) array
        k : int
        exponent : float in (0, 1]
            Full steps (1) are faster on even data, but may swing for ever on uneven ones.
        tolerance : float above 0
        max_iterations : int
            When it is reached first, ``converged`` is False and ``notices`` says so.
        metric : "euclidean" or "cosine"
        n_jobs : int, optional

        Raises
        ------
        DataError
            Options out of range, an unknown metric, ``k`` not below n, zero vectors with cosine.
            With fewer than k + 3 distinct rows nothing is corrected (all factors 1, a notice).
        """
        options = Options.of((k,), exponent, tolerance, max_iterations)
        return cls._fit(Ground.of(data, metric), options, n_jobs)[0]

    @classmethod
    def fit_scales(
        cls,
        data: EmbeddingSet | Any,
        *,
        ks: Sequence[int],
        exponent: float = 0.5,
        tolerance: float = 1e-3,
        max_iterations: int = 100,
        metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> tuple[Self, ...]:
        """Fit once for each of ``ks``, with one search for all of them; the same as ``fit``."""
        options = Options.of(tuple(ks), exponent, tolerance, max_iterations)
        return cls._fit(Ground.of(data, metric), options, n_jobs)

    @classmethod
    def _fit(cls, ground: Ground, options: Options, n_jobs: int | None) -> tuple[Self, ...]:
        return tuple(fitted for fitted, _ in cls.fit_listed(ground, options, n_jobs))

    @classmethod
    def fit_listed(
        cls, ground: Ground, options: Options, n_jobs: int | None
    ) -> Iterator[tuple[Self, Candidates | None]]:
        """Each fit with the lists it rests on; None where too few rows are distinct."""
        for fields, lists in fit_factors(ground, options, n_jobs):
            yield cls(ground=ground, **options.kept(), **fields), lists

    @property
    def iterations(self) -> int:
        """Steps that were taken."""
        return len(self.errors) - 1

    @property
    def error(self) -> float:
        """Largest relative deviation of r from its mean after the last step."""
        return self.errors[-1]

    @property
    def converged(self) -> bool:
        """Whether the error fell below the tolerance."""
        return self.error < self.tolerance

    @property
    def corrects(self) -> bool:
        """Whether there were rows enough; if not, all factors are 1."""
        return not few_distinct(self.ground, self.k)

    def query_factors(
        self,
        queries: EmbeddingSet | Any,
        n_neighbours: int | None = None,
        *,
        n_jobs: int | None = None,
    ) -> Floats:
        """The factor of each outside row: ``mean_distance`` over its mean scaled distance.

        The mean is over the k + 1 (or ``n_neighbours``) smallest ``delta_i |y - x_i|`` among the
        distinct fitted rows, so it is never 0 and depends on nothing but these and the row itself:
        the same bits in any batch.

        Returns
        -------
        (m,) float64 array
        """
        return self._outside(self.ground.queries(queries), n_neighbours, None, n_jobs)

    def leave_one_out_factors(
        self, n_neighbours: int | None = None, *, n_jobs: int | None = None
    ) -> Floats:
        """``query_factors`` of the fitted rows themselves, each without itself (and its copies).

        Returns
        -------
        (n,) float64 array
        """
        own = np.arange(len(self.ground.distinct))
        found = self._outside(self.ground.distinct, n_neighbours, own, n_jobs)
        return found[self.ground.copies.kind]

    def _outside(
        self, rows: FloatArray, count: int | None, exclude: npt.ArrayLike | None,
        n_jobs: int | None,
    ) -> Floats:  # fmt: skip
        if not self.corrects:
            return np.ones(len(rows))
        wanted = self.k + 1 if count is None else count
        factors = self.factors[self.ground.copies.first]
        found = scaled_neighbours(rows, self.ground.distinct, factors, wanted, exclude=exclude,
                                  n_jobs=n_jobs)  # fmt: skip
        return np.asarray(self.mean_distance / found.distances.mean(axis=1))

    def weights(self) -> Floats:
        """``delta_j``."""
        return self.factors

    def own_terms(self) -> Floats:
        """``delta_i``."""
        return self.factors

    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """``query_factors`` of checked rows."""
        return self._outside(rows, None, None, n_jobs)

    def values(self, keys: Floats, terms: Floats) -> Floats:
        """Both factors."""
        return keys * terms[:, None]

    @classmethod
    def restore(cls, ground: Ground, kept: Mapping[str, Any], arrays: Mapping[str, Any]) -> Self:
        """Errors are numbers of their own, not an array."""
        told = dict(arrays)
        errors = tuple(told.pop("errors").tolist())
        return cls(ground=ground, errors=errors, **kept, **told)

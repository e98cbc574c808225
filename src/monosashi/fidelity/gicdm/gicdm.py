"""``GICDM``: fidelity and coverage that hubs do not distort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from monosashi.embeddings import EmbeddingSet
from monosashi.fidelity.gicdm.fitted_reals import FittedReals
from monosashi.fidelity.gicdm.fitting import fit_scales, fitting_scales
from monosashi.fidelity.gicdm.geometry import LocalGeometry, measure_local_geometry
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.parameters import Parameters, Scaling, listed
from monosashi.fidelity.gicdm.real_side import RealSide
from monosashi.fidelity.gicdm.scores import GicdmScores
from monosashi.fidelity.gicdm.transformed import Transformed
from monosashi.hubs.reductions.ground import Ground
from monosashi.neighbors import Metric, check_k


@dataclass(frozen=True, kw_only=True)
class GICDM(FittedReals):
    """Reals with one factor each, and a filter for generated points that do not lie like reals.

    Distances become ``G_ij = d(x_i, y_j) delta_i delta_j``. The factors of the reals make all of
    them equally near to their K neighbours (ICDM); that of a generated point is computed from it
    and the reals alone. Scaling alone would accept everything, so points whose nearness is unlike
    that of reals, at either of two scales, count nothing. **The filter rule and its limits are
    ours**, tuned on the synthetic benchmark; the source leaves them open.

    Attributes
    ----------
    parameters : Parameters
        As given.
    scales : tuple of Scale
        Those of the filter that enough distinct reals are there for.
    scaling : Scale or None
        Where the factors come from; None leaves distances as they are.
    notices : tuple of Fault
    """

    _sides: dict[int, RealSide] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def fit(
        cls,
        real: EmbeddingSet | Any,
        *,
        k: int = 10,
        exponent: float = 0.5,
        tolerance: float = 1e-3,
        max_iterations: int = 100,
        metric: Metric = "euclidean",
        scaling: Scaling = "icdm",
        filter_scales: Literal["auto"] | Sequence[int] = "auto",
        far: float | None = 2.5,
        near_fidelity: float | None = 7.0,
        near_coverage: float | None = 4.0,
        calibrate: bool = True,
        n_jobs: int | None = None,
    ) -> GICDM:
        """Fit the real side.

        Parameters
        ----------
        real : EmbeddingSet or (n, d) array
        k : int
            Neighbours of the scaling (K1); larger than the k of the measures.
        exponent, tolerance, max_iterations : float, float, int
            Of the iteration; see ``monosashi.ICDM``.
        metric : "euclidean" or "cosine"
            Cosine scales rows to length 1 first.
        scaling : "icdm" or "none"
            "none" keeps distances and filters only.
        filter_scales : "auto" or whole numbers
            "auto" is k and ``max(n // 10, min(100, n // 4))``, at most 500 (not tested above 5,000
            reals) and at least 2 k. A scale K is left out, with a notice, below K + 3 distinct
            reals. Empty: no filter.
        far, near_fidelity, near_coverage : float or None
            Limits in spreads of the reals; None is no limit.
        calibrate : bool
            Divide out what scaling and filter do to the reals themselves.
        n_jobs : int, optional
            Threads; they change no byte.

        Returns
        -------
        GICDM

        Raises
        ------
        DataError
            Parameters that cannot be meant; k too large; zero vectors with cosine.

        References
        ----------
        Salvy et al. (2026), GICDM, arXiv:2602.16449. Jégou et al. (2010), Accurate image search
        using the contextual dissimilarity measure, TPAMI 32.

        Examples
        --------
        >>> import numpy as np
        >>> rng = np.random.default_rng(0)
        >>> circle = rng.standard_normal((400, 2))
        >>> circle /= np.linalg.norm(circle, axis=1, keepdims=True)
        >>> fitted = GICDM.fit(circle)
        >>> within = fitted.score(0.5 * circle, k=5, metrics=("clipped_density",))
        >>> within.corrected["clipped_density"]
        0.0
        """
        parameters = Parameters(
            k=k, exponent=exponent, tolerance=tolerance, max_iterations=max_iterations,
            metric=metric, scaling=scaling, filter_scales=listed(filter_scales), far=far,
            near_fidelity=near_fidelity, near_coverage=near_coverage, calibrate=calibrate,
        )  # fmt: skip
        ground = Ground.of(real, metric)
        check_k(k, ground.n, others=ground.n - 1)
        ours = fitting_scales(ground, parameters.scales(ground.n))
        wanted = fitting_scales(ground, (k,)) if scaling == "icdm" else ()
        every = tuple(dict.fromkeys((*wanted, *ours)))
        fitted = fit_scales(ground, every, parameters, n_jobs=n_jobs)
        return cls.of(ground, parameters, fitted)

    def transform(self, generated: EmbeddingSet | Any, *, n_jobs: int | None = None) -> Transformed:
        """Factors and flags of generated points, each from itself and the reals alone.

        The same bytes whatever else is in the batch, and for any number of threads.

        Raises
        ------
        DataError
            Another dimension or model than the reals; zero vectors with cosine.
        """
        return Transformed.of(self, self.ground.queries(generated), n_jobs=n_jobs)

    def dissimilarity(
        self, rows: Any, generated: EmbeddingSet | Any, *, n_jobs: int | None = None
    ) -> Floats:
        """``G`` between some reals (row numbers) and generated points, for measures of your own.

        Flagged points are not left out: ``transform`` names them. A table of
        ``len(rows) x len(generated)`` numbers: ask for as many as memory holds.
        """
        return Transformed.of(self, self.ground.queries(generated),
                              n_jobs=n_jobs).dissimilarity(rows)  # fmt: skip

    def side(self, k: int, *, n_jobs: int | None = None) -> RealSide:
        """Balls of the reals, and what the reals themselves score, for one k; kept."""
        if k not in self._sides:
            check_k(k, self.n, others=self.n - 1)
            self._sides[k] = RealSide.of(self, k, n_jobs=n_jobs)
        return self._sides[k]

    def score(
        self,
        generated: EmbeddingSet | Any,
        *,
        k: int = 5,
        metrics: Sequence[str] = ("clipped_density", "clipped_coverage"),
        n_jobs: int | None = None,
    ) -> GicdmScores:
        """Corrected scores, and those of the filter without scaling.

        Parameters
        ----------
        generated : EmbeddingSet or (m, d) array
        k : int
            Neighbours that make the balls.
        metrics : names
            Defined: precision, density, coverage, clipped_density, clipped_coverage. Others need
            balls about generated points, or are no measure of neighbours: None with a reason.
        """
        seen = self.transform(generated, n_jobs=n_jobs)
        return GicdmScores.of(self, seen, k, tuple(metrics), n_jobs=n_jobs)

    def local_geometry(
        self, generated: EmbeddingSet | Any, *, k: int = 10, n_jobs: int | None = None
    ) -> LocalGeometry:
        """How far scaling changes which reals are near to a generated point."""
        return measure_local_geometry(self, self.ground.queries(generated), k, n_jobs=n_jobs)

    def save(self, path: str | Path) -> None:
        """Write a folder: factors and statistics beside a fingerprint of the reals, not the reals.

        A fit of the same reals and parameters that stands there is replaced.

        Raises
        ------
        DataError
            A folder of another kind stands there, or a fit of other reals or parameters.
        """
        from monosashi.fidelity.gicdm.files import check_replacing, write

        check_replacing(self, Path(path))
        write(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, real: EmbeddingSet | Any) -> GICDM:
        """Read a folder, for the same reals.

        Raises
        ------
        DataError
            Not such a folder, or ``real`` is not what it was fitted on.
        """
        from monosashi.fidelity.gicdm.files import read

        return read(Path(path), real)

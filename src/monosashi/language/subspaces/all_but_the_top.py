"""Remove the common mean and the strongest directions: a control that knows no languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import EVERYTHING, Float64Array
from monosashi.language.fitted import FittedRepair, Maps, Side, shared
from monosashi.language.fitting import learn, unused_queries
from monosashi.language.parts import Documents, everything_alike
from monosashi.language.row_maps import RowMap
from monosashi.language.subspaces.axes import check_rank, leading_axes


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class AllButTheTop(FittedRepair):
    """The common mean and the first principal directions of all documents.

    What this mends needs no knowledge of languages; where it does as well as a repair by
    language, languages were simply the largest difference there is.

    Attributes
    ----------
    components : int
    axes : (components, d) float64
        Orthonormal rows.
    """

    kind: ClassVar[str] = "all but the top"
    settings_kept: ClassVar[tuple[str, ...]] = ("components",)
    arrays_kept: ClassVar[Mapping[str, str]] = {"axes": "kd"}

    components: int
    axes: Float64Array

    @classmethod
    def fit(
        cls,
        documents: Documents,
        *,
        language: Column | None = None,  # noqa: ARG003 - the signature of all repairs
        components: int = 1,
        queries: EmbeddingSet | FloatArray | None = None,
        query_language: Column | None = None,  # noqa: ARG003
        renormalise: bool = True,
        force: bool = False,
        built_at: str | None = None,
    ) -> AllButTheTop:
        """Take the mean and the first principal directions of all unit vectors.

        Parameters
        ----------
        documents : EmbeddingSet, or iterable of EmbeddingSets
        components : int
            Directions removed; d / 100 was advised for word vectors.
        language, queries, query_language
            Not used.
        renormalise, force, built_at
            As in ``LanguageCentering.fit``.

        Raises
        ------
        DataError
            Fewer than 50 documents without ``force``, or fewer directions than ``components``.

        Notes
        -----
        v' = normalise((v - m) - P' P (v - m)) with the mean m and the top principal directions P
        of all unit vectors (Mu and Viswanath 2018).

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays([[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]])
        >>> AllButTheTop.fit(pages, force=True).apply(pages).vectors.round(3).tolist()
        [[0.707, -0.707, 0.0], [-0.707, 0.707, 0.0], [0.707, -0.707, 0.0], [-0.707, 0.707, 0.0]]
        """
        labelled, column = everything_alike(documents)
        learned = learn(labelled, language=column, force=force, built_at=built_at, gram="all")
        held = learned.held
        mean = held.overall()
        components = check_rank(components, len(mean) - 1, "bad_rank")
        covariance = learned.grams[EVERYTHING] / held.n - np.outer(mean, mean)
        axes = leading_axes(covariance, components, EVERYTHING)
        fitted = cls(**learned.kept, components=components, axes=axes, renormalise=renormalise)
        return replace(fitted, column=None,
                       notices=(*fitted.notices, *unused_queries(queries)))  # fmt: skip

    @property
    def is_global(self) -> bool:
        """It asks for no language; one that is given is not looked at."""
        return True

    def maps(self, side: Side) -> Maps:  # noqa: ARG002 - both sides lose the same
        """One map for everything."""
        mean = self.documents.overall()
        inside = (np.add.reduce(self.axes * mean, axis=1)[:, None] * self.axes).sum(axis=0)
        return shared(RowMap(inside - mean, self.axes, self.axes), self.languages)

    def _labels(self, data: EmbeddingSet, language: Any) -> TextArray:  # noqa: ARG002
        return np.array([EVERYTHING] * data.n, dtype=object)

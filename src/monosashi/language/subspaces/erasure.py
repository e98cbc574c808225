"""Erase what a linear rule could read of language (LEACE), with a shrunken covariance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import EVERYTHING, Float64Array
from monosashi.language.fitted import FittedRepair, Maps, Side, shared
from monosashi.language.fitting import learn, unused_queries
from monosashi.language.parts import Documents
from monosashi.language.row_maps import RowMap
from monosashi.language.subspaces.axes import one_order
from monosashi.language.subspaces.leace import erasing_axes
from monosashi.language.subspaces.shrinkage import centre, ledoit_wolf, shrink

Shrinkage = float | Literal["ledoit-wolf"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ConceptErasure(FittedRepair):
    """The least change after which the means of all languages are equal.

    Attributes
    ----------
    shrinkage : "ledoit-wolf" or float
        As it was asked for.
    weight : float
        Weight of the sphere in the covariance, 0 to 1, as it was used.
    read, write : (r, d) float64
        v loses sum_j ((v - mu) . read_j) write_j; r is at most the number of languages less one.
    """

    kind: ClassVar[str] = "concept erasure"
    settings_kept: ClassVar[tuple[str, ...]] = ("shrinkage",)
    numbers_kept: ClassVar[tuple[str, ...]] = ("weight",)
    arrays_kept: ClassVar[Mapping[str, str]] = {"read": "rd", "write": "rd"}

    shrinkage: Shrinkage
    weight: float
    read: Float64Array
    write: Float64Array

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together, as in a damaged folder."""
        if self.read.shape != self.write.shape:
            raise ValueError(f"shapes {self.read.shape} and {self.write.shape}")

    @classmethod
    def fit(
        cls,
        documents: Documents,
        *,
        language: Column,
        shrinkage: Shrinkage = "ledoit-wolf",
        queries: EmbeddingSet | FloatArray | None = None,
        query_language: Column | None = None,  # noqa: ARG003 - the signature of all repairs
        renormalise: bool = True,
        force: bool = False,
        built_at: str | None = None,
    ) -> ConceptErasure:
        """Find the erasing map from the documents' unit vectors.

        Parameters
        ----------
        documents : EmbeddingSet, or iterable of EmbeddingSets
            Read once in blocks; one d x d table is kept.
        language : column name or (n,) values; for parts a column name
        shrinkage : "ledoit-wolf", or a number from 0 to 1
            Weight of a sphere in the covariance. With fewer documents than dimensions 0 is
            refused. The languages' means become equal whatever it is.
        queries, query_language
            Not used: queries are mapped as documents are. Given queries are named in ``notices``.
        renormalise, force, built_at
            As in ``LanguageCentering.fit``. Renormalising moves the means apart again a little.

        Raises
        ------
        DataError
            One language only, too few documents of one, a covariance without an inverse.

        Notes
        -----
        x' = x - W^-1 U U' W (x - mu), W = covariance^-1/2, U = range of W Cov(x, language)
        (LEACE, Belrose et al. 2023, arXiv 2306.03819).

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays(
        ...     [[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]], columns={"lang": list("aabb")}
        ... )
        >>> mend = ConceptErasure.fit(pages, language="lang", force=True)
        >>> (mend.apply(pages).vectors.round(3) + 0.0).tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        """
        asked = check_shrinkage(shrinkage)
        learned = learn(documents, language=language, force=force, built_at=built_at, gram="all",
                        least_languages=2)  # fmt: skip
        held = learned.held
        mean, second = held.overall(), learned.grams[EVERYTHING]
        second /= held.n
        covariance = centre(second, mean)
        with one_order():
            weight = ledoit_wolf(mean, covariance, held.n) if isinstance(asked, str) else asked
        read, write = erasing_axes(
            shrink(covariance, weight), np.stack(list(held.means.values())) - mean
        )
        fitted = cls(**learned.kept, shrinkage=asked, weight=weight, read=read, write=write,
                     renormalise=renormalise)  # fmt: skip
        return replace(fitted, notices=(*fitted.notices, *unused_queries(queries)))

    @property
    def needs_language(self) -> bool:
        """All languages are mapped alike."""
        return False

    def maps(self, side: Side) -> Maps:  # noqa: ARG002 - both sides are mapped alike
        """One affine map for all languages."""
        mean = self.documents.overall()
        offset = (np.add.reduce(self.read * mean, axis=1)[:, None] * self.write).sum(axis=0)
        return shared(RowMap(offset, self.read, self.write), self.languages)


def check_shrinkage(given: Any) -> Shrinkage:
    """The name of the rule, or a number from 0 to 1."""
    if given == "ledoit-wolf":
        return "ledoit-wolf"
    number = isinstance(given, int | float | np.number) and not isinstance(given, bool)
    if not number or not 0 <= given <= 1:
        raise DataError(fault("language.errors.bad_shrinkage", given=given))
    return float(given)

"""Remove the directions that carry language: of each language (LIR), or of all (LSAR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, get_args

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Float64Array
from monosashi.language.fitted import FittedRepair, Maps, Side
from monosashi.language.fitting import Learned, learn, unused_queries
from monosashi.language.parts import Documents
from monosashi.language.row_maps import project_out
from monosashi.language.subspaces.axes import check_rank, leading_axes
from monosashi.language.subspaces.lsar import split_means

Method = Literal["lir", "lsar"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class LanguageSubspaceRemoval(FittedRepair):
    """Directions that carry language, removed from every vector.

    Attributes
    ----------
    method : "lir" or "lsar"
    rank : int
        Directions removed.
    directions : (L, rank, d) float64 for LIR, (1, rank, d) for LSAR
        Orthonormal rows; LIR has those of each language, in the order of ``languages``.
    """

    kind: ClassVar[str] = "subspace removal"
    settings_kept: ClassVar[tuple[str, ...]] = ("method", "rank")
    arrays_kept: ClassVar[Mapping[str, str]] = {"directions": "srd"}

    method: Method
    rank: int
    directions: Float64Array

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together, as in a damaged folder."""
        bases = len(self.languages) if self.method == "lir" else 1
        if self.method not in get_args(Method) or self.directions.shape[:2] != (bases, self.rank):
            raise ValueError(f"{self.method}, rank {self.rank}: shape {self.directions.shape}")

    @classmethod
    def fit(
        cls,
        documents: Documents,
        *,
        language: Column,
        method: Method = "lir",
        rank: int = 1,
        queries: EmbeddingSet | FloatArray | None = None,
        query_language: Column | None = None,  # noqa: ARG003 - the signature of all repairs
        renormalise: bool = True,
        force: bool = False,
        built_at: str | None = None,
    ) -> LanguageSubspaceRemoval:
        """Find what to remove from the documents' unit vectors.

        Parameters
        ----------
        documents : EmbeddingSet, or iterable of EmbeddingSets
            Read once in blocks; LIR keeps one d x d table a language.
        language : column name or (n,) values; for parts a column name
        method : "lir" or "lsar"
            LIR removes the top directions of each language from that language's vectors, the mean
            among them: with ``rank=1`` it nearly centres. LSAR removes from all vectors the few
            directions in which the languages' means differ, and keeps the mean they share.
        rank : int
            For LSAR at most the number of languages less one.
        queries, query_language
            Not used, as in both sources: queries lose the directions of documents. Given
            queries are named in ``notices``.
        renormalise, force, built_at
            As in ``LanguageCentering.fit``.

        Raises
        ------
        DataError
            Too few documents of a language (as ``LanguageCentering.fit``), a rank that the data
            do not have; LSAR with one language.

        Notes
        -----
        LIR: V_l = top right singular vectors of the uncentred unit rows of language l;
        v' = normalise(v - V_l' V_l v) (Yang et al. 2021, arXiv 2109.04727). LSAR: M = mu 1' +
        M_s G' with mu orthogonal to M_s, from the means M of the languages;
        v' = normalise(v - M_s M_s' v) (Xie et al. 2022, arXiv 2401.05792).

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays(
        ...     [[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]], columns={"lang": list("aabb")}
        ... )
        >>> mend = LanguageSubspaceRemoval.fit(pages, language="lang", method="lsar", force=True)
        >>> (mend.apply(pages).vectors.round(3) + 0.0).tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        """
        if method not in get_args(Method):
            raise DataError(fault("language.errors.bad_method", given=method))
        lir = method == "lir"
        learned = learn(
            documents, language=language, force=force, built_at=built_at,
            gram="language" if lir else "none", least_languages=1 if lir else 2,
        )  # fmt: skip
        find = _of_each_language if lir else _between_languages
        fitted = cls(**learned.kept, method=method, rank=int(rank), directions=find(learned, rank),
                     renormalise=renormalise)  # fmt: skip
        return replace(fitted, notices=(*fitted.notices, *unused_queries(queries)))

    @property
    def needs_language(self) -> bool:
        """LSAR treats all languages alike."""
        return self.method == "lir"

    def maps(self, side: Side) -> Maps:  # noqa: ARG002 - both sides lose the same directions
        """A projection a language, or one for all."""
        bases = self.directions if self.needs_language else [self.directions[0]] * len(
            self.languages
        )  # fmt: skip
        return {name: project_out(basis) for name, basis in zip(self.languages, bases, strict=True)}


def _of_each_language(learned: Learned, rank: int) -> Float64Array:
    dimension = len(next(iter(learned.held.means.values())))
    rank = check_rank(rank, dimension - 1, "bad_rank")
    return np.stack([leading_axes(learned.grams[name], rank, name) for name in learned.held.means])


def _between_languages(learned: Learned, rank: int) -> Float64Array:
    means = np.stack(list(learned.held.means.values()))
    rank = check_rank(rank, len(means) - 1, "lsar_rank")
    return split_means(means, rank)[0][None]

"""Subtract every language's mean vector: the smallest repair, kept with its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import EVERYTHING
from monosashi.language.fitted import FittedRepair, Maps, Side
from monosashi.language.fitting import MOST_STRENGTH, good_strength, learn
from monosashi.language.parts import Documents
from monosashi.language.row_maps import RowMap

__all__ = ["LanguageCentering", "Side"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class LanguageCentering(FittedRepair):
    """Each language's mean unit vector, and what it was made from.

    Attributes
    ----------
    documents : Centroids
        Means of the document vectors.
    queries : Centroids or None
        Means of query vectors; without them queries lose the document mean of their language.
    strength : float
        Share of the mean that is subtracted.
    model, built_at, fingerprint, ids_digest, column, renormalise, notices
        As for every ``FittedRepair``.
    """

    kind: ClassVar[str] = "centering"
    settings_kept: ClassVar[tuple[str, ...]] = ("strength",)
    arrays_kept: ClassVar[Mapping[str, str]] = {}
    nothing_left: ClassVar[str] = "language.errors.nothing_left"

    strength: float = 1.0

    def __post_init__(self) -> None:
        """Refuse a strength that no fit takes."""
        check_strength(self.strength)

    @classmethod
    def fit(
        cls,
        documents: Documents,
        *,
        language: Column,
        queries: EmbeddingSet | FloatArray | None = None,
        query_language: Column | None = None,
        strength: float = 1.0,
        renormalise: bool = True,
        force: bool = False,
        built_at: str | None = None,
    ) -> LanguageCentering:
        """Take the mean of the unit vectors of every language.

        Parameters
        ----------
        documents : EmbeddingSet, or iterable of EmbeddingSets
            Parts are read once, one after the other; vectors may be memory maps.
        language : column name or (n,) values
            A constant sequence gives one global mean. For parts: a column name.
        queries : EmbeddingSet, or (n, d) array with the rows' languages, optional
            Vectors in the query role, e.g. ``documents.query_vectors`` or a sample of the query
            log; 50 of a language are plenty.
        query_language : column name or values, optional
            Language of ``queries``; default ``language``.
        strength : float
            1 subtracts the whole mean, 0 nothing; at most 2.
        renormalise : bool
            Scale to length 1 afterwards. Without it one direction gains what the other loses.
        force : bool
            Accept languages of 2 to 49 documents; the mean is then noisy and may do harm.
        built_at : str, optional
            ISO date; default today (UTC).

        Raises
        ------
        DataError
            A language with one document (nothing would be left of it), or under 50 without
            ``force``; queries of another model or without a document of their language; a
            strength that is no number from 0 to 2.

        Notes
        -----
        c_l = mean of v / |v| over language l; v' = normalise(v / |v| - strength * c_l)
        (Libovický, Rosa and Fraser 2020, arXiv 2004.05160). The error of c_l is about
        sqrt((1 - |c_l|^2) / n).

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays(
        ...     [[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]], columns={"lang": list("aabb")}
        ... )
        >>> centred = LanguageCentering.fit(pages, language="lang", force=True).apply(pages)
        >>> centred.vectors.round(3).tolist()
        [[0.707, -0.707, 0.0], [-0.707, 0.707, 0.0], [0.707, -0.707, 0.0], [-0.707, 0.707, 0.0]]
        """
        check_strength(strength)
        learned = learn(
            documents, language=language, queries=queries, query_language=query_language,
            force=force, built_at=built_at,
        )  # fmt: skip
        return cls(**learned.kept, strength=float(strength), renormalise=renormalise)

    def refit(
        self, documents: EmbeddingSet, *, language: Column, queries: Any = None,
        query_language: Column | None = None,
    ) -> LanguageCentering:  # fmt: skip
        """The same repair fitted to other documents (as in cross-fitting)."""
        if self.is_global:
            language = ["all"] * documents.n
            if queries is not None:
                query_language = ["all"] * len(getattr(queries, "vectors", queries))
        return super().refit(documents, language=language, queries=queries,
                             query_language=query_language)  # fmt: skip

    @property
    def is_global(self) -> bool:
        """Whether there is one mean for everything."""
        return len(self.languages) == 1

    @property
    def code(self) -> str:
        """``"global_mean"``, ``"query_centering"`` or ``"centering"``: keys the words."""
        if self.is_global:
            return "global_mean"
        return "centering" if self.queries is None else "query_centering"

    @property
    def called(self) -> str:
        """``query-centering`` where queries have means of their own."""
        if EVERYTHING in self.languages:
            return "global-mean"
        return "centering" if self.queries is None else "query-centering"

    def maps(self, side: Side) -> Maps:
        """Minus the mean; queries lose the mean of queries if there is one."""
        asked = side == "query" and self.queries is not None
        held = self.queries if asked and self.queries is not None else self.documents
        return {name: RowMap(-self.strength * mean) for name, mean in held.means.items()}

    def _labels(self, data: EmbeddingSet, language: Column | None) -> TextArray:
        if language is None and self.is_global:
            return np.array([self.languages[0]] * data.n, dtype=object)
        return super()._labels(data, language)

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {n}" for name, n in self.documents.counts.items())
        name = self.model.name or "unnamed model"
        return f"LanguageCentering({self.code}, {name}, documents: {counts}, {self.built_at})"


def check_strength(given: Any) -> None:
    """Refuse what is no share of a mean."""
    if not good_strength(given):
        raise DataError(fault("language.errors.bad_strength", given=given, most=MOST_STRENGTH))

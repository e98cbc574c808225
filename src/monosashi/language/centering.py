"""Subtract every language's mean vector: the smallest repair, kept with its provenance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, as_set, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Centroids
from monosashi.language.fitting import ADVISED_DOCUMENTS, count_faults, ids_digest, query_side
from monosashi.language.same_model import model_faults
from monosashi.language.subtract import subtract_means

Side = Literal["document", "query"]


@dataclass(frozen=True, eq=False)
class LanguageCentering:
    """Each language's mean unit vector, and what it was made from.

    Attributes
    ----------
    documents : Centroids
        Means of the document vectors.
    queries : Centroids or None
        Means of query vectors; without them queries lose the document mean of their language.
    model : ModelCard
        Only vectors of this model can be mended with it.
    built_at : str
        ISO date.
    fingerprint, ids_digest : str
        Of the documents; of their sorted ids.
    column : str or None
        Name of the language column it was fitted with.
    strength : float
        Share of the mean that is subtracted.
    renormalise : bool
    notices : tuple of Fault
        Languages with fewer than 200 documents.
    """

    documents: Centroids
    queries: Centroids | None
    model: ModelCard
    built_at: str
    fingerprint: str
    ids_digest: str
    column: str | None = None
    strength: float = 1.0
    renormalise: bool = True
    notices: tuple[Fault, ...] = ()

    @classmethod
    def fit(
        cls,
        documents: EmbeddingSet,
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
        documents : EmbeddingSet
        language : column name or (n,) values
            A constant sequence gives one global mean.
        queries : EmbeddingSet, or (n, d) array with the rows' languages, optional
            Vectors in the query role, e.g. ``documents.query_vectors`` or a sample of the query
            log; 50 of a language are plenty.
        query_language : column name or values, optional
            Language of ``queries``; default ``language``.
        strength : float
            1 subtracts the whole mean, 0 nothing.
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
            ``force``; queries of another model or without a document of their language.

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
        documents = as_set(documents)
        labels = documents.column(language, "language")
        held = Centroids.of(documents.vectors, labels, documents.ids)
        spoken = language if query_language is None else query_language
        asked, faults = query_side(documents, labels, queries, spoken)
        faults += count_faults(held, asked, force=force)
        if faults:
            raise DataError(*faults)
        return cls(
            documents=held,
            queries=asked,
            model=replace(documents.model, dimension=documents.dimension),
            built_at=built_at or datetime.now(UTC).date().isoformat(),
            fingerprint=fingerprint(documents),
            ids_digest=ids_digest(documents.ids),
            column=language if isinstance(language, str) else None,
            strength=float(strength),
            renormalise=renormalise,
            notices=tuple(held.too_few("language.notices.few_documents", ADVISED_DOCUMENTS)),
        )

    def refit(
        self, documents: EmbeddingSet, *, language: Column, queries: Any = None,
        query_language: Column | None = None,
    ) -> LanguageCentering:  # fmt: skip
        """The same repair fitted to other documents (as in cross-fitting)."""
        labels = ["all"] * documents.n if self.is_global else language
        asked = None if self.queries is None else queries
        if self.is_global and query_language is not None and asked is not None:
            query_language = ["all"] * len(getattr(asked, "vectors", asked))
        return LanguageCentering.fit(
            documents, language=labels, queries=asked, query_language=query_language,
            strength=self.strength, renormalise=self.renormalise, force=True,
            built_at=self.built_at,
        )  # fmt: skip

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages it knows."""
        return tuple(self.documents.means)

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

    def apply(
        self, data: EmbeddingSet, *, language: Column | None = None, side: Side = "document"
    ) -> EmbeddingSet:
        """Mend a set: its vectors, and its query vectors with the query means if there are any.

        Parameters
        ----------
        data : EmbeddingSet of the same model
        language : column name or values; default the column it was fitted with
        side : "document" or "query"
            Which role the *vectors* of ``data`` have.

        Raises
        ------
        DataError
            Another model or dimension, a language without a mean, zero vectors, rows that equal
            their mean (nothing would be left of them).
        """
        data = as_set(data)
        faults = model_faults(self.model, data, sides=("centring", "vectors"),
                              roles=side == "document")  # fmt: skip
        if faults:
            raise DataError(*faults)
        labels = self._labels(data, language)
        means = self.documents if side == "document" else self._query_means
        vectors = self._subtract(data.vectors, labels, means, data.ids)
        queries = None
        if data.query_vectors is not None:
            queries = self._subtract(data.query_vectors, labels, self._query_means, data.ids)
        card = replace(data.model, normalised=self.renormalise)
        return replace(data, vectors=vectors, query_vectors=queries, model=card)

    @property
    def _query_means(self) -> Centroids:
        return self.documents if self.queries is None else self.queries

    def _labels(self, data: EmbeddingSet, language: Column | None) -> TextArray:
        if language is None and self.is_global:
            return np.array([self.languages[0]] * data.n, dtype=object)
        given = self.column if language is None else language
        if given is None:
            raise DataError(fault("language.errors.language_needed"))
        labels = data.column(given, "language")
        unknown = np.flatnonzero(~np.isin(labels, self.languages))
        if len(unknown):
            known, names = ", ".join(self.languages), sorted(set(labels[unknown]))
            raise DataError(fault("language.errors.unknown_language", unknown.tolist(), names,
                                  known=known))  # fmt: skip
        return labels

    def _subtract(
        self, vectors: FloatArray, labels: TextArray, means: Centroids, ids: TextArray
    ) -> FloatArray:
        return subtract_means(vectors, labels, means, ids, strength=self.strength,
                              renormalise=self.renormalise)  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Write a folder (``centering.json`` and npy files) whole or not at all."""
        from monosashi.language.centering_files import write_centering

        write_centering(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> LanguageCentering:
        """Read what ``save`` wrote; anything else is refused."""
        from monosashi.language.centering_files import read_centering

        return read_centering(Path(path))

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {n}" for name, n in self.documents.counts.items())
        name = self.model.name or "unnamed model"
        return f"LanguageCentering({self.code}, {name}, documents: {counts}, {self.built_at})"

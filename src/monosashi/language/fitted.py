"""What all fitted repairs share: where they come from, applying, fitting again, keeping."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, as_set, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.errors import distinct
from monosashi.embeddings.sets import Column
from monosashi.embeddings.source_rows import rows_of_source
from monosashi.language.centroids import Centroids
from monosashi.language.mendable import apply_faults, mended_card, unchecked_notices
from monosashi.language.repair_digest import repair_digest
from monosashi.language.row_maps import RowMap, mend_rows
from monosashi.language.spread import Spread

if TYPE_CHECKING:
    from monosashi.language.freshness.index_card import IndexCard
    from monosashi.language.freshness.results import RepairCheck
    from monosashi.models import Embedder

Side = Literal["document", "query"]
Maps = Mapping[str, RowMap | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class FittedRepair(ABC):
    """A repair of vectors by language, and what it was made from.

    Attributes
    ----------
    documents : Centroids
        Means and numbers of the documents, by language.
    queries : Centroids or None
        Means of query vectors, where the repair uses them.
    model : ModelCard
        Only vectors of this model can be mended with it.
    built_at : str
        ISO date.
    fingerprint, ids_digest : str
        Of the documents; of their sorted ids.
    column : str or None
        Name of the language column it was fitted with.
    renormalise : bool
        Whether mended vectors have length 1.
    notices : tuple of Fault
        Languages with fewer than 200 documents; what was given and not used.
    spread : mapping of language to Spread, or None
        How documents lie around their means, for the noise band of ``check``; None in folders
        that an older version wrote.
    query_spread : mapping of language to Spread, or None
        The same of queries, where it has means of them.
    query_source : "documents", "queries" or None
        Whose vectors the means of queries are of: the documents in the query role, or queries of
        their own. None without such means, and in folders that an older version wrote.
    """

    kind: ClassVar[str]
    settings_kept: ClassVar[tuple[str, ...]] = ()
    numbers_kept: ClassVar[tuple[str, ...]] = ()
    arrays_kept: ClassVar[Mapping[str, str]] = {}
    nothing_left: ClassVar[str] = "language.errors.nothing_left_of"

    documents: Centroids
    queries: Centroids | None = None
    model: ModelCard
    built_at: str
    fingerprint: str
    ids_digest: str
    column: str | None = None
    renormalise: bool = True
    notices: tuple[Fault, ...] = ()
    spread: Mapping[str, Spread] | None = None
    query_spread: Mapping[str, Spread] | None = None
    query_source: Literal["documents", "queries"] | None = None

    @abstractmethod
    def maps(self, side: Side) -> Maps:
        """What happens to the rows of every language; None leaves them as they are."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages it knows."""
        return tuple(self.documents.means)

    @property
    def called(self) -> str:
        """Its name on a command line; means of queries give centring another one."""
        return self.kind

    @property
    def is_global(self) -> bool:
        """Whether it asks for no language at all."""
        return False

    @property
    def has_own_queries(self) -> bool:
        """Whether it holds means of queries that are no documents in the query role.

        An older folder does not say so: there as many queries as documents are taken for these.
        """
        if self.queries is None or self.query_source is not None:
            return self.query_source == "queries"
        return dict(self.queries.counts) != dict(self.documents.counts)

    @property
    def needs_language(self) -> bool:
        """Whether rows of different languages are treated differently."""
        return not self.is_global

    def settings(self) -> dict[str, Any]:
        """Options of ``fit`` that this repair was made with."""
        return {name: getattr(self, name) for name in self.settings_kept}

    def apply(
        self, data: EmbeddingSet, *, language: Column | None = None, side: Side = "document"
    ) -> EmbeddingSet:
        """Mend a set: its vectors in the role ``side``, and its query vectors as queries.

        Parameters
        ----------
        data : EmbeddingSet of the same model
        language : column name or values; default the column it was fitted with
        side : "document" or "query"
            Which role the *vectors* of ``data`` have.

        Raises
        ------
        DataError
            Another model or dimension (by the card, or because a fixed text has moved), vectors
            that were mended before, a language it was not fitted to (by row), zero vectors, rows
            of which nothing would be left.
        """
        check_choice("side", side, ("document", "query"))
        data = as_set(data)
        with rows_of_source(data):
            return self._applied(data, language, side)

    def _applied(self, data: EmbeddingSet, language: Column | None, side: Side) -> EmbeddingSet:
        if faults := apply_faults(self.model, data, side):
            raise DataError(*faults)
        labels = self._labels(data, language)
        vectors = self._mend(data.vectors, labels, side, data.ids)
        queries = None
        if data.query_vectors is not None:
            queries = self._mend(data.query_vectors, labels, "query", data.ids)
        told = distinct([*data.notices, *unchecked_notices(self.model, data.model)])
        return replace(data, vectors=vectors, query_vectors=queries, notices=told,
                       model=self._card(data.model))  # fmt: skip

    def refit(
        self, documents: EmbeddingSet, *, language: Column, queries: Any = None,
        query_language: Column | None = None,
    ) -> Self:  # fmt: skip
        """The same repair fitted to other documents (as in cross-fitting)."""
        kind: Any = type(self)
        fitted: Self = kind.fit(
            documents, language=language, queries=None if self.queries is None else queries,
            query_language=query_language, renormalise=self.renormalise, force=True,
            built_at=self.built_at, **self.settings(),
        )  # fmt: skip
        return fitted

    @cached_property
    def digest(self) -> str:
        """8 hex digits of what it does to vectors; its mark in the cards of mended ones."""
        return repair_digest(self)

    @property
    def mark(self) -> str:
        """What cards of mended vectors say: ``"centering, 2026-01-10, 3f2a91bc"``."""
        return f"{self.called}, {self.built_at}, {self.digest}"

    def _card(self, card: ModelCard) -> ModelCard:
        return mended_card(card, self.mark, normalised=self.renormalise)

    def _mend(self, vectors: FloatArray, labels: TextArray, side: Side,
              ids: TextArray) -> FloatArray:  # fmt: skip
        return mend_rows(vectors, labels, self.maps(side), ids, renormalise=self.renormalise,
                         nothing_left=self.nothing_left)  # fmt: skip

    def _labels(self, data: EmbeddingSet, language: Column | None) -> TextArray:
        given = self.column if language is None else language
        unasked = language is None and (given is None or given not in data.columns)
        if unasked and not self.needs_language:  # every language is mapped alike
            return np.array([self.languages[0]] * data.n, dtype=object)
        if given is None:
            raise DataError(fault("language.errors.language_needed"))
        labels = data.column(given, "language")
        unknown = np.flatnonzero(~np.isin(labels, self.languages))
        if len(unknown):
            known, names = ", ".join(self.languages), sorted(set(labels[unknown]))
            raise DataError(fault("language.errors.unknown_language", unknown.tolist(), names,
                                  known=known))  # fmt: skip
        return labels

    def check(
        self,
        sample: EmbeddingSet,
        index_card: IndexCard | EmbeddingSet | ModelCard | None = None,
        *,
        language: Column | None = None,
        key: Column | None = None,
        queries: EmbeddingSet | None = None,
        query_language: Column | None = None,
        embedder: Embedder | None = None,
    ) -> RepairCheck:
        """Say whether this repair still fits vectors of today: ``freshness.check_repair``."""
        from monosashi.language.freshness import check_repair

        return check_repair(self, sample, index_card, language=language, key=key,
                            queries=queries, query_language=query_language,
                            embedder=embedder)  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Write a folder (``repair.json`` and npy files) whole or not at all."""
        from monosashi.language.repair_files import write_repair

        write_repair(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read what ``save`` wrote; anything else, and a repair of another kind, is refused."""
        from monosashi.language.repair_files import load_repair

        found = load_repair(path)
        if not isinstance(found, cls):
            raise DataError(fault("language.errors.other_repair", path=path,
                                  found=type(found).__name__, wanted=cls.__name__))  # fmt: skip
        return found

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {n}" for name, n in self.documents.counts.items())
        told = ", ".join(f"{name} {value}" for name, value in self.settings().items())
        name = self.model.name or "unnamed model"
        what = ", ".join(filter(None, [told, name]))
        return f"{type(self).__name__}({what}, documents: {counts}, {self.built_at})"


def shared(how: RowMap, languages: tuple[str, ...]) -> Maps:
    """One map for every language."""
    return dict.fromkeys(languages, how)

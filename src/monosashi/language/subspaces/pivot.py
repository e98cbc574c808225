"""Move all languages onto one of them, whose vectors stay as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, get_args

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.fitted import FittedRepair, Maps, Side
from monosashi.language.fitting import learn, unused_queries
from monosashi.language.parts import Documents, one_set
from monosashi.language.row_maps import RowMap
from monosashi.language.subspaces.paired_moves import paired_moves

Moved = Literal["both", "index"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class PivotShift(FittedRepair):
    """Every language moved by the difference of its mean from that of the reference.

    Attributes
    ----------
    reference : str
        The language whose vectors come back unchanged to the bit, in both roles.
    side : "both" or "index"
        ``"index"`` moves documents only and leaves all queries unchanged.
    parallel : str or None
        Column of keys, if the moves were measured on translations only.
    moves : (L, d) float64
        Added to the unit vectors of each language, in the order of ``languages``.
    """

    kind: ClassVar[str] = "pivot shift"
    settings_kept: ClassVar[tuple[str, ...]] = ("reference", "side", "parallel")
    arrays_kept: ClassVar[Mapping[str, str]] = {"moves": "Ld"}

    reference: str
    side: Moved = "both"
    parallel: str | None = None
    moves: Float64Array

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together, as in a damaged folder."""
        if self.reference not in self.languages or self.side not in get_args(Moved):
            raise ValueError(f"reference {self.reference}, side {self.side}")

    @classmethod
    def fit(
        cls,
        documents: Documents,
        *,
        language: Column,
        reference: str,
        parallel: str | None = None,
        side: Moved = "both",
        queries: EmbeddingSet | FloatArray | None = None,
        query_language: Column | None = None,
        renormalise: bool = True,
        force: bool = False,
        built_at: str | None = None,
    ) -> PivotShift:
        """Measure how far each language lies from the reference.

        Parameters
        ----------
        documents : EmbeddingSet, or iterable of EmbeddingSets
        language : column name or (n,) values; for parts a column name
        reference : str
            Searches inside this language give exactly what they gave before.
        parallel : str, optional
            Column of keys: only documents with a translation in the reference are compared, every
            key weighing the same. Needs one set, not parts. Without it, all documents are.
        side : "both" or "index"
            ``"index"`` leaves queries as they are. It serves queries in the reference language;
            a query in another one then finds its own language moved away from it.
        queries, query_language : as in ``LanguageCentering.fit``
            Queries are then moved by the difference between the means of queries; not used with
            ``side="index"``.
        renormalise, force, built_at
            As in ``LanguageCentering.fit``. Vectors of the reference keep the length they have,
            so compare by cosine unless they have length 1.

        Raises
        ------
        DataError
            One language only, too few documents or translations, a reference without documents.

        Notes
        -----
        v' = normalise(v - c_l + c_reference). With ``side="index"`` and ``parallel`` this is SHIFT
        (Jang et al. 2026, arXiv 2606.18801); for queries in the reference language both are alike.

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays(
        ...     [[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]], columns={"lang": list("aabb")}
        ... )
        >>> mend = PivotShift.fit(pages, language="lang", reference="a", force=True)
        >>> (mend.apply(pages).vectors.round(3) + 0.0).tolist()
        [[1.0, 0.0, 2.0], [0.0, 1.0, 2.0], [0.447, 0.0, 0.894], [0.0, 0.447, 0.894]]
        """
        _check(documents, parallel, side)
        learned = learn(
            documents, language=language, queries=None if side == "index" else queries,
            query_language=query_language, force=force, built_at=built_at, least_languages=2,
        )  # fmt: skip
        held = learned.held
        if reference not in held.means:
            raise DataError(fault("language.errors.no_reference", given=reference,
                                  known=", ".join(held.means)))  # fmt: skip
        moves = _moves(held, reference)
        if parallel is not None and (whole := one_set(documents)) is not None:
            labels, keys = whole.column(language, "language"), whole.column(parallel, "parallel")
            found = paired_moves(whole, labels, keys, reference, force=force)
            moves = np.stack([found[name] for name in held.means])
        fitted = cls(**learned.kept, reference=reference, side=side, parallel=parallel, moves=moves,
                     renormalise=renormalise)  # fmt: skip
        unused = unused_queries(queries) if side == "index" else ()
        return replace(fitted, notices=(*fitted.notices, *unused))

    def maps(self, side: Side) -> Maps:
        """Plus the move; None, which keeps the bits, for the reference."""
        if side == "query" and self.side == "index":
            return dict.fromkeys(self.languages)
        asked = self.queries if side == "query" else None
        moves = self.moves if asked is None else _moves(asked, self.reference, self.languages)
        return {name: None if name == self.reference else RowMap(move)
                for name, move in zip(self.languages, moves, strict=True)}  # fmt: skip

    def _card(self, card: ModelCard) -> ModelCard:
        """Lengths are 1 throughout only where those of the reference are."""
        return card if self.renormalise else super()._card(card)


def _moves(
    held: Centroids, reference: str, languages: tuple[str, ...] | None = None
) -> Float64Array:
    names = tuple(held.means) if languages is None else languages
    return np.stack([held.means[reference] - held.means[name] for name in names])


def _check(documents: Documents, parallel: object, side: object) -> None:
    if side not in get_args(Moved):
        raise DataError(fault("language.errors.bad_moved_side", given=side))
    if parallel is None:
        return
    if not isinstance(parallel, str) or one_set(documents) is None:
        raise DataError(fault("language.errors.parallel_column"))

"""Documents that come as one set or in parts, read once from the first to the last."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias, cast

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import language_twins
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import EVERYTHING, Gram, LanguageSums
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.same_model import model_faults
from monosashi.language.unit_sums import UnitSums

Documents: TypeAlias = EmbeddingSet | Iterable[EmbeddingSet] | FloatArray


@dataclass(frozen=True, eq=False)
class LearnedParts:
    """Sums over all parts.

    Attributes
    ----------
    first : EmbeddingSet
        The first part: whose model all others must share.
    labels : (n,) languages, or None when there was more than one part
    ids : list of str
    fingerprint : str
        Of the set; of several parts, a digest of theirs in their order.
    units : UnitSums
        A fair sample of rows, for the spread around the means.
    """

    sums: LanguageSums
    first: EmbeddingSet
    labels: TextArray | None
    ids: list[str]
    fingerprint: str
    units: UnitSums


def one_or_parts(documents: Documents) -> EmbeddingSet | Iterator[EmbeddingSet]:
    """The set (an array becomes one), or an iterator over the parts."""
    if isinstance(documents, EmbeddingSet):
        return documents
    if isinstance(documents, list | tuple):
        parts = isinstance(next(iter(documents), None), EmbeddingSet)
    else:
        parts = not hasattr(documents, "__array__")
    if not parts:
        return as_set(documents)
    refuse_kinds(kind_faults(Iterable, documents=documents))
    return iter(cast("Iterable[EmbeddingSet]", documents))


def one_set(documents: Documents) -> EmbeddingSet | None:
    """The set, if the documents are one set or an array; None if they come in parts."""
    held = one_or_parts(documents)
    return held if isinstance(held, EmbeddingSet) else None


def learn_parts(documents: Documents, language: Column, gram: Gram) -> LearnedParts:
    """Sum everything; a part of another model, or an id that came before, is refused."""
    whole = one_or_parts(documents)
    if isinstance(whole, EmbeddingSet):
        labels = whole.column(language, "language")
        sums = LanguageSums(whole.dimension, gram)
        sums.add(whole.vectors, labels, whole.ids)
        units = UnitSums()
        units.add(whole.vectors, labels, whole.ids)
        return LearnedParts(sums, whole, labels, list(whole.ids), fingerprint(whole), units)
    if not isinstance(language, str | Mapping):
        raise DataError(fault("language.errors.language_of_parts"))
    return _learn_stream(whole, language, gram)


def _learn_stream(parts: Iterator[EmbeddingSet], language: Column, gram: Gram) -> LearnedParts:
    first = next(parts, None)
    if first is None:
        raise DataError(fault("language.errors.no_parts"))
    refuse_kinds(kind_faults(EmbeddingSet, **{"documents[0]": first}))
    sums, units = LanguageSums(first.dimension, gram), UnitSums()
    ids, marks = list[str](), list[str]()
    for part in chain([first], parts):
        if faults := model_faults(first, part, sides=("first part", "later part")):
            raise DataError(*faults)
        labels = part.column(language, "language")
        sums.add(part.vectors, labels, part.ids)
        units.add(part.vectors, labels, part.ids)
        ids.extend(part.ids)
        marks.append(fingerprint(part))
    if twins := language_twins(sums.counts):  # each part may write it in one way
        raise DataError(*twins)
    if twice := sorted(name for name, n in Counter(ids).items() if n > 1):
        raise DataError(fault("language.errors.ids_of_parts", ids=twice))
    mark = marks[0] if len(marks) == 1 else _digest(marks)
    return LearnedParts(sums, first, None, ids, mark, units)


def _digest(marks: list[str]) -> str:
    return hashlib.sha256("".join(marks).encode()).hexdigest()[:16]


def everything_alike(documents: Documents) -> tuple[Documents, Column]:
    """The documents and a column that calls all of them ``"all"``."""
    held = one_or_parts(documents)
    if isinstance(held, EmbeddingSet):
        return held, [EVERYTHING] * held.n
    return (_alike(part) for part in held), EVERYTHING


def _alike(part: EmbeddingSet) -> EmbeddingSet:
    return replace(part, columns={EVERYTHING: np.array([EVERYTHING] * part.n, dtype=object)})

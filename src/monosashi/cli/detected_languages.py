"""``--language auto``: a column of languages that the scripts of the texts tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault, TextSet

    Rows = TypeVar("Rows", EmbeddingSet, TextSet)
else:
    Rows = TypeVar("Rows")

AUTO = "auto"


def with_detected(
    data: Rows, language: str | None, among: Sequence[str], *, invalid: str = "error"
) -> Rows:
    """The rows with a column ``auto``; those whose script says nothing are refused or left out.

    Labels that stand in a column ``language`` win. Which languages are possible the user says
    (``among``), else those labels.
    """
    if language != AUTO or AUTO in data.columns:
        return data
    import numpy as np

    from monosashi.embeddings import DataError, fault
    from monosashi.embeddings.detection import UNDETERMINED

    labels = _labels(data, among)
    known = np.array([label != UNDETERMINED for label in labels], dtype=bool)
    gone = np.flatnonzero(~known).tolist()
    ids = [str(data.ids[row]) for row in gone]
    if gone and (invalid == "error" or len(gone) == data.n):
        raise DataError(fault("cli.errors.languages_undetermined", gone, ids, n=data.n))
    held = replace(data, columns={**data.columns, AUTO: np.array(labels, dtype=object)})
    kept: Rows = held.take(known) if gone else held
    told: list[Fault] = _told([label for label in labels if label != UNDETERMINED])
    if gone:
        told.append(fault("cli.notices.languages_undetermined", gone, ids, n=data.n))
    return replace(kept, notices=(*kept.notices, *told))


def _labels(data: Any, among: Sequence[str]) -> list[str]:
    from monosashi.embeddings.checks import is_missing
    from monosashi.embeddings.detection import detect_language

    given = data.columns.get("language", [None] * data.n)
    named = [None if is_missing(value) else str(value) for value in given]
    possible = among or sorted({name for name in named if name is not None})
    return [detect_language(text, among=possible) if name is None else name
            for name, text in zip(named, _texts(data), strict=True)]  # fmt: skip


def _texts(data: Any) -> Sequence[str]:
    """Texts to embed, or those beside vectors."""
    from monosashi.embeddings import DataError, fault
    from monosashi.embeddings.translations import texts_of

    found = data.texts if hasattr(data, "texts") else texts_of(data, None)
    if found is None:
        known = ", ".join(sorted(data.columns)) or "-"
        raise DataError(fault("cli.errors.detect_needs_texts", known=known))
    return [str(text) for text in found]


def _told(labels: Sequence[str]) -> list[Fault]:
    from monosashi.embeddings import fault

    counts = ", ".join(f"{name} {count:,}" for name, count in sorted(Counter(labels).items()))
    return [fault("cli.notices.languages_detected", counts=counts)]

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

    Labels that stand in a column ``language`` win; ``und`` is none. Which languages are possible
    the user says (``among``), else those labels.
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
        code = "languages_undetermined" if invalid == "error" else "no_language_determined"
        raise DataError(fault(f"cli.errors.{code}", gone, ids, n=data.n))
    held = replace(data, columns={**data.columns, AUTO: np.array(labels, dtype=object)})
    kept: Rows = held.take(known) if gone else held
    told: list[Fault] = [_told(data, labels)]
    if gone:
        told.append(fault("cli.notices.languages_undetermined", gone, ids, n=data.n))
    return replace(kept, notices=(*kept.notices, *told))


def _named(data: Any) -> list[str | None]:
    """Labels in the column ``language``; None where there is none, or it says ``und``."""
    from monosashi.embeddings.checks import is_missing
    from monosashi.embeddings.detection import is_undetermined

    given = data.columns.get("language", [None] * data.n)
    return [None if is_missing(value) or is_undetermined(str(value)) else str(value)
            for value in given]  # fmt: skip


def _labels(data: Any, among: Sequence[str]) -> list[str]:
    from monosashi.embeddings.detection import detect_language

    named = _named(data)
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


def _told(data: Any, labels: Sequence[str]) -> Fault:
    """How many of each, and of how many the script alone does not say it."""
    from monosashi.embeddings import fault
    from monosashi.embeddings.detection import UNDETERMINED
    from monosashi.embeddings.errors import name_ids

    counts = _counts([label for label in labels if label != UNDETERMINED])
    rows = _presumed(data, labels)
    if not rows:
        return fault("cli.notices.languages_detected", counts=counts)
    return fault("cli.notices.languages_presumed", rows, counts=counts,
                 presumed=_counts([labels[row] for row in rows]),
                 examples=name_ids([str(data.ids[row]) for row in rows], 3))  # fmt: skip


def _presumed(data: Any, labels: Sequence[str]) -> list[int]:
    """Rows whose script several languages write; that these were ruled out is the user's word."""
    from monosashi.embeddings.detection import UNDETERMINED, detect_language

    return [row for row, (name, text) in enumerate(zip(_named(data), _texts(data), strict=True))
            if name is None and labels[row] != UNDETERMINED
            and detect_language(text) == UNDETERMINED]  # fmt: skip


def _counts(labels: Sequence[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(Counter(labels).items()))

"""What every vector set must satisfy, checked once, all faults together."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.id_kinds import merged_spellings

BLOCK_NUMBERS = 2**22


def as_text(values: Iterable[Any], what: str) -> TextArray:
    """Ids and labels as text: whole numbers are written out, floats and gaps are refused."""
    raw = [value.item() if isinstance(value, np.generic) else value for value in values]
    kinds = set(map(type, raw))
    faults = [_missing(raw, what)]
    if kinds != {str}:
        faults += [_not_text(raw, what), _same_spelling(raw, what)]
    if found := [f for f in faults if f is not None]:
        raise DataError(*found)
    out = np.empty(len(raw), dtype=object)
    out[:] = raw if kinds == {str} else [str(value) for value in raw]
    return out


def as_labels(values: Iterable[Any], what: str) -> TextArray:
    """Text that may repeat, in NFC: macOS spells file names otherwise, and labels of files meet.

    Labels of one column that differ only in Unicode form are refused.
    """
    labels = as_text(values, what)
    if twins := unicode_twins(set(labels)):
        rows = [row for row, name in enumerate(labels) if name in set(twins)]
        raise DataError(fault("embeddings.errors.unicode_twins", rows, twins, what=what))
    return composed(labels)


def composed(names: TextArray) -> TextArray:
    """The same names in NFC."""
    forms = {name: unicodedata.normalize("NFC", name) for name in set(names) if not name.isascii()}
    if all(name == form for name, form in forms.items()):
        return names
    return np.array([forms.get(name, name) for name in names], dtype=object)


def language_twins(names: Iterable[str]) -> list[Fault]:
    """Names of languages that differ only in letter case or blanks: one language, told apart.

    >>> [one.say() for one in language_twins(["EN", "ja", "en"])]
    ['languages differ only in letter case or blanks: "EN", "en". Write each language in one way.']
    """
    spellings: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        spellings[name.strip().casefold()].append(name)
    twins = [name for group in spellings.values() if len(group) > 1 for name in group]
    return [fault("embeddings.errors.language_twins", ids=twins)] if twins else []


def row_numbers(n: int) -> TextArray:
    """``"0"``, ``"1"``, … as ids of rows that have none."""
    out = np.empty(n, dtype=object)
    out[:] = [str(row) for row in range(n)]
    return out


def is_missing(value: Any) -> bool:
    """None, NaN, NaT, pandas' NA, or text that is empty or only blanks."""
    if isinstance(value, str):
        return not value or value.isspace()
    if isinstance(value, float | np.generic):
        return bool(value != value)  # noqa: PLR0124 - NaN is not itself
    return value is None or type(value).__name__ in {"NAType", "NaTType"}


def _missing(raw: Sequence[Any], what: str) -> Fault | None:
    rows = [i for i, value in enumerate(raw) if is_missing(value)]
    return fault("embeddings.errors.missing_text", rows=rows, what=what) if rows else None


def _not_text(raw: Sequence[Any], what: str) -> Fault | None:
    rows = [i for i, v in enumerate(raw) if not is_missing(v) and not isinstance(v, str | int)]
    if not rows:
        return None
    example = repr(raw[rows[0]])[:60]
    return fault("embeddings.errors.not_text", rows=rows, what=what, example=example)


def _same_spelling(raw: Sequence[Any], what: str) -> Fault | None:
    """1 and "1" would become one name: refuse rather than merge."""
    clash = merged_spellings(raw)
    rows = [i for i, value in enumerate(raw) if str(value) in set(clash)]
    return fault("embeddings.errors.mixed_types", rows, clash, what=what) if clash else None


def duplicate_ids(ids: TextArray, what: str = "id") -> list[Fault]:
    """Ids that stand more than once, or that differ only in Unicode form."""
    names = set(ids)
    faults = []
    if len(names) < len(ids):
        places: defaultdict[str, list[int]] = defaultdict(list)
        for row, name in enumerate(ids):
            places[name].append(row)
        repeated = {name: rows for name, rows in places.items() if len(rows) > 1}
        rows = [row for group in repeated.values() for row in group]
        faults.append(fault("embeddings.errors.duplicate_ids", rows, list(repeated), what=what))
    if twins := unicode_twins(names):
        rows = [row for row, name in enumerate(ids) if name in set(twins)]
        faults.append(fault("embeddings.errors.unicode_twins", rows, twins, what=what))
    return faults


def as_ids(values: Iterable[Any], what: str) -> TextArray:
    """Text that names every row once; gaps, odd values and duplicates are listed together."""
    raw = list(values)
    try:
        ids = as_text(raw, what)
    except DataError as error:
        raise DataError(*error.faults, *duplicates_among(raw, what)) from None
    if faults := duplicate_ids(ids, what):
        raise DataError(*faults)
    return ids


def duplicates_among(raw: Iterable[Any], what: str = "id") -> list[Fault]:
    """Duplicates of the text among values that are not all usable."""
    names = (value if isinstance(value, str) and not is_missing(value) else f"\0{row}"
             for row, value in enumerate(raw))  # fmt: skip
    return duplicate_ids(np.fromiter(names, dtype=object), what)


def shown_ids(values: Iterable[Any]) -> TextArray:
    """Ids that are unusable, as far as a message can name rows by them; ``-`` where there is none.

    To say the row number in their place would name an id that does not exist.
    """
    return np.fromiter(("-" if is_missing(value) else str(value) for value in values), dtype=object)


def unicode_twins(names: Iterable[str]) -> list[str]:
    """Names that differ only in Unicode form (NFC, NFD); each form is listed."""
    forms: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        if not name.isascii():
            forms[unicodedata.normalize("NFC", name)].add(name)
    return sorted(name for group in forms.values() if len(group) > 1 for name in group)


def blocks_of(vectors: FloatArray) -> Iterator[tuple[int, FloatArray]]:
    """(first row, rows) in blocks of at most about 16 MB, so that a memmap is never read whole."""
    size = max(1, BLOCK_NUMBERS // max(1, vectors.shape[1]))
    for start in range(0, len(vectors), size):
        yield start, vectors[start : start + size]


def non_finite_rows(vectors: FloatArray) -> list[int]:
    """Rows that hold NaN or infinity, found block by block."""
    found: list[int] = []
    for start, block in blocks_of(vectors):
        if block.size and not np.isfinite(np.array([block.min(), block.max()])).all():
            bad = ~np.isfinite(block).all(axis=1)
            found.extend((np.flatnonzero(bad) + start).tolist())
    return found


def zero_rows(vectors: FloatArray) -> list[int]:
    """Rows without a direction: every entry exactly zero."""
    found: list[int] = []
    for start, block in blocks_of(vectors):
        maybe = np.flatnonzero(block[:, 0] == 0) if block.shape[1] else np.arange(len(block))
        empty = maybe[~block[maybe].any(axis=1)]
        found.extend((empty + start).tolist())
    return found

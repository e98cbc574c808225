"""A digest in every row of a key, so that an edited key, or one of other sheets, is seen."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.robustness.rating.same_texts import KEPT, LOST, TEXTS, shown_texts
from monosashi.robustness.rating.sheets import DIGEST, in_lines

HELD = ("transformation", "generator", "check", "sheets")  # no ids: spreadsheets change them
SIGNS, LETTERS = 12, 200
Sheet = Sequence[Mapping[str, Any]]


def with_digests(key: Sequence[Mapping[str, str]], sheet: Sheet) -> list[dict[str, str]]:
    """Rows of a key with the digest of each: of its texts, of their letters, and of the row."""
    shown = {str(row["item"]): shown_texts(row) for row in sheet}
    return [{**row, DIGEST: _digest(row, _of_texts(shown[row["item"]]), len(key))}
            for row in key]  # fmt: skip


def check_key(key: Sequence[Mapping[str, Any]], sheets: Mapping[str, Sheet], source: str) -> None:
    """Refuse a key that is not as it was written, or belongs to other sheets.

    Keys of earlier versions hold no digest: of them nothing can be told.

    Raises
    ------
    DataError
        With the rows of the key.
    """
    if not any(row.get(DIGEST) for row in key):
        return
    edited = [i for i, row in enumerate(key)
              if row.get(DIGEST) != _digest(row, _told(row), len(key))]  # fmt: skip
    other = [i for i in _of_other_texts(key, sheets) if i not in edited]
    faults = [in_lines(fault(f"robustness.errors.rating_key_{code}", rows, total=len(key),
                             source=source), key, source)
              for code, rows in (("edited", edited), ("texts", other)) if rows]  # fmt: skip
    if faults:
        raise DataError(*faults)


def _of_other_texts(key: Sequence[Mapping[str, Any]], sheets: Mapping[str, Sheet]) -> Iterator[int]:
    """Rows whose texts no sheet shows as they were, though some sheet shows texts."""
    shown: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for rows in sheets.values():
        for row in rows:
            if all(row.get(name) is not None for name in TEXTS):
                shown[str(row.get("item"))].append(shown_texts(row))
    for i, row in enumerate(key):
        held = shown[str(row["item"])]
        if held and not any(_is_of(texts, _told(row)) for texts in held):
            yield i


def _is_of(texts: tuple[str, ...], told: str) -> bool:
    """By all signs; by letters and digits alone where an encoding may have lost the others."""
    whole, letters = _of_texts(texts).split("-")
    lost = any(LOST.search(text) for text in texts)
    return whole == told.partition("-")[0] or (lost and letters == told.rpartition("-")[2])


def _told(row: Mapping[str, Any]) -> str:
    """What the digest of a row says of its texts."""
    return str(row.get(DIGEST) or "").rpartition("-")[0]


def _of_texts(texts: tuple[str, ...]) -> str:
    return f"{_hash(texts)}-{_hash([KEPT.sub('', text)[:LETTERS] for text in texts])}"


def _digest(row: Mapping[str, Any], texts: str, n: int) -> str:
    item = str(row["item"]).lstrip("i0")  # spreadsheets drop zeros
    held = [item, *(str(row.get(name) or "") for name in HELD)]
    return f"{texts}-{_hash([*held, texts, str(n)])}"


def _hash(held: Sequence[str]) -> str:
    return sha256(json.dumps(list(held)).encode()).hexdigest()[:SIGNS]

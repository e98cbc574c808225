"""Texts: lengths, empty and repeated ones, and signs that something went wrong on their way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.checks import is_missing

# UTF-8 that was read as cp932 (繧, 縺, 繝 begin nearly every kana), or as latin-1, cp1252: letters
# with accents, each followed by a sign of the second half of these code pages
AS_CP932 = re.compile("[繧縺繝]")
SECOND = "[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
AS_LATIN = re.compile(f"[ÃÂ]{SECOND}|â€")
AS_LATIN_ASIAN = re.compile(f"[ãåæç]{SECOND}")
ASIAN_SIGNS = 3
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
SHOWN = 5


def text_row(name: str, values: npt.NDArray[Any]) -> dict[str, Any]:
    """Numbers of one column of texts; lengths are in characters."""
    held = [value for value in values if isinstance(value, str) and not is_missing(value)]
    lengths = np.array([len(value) for value in held])
    counts = Counter(value.strip() for value in held)
    known = {"shortest": int(lengths.min()), "median": float(np.median(lengths)),
             "longest": int(lengths.max())} if held else {}  # fmt: skip
    return {
        "texts": name,
        "rows": len(values),
        "empty": sum(map(is_missing, values)),
        "not_text": sum(not isinstance(value, str) and not is_missing(value) for value in values),
        "shortest": known.get("shortest"),
        "median_length": known.get("median"),
        "longest": known.get("longest"),
        "repeated": sum(count for count in counts.values() if count > 1),
    }


def suspicious_rows(
    name: str, values: npt.NDArray[Any], ids: npt.NDArray[Any]
) -> list[dict[str, Any]]:
    """Rows kind, count, ids of texts that look damaged; kinds that do not occur are left out."""
    found = []
    for kind, looks in SUSPICIONS.items():
        rows = [row for row, value in enumerate(values) if isinstance(value, str) and looks(value)]
        if rows:
            named = [str(ids[row]) for row in rows[:SHOWN]]
            more = ", …" if len(rows) > SHOWN else ""
            found.append({"texts": name, "kind": kind, "count": len(rows),
                          "ids": ", ".join(named) + more})  # fmt: skip
    return found


def _misread(text: str) -> bool:
    """Many such kanji, or pairs that only misread UTF-8 has."""
    kanji = len(AS_CP932.findall(text)) > max(1, len(text) / 20)
    letters = AS_LATIN.search(text) is not None
    return kanji or letters or len(AS_LATIN_ASIAN.findall(text)) >= ASIAN_SIGNS


SUSPICIONS: dict[str, Callable[[str], bool]] = {
    "mojibake": _misread,
    "replacement": lambda text: "\ufffd" in text,
    "control": lambda text: bool(CONTROL.search(text)),
    "mark_inside": lambda text: "\ufeff" in text,
}

"""Languages of a file, and which items stand in several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.files.table import holds_vectors
from monosashi.stores.site_places import is_code

LANGUAGE_NAMES = ("language", "lang", "locale")
KEY_NAMES = ("key", "slug", "page", "item", "group")
MANY_LANGUAGES = 100
SHOWN = 5

Columns = Mapping[str, npt.NDArray[Any]]


def language_column(columns: Columns) -> str | None:
    """A column of language codes: named so, or whose values all are codes, two at least."""
    coded = [name for name, values in columns.items() if _holds_codes(values)]
    named = [name for name in LANGUAGE_NAMES if name in coded]
    return next(iter([*named, *coded]), None)


def _holds_codes(values: npt.NDArray[Any]) -> bool:
    if values.ndim != 1 or values.dtype.kind != "O" or holds_vectors(values):
        return False
    if any(not isinstance(value, str) for value in values if not is_missing(value)):
        return False
    names = {value for value in values if not is_missing(value)}
    return 1 < len(names) <= MANY_LANGUAGES and all(map(is_code, names))


def key_column(columns: Columns, language: str, text: str | None, taken: str | None) -> str | None:
    """A usual name that joins languages, else the column whose values join most rows."""
    named = [name for name in KEY_NAMES if name in columns]
    others = [name for name in columns if name not in {*named, language, text, taken}]
    scored = {name: _joined(columns[name], columns[language]) for name in [*named, *others]}
    if usual := [name for name in named if scored[name]]:
        return usual[0]
    best = max(scored, key=scored.__getitem__, default=None)
    return best if best is not None and scored[best] else None


def _joined(values: npt.NDArray[Any], languages: npt.NDArray[Any]) -> int:
    """Keys in several languages; 0 for labels, which stand in a language many times."""
    if values.ndim != 1 or any(not isinstance(v, str | int) for v in values.tolist()):
        return 0
    cells = Counter(zip(map(str, values), languages, strict=True))
    if len(cells) < len(values) / 2:
        return 0
    return sum(count > 1 for count in Counter(key for key, _ in cells).values())


def language_rows(languages: npt.NDArray[Any]) -> list[dict[str, Any]]:
    """Rows language, rows; most first."""
    counts = Counter(str(name) for name in languages if not is_missing(name))
    return [{"language": name, "rows": count} for name, count in counts.most_common()]


def key_facts(keys: npt.NDArray[Any], languages: npt.NDArray[Any]) -> dict[str, Any]:
    """How many items stand in several languages, in all, in one; and examples of the last."""
    cells = set(zip(map(str, keys), map(str, languages), strict=True))
    held = Counter(key for key, _ in cells)
    names = {name for _, name in cells}
    alone = sorted(key for key, count in held.items() if count == 1)
    return {
        "items": len(held),
        "in_several_languages": len(held) - len(alone),
        "in_all_languages": int(np.sum([count == len(names) for count in held.values()])),
        "in_one_language": len(alone),
        "without_partner": alone[:SHOWN],
        "chunks": len(keys) - len(cells),
    }

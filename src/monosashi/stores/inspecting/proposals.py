"""Columns to propose: which names the rows, and which groups them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any
from unicodedata import normalize

import numpy.typing as npt

from monosashi.embeddings.checks import is_missing
from monosashi.stores.inspecting.key_facts import Columns
from monosashi.stores.text_columns import reads_like_texts

ID_LIKE = re.compile(r"(?:^|[_\-. ])(?:id|no|num|number|code|uuid|url|path|slug)$|"
                     r"番号|コード|ＩＤ|ID$", re.IGNORECASE)  # fmt: skip
GROUP_LIKE = re.compile(r"label|group|intent|topic|categor|class|cluster|genre|分類|種別|種類|"
                        r"カテゴリ|ラベル|話題|意図", re.IGNORECASE)  # fmt: skip

AMOUNT = re.compile(r"[¥$€£]?[-+−]?\d+(?:\.\d+)?(?:%|円)?")


def proposals(
    columns: Columns, found: Mapping[str, Any], measured: Collection[str]
) -> dict[str, str | None]:
    """``id`` and ``groups`` as found, or as they may be; ``measured`` are texts and vectors."""
    taken = {*measured, found["language"], found["key"]}
    name = found["id"]
    if name is None and not found["wide"]:
        name = id_like(columns, taken, words=bool(measured))
    return {"id": name, "groups": group_like(columns, taken | {name})}


def id_like(columns: Columns, taken: Collection[str | None], *, words: bool) -> str | None:
    """A column of another name than ``id`` whose values are all different: called so, or text.

    Whole numbers that merely differ (views, prices) name nothing, nor do short texts when they may
    be what the file is about (``words`` False).
    """
    unique = [name for name in columns if name not in taken and _all_differ(columns[name])]
    named = [name for name in unique if ID_LIKE.search(name)]
    others = [name for name in unique if words and isinstance(columns[name][0], str)]
    return next(iter([*named, *others]), None)


def group_like(columns: Columns, taken: Collection[str | None]) -> str | None:
    """A column of labels: two or more values, each two times on average; usual names first."""
    found = [name for name in columns if name not in taken and _repeats(columns[name])]
    named = [name for name in found if GROUP_LIKE.search(name)]
    words = [name for name in found if isinstance(columns[name][0], str)
             and not _read_as_numbers(columns[name])]  # fmt: skip
    return next(iter([*named, *words]), None)


def _read_as_numbers(values: npt.NDArray[Any]) -> bool:
    """Amounts in text, full-width digits and separators included."""
    held = (normalize("NFKC", str(one)).replace(",", "") for one in values)
    return all(AMOUNT.fullmatch(one.strip()) for one in held)


def _all_differ(values: npt.NDArray[Any]) -> bool:
    held = _labels(values)
    return len(held) > 1 and len(set(held)) == len(held)


def _repeats(values: npt.NDArray[Any]) -> bool:
    counts = Counter(_labels(values))
    return 2 <= len(counts) <= counts.total() / 2


def _labels(values: npt.NDArray[Any]) -> list[str]:
    """Text or whole numbers without gaps that read like names; else nothing."""
    held = values.tolist() if values.ndim == 1 else []
    named = all(isinstance(one, str | int) and not isinstance(one, bool) and not is_missing(one)
                for one in held)  # fmt: skip
    prose = bool(held) and isinstance(held[0], str) and reads_like_texts(values)
    return [str(one) for one in held] if named and not prose else []

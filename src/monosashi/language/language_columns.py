"""Which column names the languages, when the one that was given does not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.centroids import MOST_LANGUAGES, Centroids

CODE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
SHOWN = 5
FEW = frozenset({"language.errors.one_document", "language.errors.few_documents"})


def gathered(
    faults: Sequence[Fault], held: Centroids, columns: Mapping[str, Any], given: Any
) -> list[Fault]:
    """Many languages with few documents as one fault, and where languages may stand instead.

    Up to five keep a fault each: then it is the languages, not the column, that is odd.
    """
    few = [one for one in faults if one.code in FEW]
    if len(few) <= SHOWN:
        return list(faults)
    named = repr(given) if isinstance(given, str) else ""
    least = max(int(one.values["least"]) for one in few)
    told = fault("language.errors.few_everywhere", column=named, found=len(held.means),
                 few=len(few), least=least,
                 ids=[str(one.values["language"]) for one in few[:SHOWN]])  # fmt: skip
    others = {name: values for name, values in columns.items() if name != given}
    near = language_like(others)
    hint = fault("language.errors.languages_there", ids=near) if near else fault(
        "language.errors.languages_nowhere", known=", ".join(others) or "-")  # fmt: skip
    return [told, hint, *(one for one in faults if one.code not in FEW)]


def language_like(columns: Mapping[str, Any]) -> list[str]:
    """Names of columns of codes such as ja, en or pt-BR, each of them twice or more on average.

    >>> language_like({"lang": ["ja", "en"] * 3, "slug": list("abcdef"), "title": ["A b"] * 6})
    ['lang']
    """
    return [name for name, values in columns.items() if _is_like(values)]


def _is_like(values: Any) -> bool:
    column = np.asarray(values, dtype=object)
    if column.ndim != 1 or not all(isinstance(value, str) for value in column):
        return False
    found = set(column)
    few = len(found) <= min(MOST_LANGUAGES, len(column) / 2)
    return few and all(CODE.fullmatch(value) for value in found)

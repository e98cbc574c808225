"""Which language a text is translated to: decided by what it is, not by when it comes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.transformations import Transformation
from monosashi.models.translators.apertium_codes import short

TARGETS = ("es", "fr", "de", "tr", "ar")
PIVOTS = ("en", *TARGETS)
REGIONS = frozenset(("us", "gb", "au", "nz", "za", "cn", "tw", "hk", "br", "mx", "jp", "kr"))


def pick(options: Sequence[str], *identity: object) -> str:
    """One of the options, decided by all of ``identity`` together.

    A running number would give the three seeds the same list of languages, shifted by one.

    >>> [pick(TARGETS, seed, "queries", "q1") for seed in (1337, 1338, 1339)]
    ['fr', 'de', 'fr']
    """
    told = json.dumps(identity, ensure_ascii=True, separators=(",", ":"))
    return options[int.from_bytes(sha256(told.encode()).digest()[:8], "big") % len(options)]


def languages_of(item: Item, *, paired: bool = False) -> list[str]:
    """Codes of the language of a text; where texts come in pairs, ``en-de`` names both sides'.

    >>> languages_of(Item("1", "text1", "hello", "en-de"), paired=True)
    ['en', 'de']
    >>> languages_of(Item("1", "text", "cor", "pt-br")), languages_of(Item("1", "text", "x", None))
    (['pt'], [])
    """
    if item.language is None:
        return []
    parts = item.language.replace("_", "-").split("-")
    codes = len(parts) == 2 and all(len(part) in {2, 3} and part.islower() for part in parts)
    two = paired and codes and parts[1] not in REGIONS
    return [short(part) for part in (parts if two else parts[:1])]


def source_of(item: Item, fields: Sequence[str]) -> str | None:
    """The language of one text; of ``en-de`` the first field has the first, the other the last."""
    codes = languages_of(item, paired=len(fields) == 2)
    if not codes:
        return None
    return codes[0] if item.field == fields[0] else codes[-1]


def target_of(
    transformation: Transformation, item: Item, *, seed: int, dataset: str,
    options: Sequence[str], taken: Iterable[str],
) -> str | None:  # fmt: skip
    """The language to translate to (or through), or None if no option is left.

    Parameters
    ----------
    options : languages that may be chosen, in a fixed order
    taken : languages that may not: those of the text, or of all texts where one is shared
    """
    left = [code for code in options if code not in set(taken)]
    if not left:
        return None
    if transformation.to == "shared":
        return pick(left, seed, dataset)
    return pick(left, seed, dataset, item.field, item.record, transformation.name)

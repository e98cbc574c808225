"""Which language a text is translated to: decided by what it is, not by when it comes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.transformations import Transformation
from monosashi.models.translators.apertium_codes import short

TARGETS = ("es", "fr", "de", "tr", "ar")
PIVOTS = ("en", *TARGETS)
# ISO 639-1, and a few of three letters that have none of two
_CODES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv "
    "cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr "
    "ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw "
    "ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv "
    "ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq "
    "sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh "
    "yi yo za zh zu ast ceb ckb fil haw nap scn yue "
)
CODES = frozenset(_CODES.split())
REGIONS = frozenset(("us", "gb", "au", "nz", "za", "cn", "tw", "hk", "br", "mx", "jp", "kr"))


def pick(options: Sequence[str], *identity: object) -> str:
    """One of the options, decided by all of ``identity`` together.

    A running number would give the three seeds the same list of languages, shifted by one.

    >>> [pick(TARGETS, seed, "queries", "q1") for seed in (1337, 1338, 1339)]
    ['fr', 'de', 'fr']
    """
    told = json.dumps(identity, ensure_ascii=True, separators=(",", ":"))
    return options[int.from_bytes(sha256(told.encode()).digest()[:8], "big") % len(options)]


def checked_targets(targets: Sequence[str]) -> tuple[str, ...]:
    """Codes of languages to translate to, each once, in their short form.

    Raises
    ------
    DataError
        Names those that are no code of ISO 639-1: a model that is asked for a language that does
        not exist writes something, and nobody is told.

    Examples
    --------
    >>> checked_targets(["es", "deu", "pt-BR", "ES"])
    ('es', 'de', 'pt')
    """
    codes = tuple(dict.fromkeys(short(code) for code in targets))
    unknown = [code for code in targets if short(code) not in CODES]
    if unknown:
        raise DataError(fault("rewriting.errors.targets", given=", ".join(map(repr, unknown))))
    return codes


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

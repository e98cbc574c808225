"""The rewriter that asks no model."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np

from monosashi.models.rewriters.contract import Made
from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.languages import languages_of
from monosashi.models.rewriters.rules.english import contractions, register, spelling
from monosashi.models.rewriters.rules.japanese import kana, politeness, width
from monosashi.models.rewriters.rules.letters import case, typos
from monosashi.models.rewriters.rules.shortening import extract, keywords
from monosashi.models.rewriters.scripts import script_shares
from monosashi.models.rewriters.transformations import RULES, Transformation

VERSION = 2  # to be raised whenever a rule gives another text: see its test
Rule = Callable[[str, np.random.Generator], str]
MAKERS: Mapping[str, tuple[Rule, frozenset[str] | None]] = MappingProxyType({
    "typos": (typos, None),
    "case": (case, None),
    "contractions": (contractions, frozenset({"en"})),
    "spelling": (spelling, frozenset({"en"})),
    "register": (register, frozenset({"en"})),
    "keywords": (keywords, frozenset({"en", "ja"})),
    "extract": (extract, None),
    "politeness": (politeness, frozenset({"ja"})),
    "width": (width, frozenset({"ja", "zh", "ko"})),
    "kana": (kana, frozenset({"ja"})),
})  # fmt: skip
"""Every rule, and the languages that it knows (None: any)."""


class RulesRewriter:
    """Typing mistakes, case, contractions, spelling, register, keyword form, shortening; for
    Japanese politeness, width and kana.

    Rules change the surface of a text and are counted on an axis of their own. A text on which a
    rule has nothing to change comes back as it is and counts as unchanged; a text in a language
    that a rule does not know is missing.

    Parameters
    ----------
    name : str
        What labels call it.

    Examples
    --------
    >>> from monosashi.models.rewriters.transformations import RULES
    >>> item = Item("1", "text", "明日の会議に参加できます。", "ja")
    >>> RulesRewriter().make(item, RULES["politeness"], 1, "texts").text
    '明日の会議に参加できる。'
    """  # noqa: D205 - a list

    def __init__(self, *, name: str = "rules") -> None:
        self.name = name

    def offers(self) -> list[str]:
        """Names of all rules."""
        return list(RULES)

    def identity(self) -> dict[str, Any]:
        """The version of the rules."""
        return {"kind": "rules", "version": VERSION}

    def make(
        self, item: Item, transformation: Transformation, seed: int, dataset: str
    ) -> Made | None:
        """The text under one rule; its chance comes from what the text is, not from its place."""
        rule, known = MAKERS[transformation.name]
        spoken = next(iter(languages_of(item)), None) or guessed(item.text)
        if known is not None and spoken not in known:
            return None
        told = json.dumps([seed, dataset, item.field, item.record, transformation.name])
        number = int.from_bytes(sha256(told.encode()).digest()[:8], "big")
        return Made(rule(item.text, np.random.default_rng(number)), item.language)


def guessed(text: str) -> str:
    """Japanese where there is kana, Chinese where there are only ideographs, else English."""
    shares = script_shares(text)
    if shares.get("kana", 0.0) > 0.05:
        return "ja"
    for script, code in (("han", "zh"), ("hangul", "ko"), ("arabic", "ar"), ("cyrillic", "ru")):
        if shares.get(script, 0.0) > 0.5:
            return code
    return "en"

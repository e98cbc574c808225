"""Pairs of languages in the modes of Apertium (``eng-spa``), under the names that texts have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

PROGRAM = "apertium"
MODE = re.compile(r"([a-z]{2,3})(?:_\w+)?-([a-z]{2,3})(?:_\w+)?")
SHORT = {"afr": "af", "arg": "an", "ast": "ast", "bel": "be", "bre": "br", "bul": "bg", "cat": "ca",
         "cym": "cy", "dan": "da", "deu": "de", "eng": "en", "epo": "eo", "eus": "eu", "fra": "fr",
         "gle": "ga", "glg": "gl", "hbs": "sh", "hin": "hi", "hrv": "hr", "ind": "id", "isl": "is",
         "ita": "it", "kaz": "kk", "mkd": "mk", "mlt": "mt", "msa": "ms", "nld": "nl", "nno": "nn",
         "nob": "nb", "oci": "oc", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "slv": "sl",
         "spa": "es", "srd": "sc", "srp": "sr", "swe": "sv", "tat": "tt", "tur": "tr", "ukr": "uk",
         "urd": "ur"}  # fmt: skip


def is_apertium(words: Sequence[str]) -> bool:
    """Whether a command line runs Apertium itself."""
    return Path(words[0]).name == PROGRAM


def pair_of(words: Sequence[str]) -> tuple[str, str] | None:
    """The languages that a command line of Apertium names.

    >>> pair_of(["apertium", "-u", "eng-spa"])
    ('en', 'es')
    """
    if not is_apertium(words):
        return None
    found = [match for word in words[1:] if (match := MODE.fullmatch(word))]
    return (short(found[-1][1]), short(found[-1][2])) if found else None


def short(code: str) -> str:
    """The code of two letters, where there is one.

    >>> short("eng"), short("en-GB"), short("ast")
    ('en', 'en', 'ast')
    """
    plain = code.lower().replace("_", "-").partition("-")[0]
    return SHORT.get(plain, plain)


def long(code: str) -> str:
    """The code of three letters that Apertium's modes are made of, where it is known."""
    plain = short(code)
    return next((three for three, two in SHORT.items() if two == plain), plain)

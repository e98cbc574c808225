"""Look a sentence up by its key and fill in its numbers.

One TOML file per room and language: the key ``shape.errors.one_group`` is the entry
``one_group`` in the table ``[errors]`` of ``shape.toml``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from monosashi.words.filling import fill_plain

LANGUAGES = ("en", "ja")
_chosen: ContextVar[str | None] = ContextVar("monosashi_words", default=None)


@cache
def page(language: str, room: str) -> dict[str, str]:
    """The sentences of one room, keyed by their dotted path."""
    text = files("monosashi.words").joinpath(language, f"{room}.toml").read_text(encoding="utf-8")
    flat: dict[str, str] = {}
    _flatten(tomllib.loads(text), room, flat)
    return flat


def _flatten(table: dict[str, Any], prefix: str, flat: dict[str, str]) -> None:
    for key, value in table.items():
        path = f"{prefix}.{key}"
        if isinstance(value, dict):
            _flatten(value, path, flat)
        else:
            flat[path] = str(value)


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of one language."""
    folder = files("monosashi.words") / language
    names = sorted(e.name.removesuffix(".toml") for e in folder.iterdir() if e.name[-5:] == ".toml")
    return {key: text for room in names for key, text in page(language, room).items()}


def has_words(key: str) -> bool:
    """Whether there is such a sentence."""
    return key in catalogue("en")


def for_level(key: str, level: str, known: Mapping[str, str]) -> str:
    """The key of the sentence for one level where it is known, else the general key.

    >>> for_level("a.headline", "good", {"a.headline": "", "a.headline_good": ""})
    'a.headline_good'
    """
    special = f"{key}_{level}"
    return special if special in known else key


def choose_language(language: str | None) -> None:
    """Set the language of messages for this context (None = ask the locale)."""
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"words must be one of {', '.join(LANGUAGES)}, not {language!r}")
    _chosen.set(language)


def current_language() -> str:
    """The chosen language, else that of the locale, else English."""
    return _chosen.get() or surrounding_language()


def surrounding_language() -> str:
    """The language of the locale, else English."""
    locale = next((v for k in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(k))), "")
    return "ja" if locale.lower().startswith("ja") else "en"


def say(key: str, language: str | None = None, /, **values: Any) -> str:
    """Return the sentence ``key`` with ``values`` filled in.

    >>> say("levels.name.good", "en")
    'good'
    """
    room = key.partition(".")[0]
    template = page(language or current_language(), room)[key]
    return fill_plain(template, values)

"""Look a sentence up by its key and fill in its numbers.

One TOML file per room and language: the key ``shape.errors.one_group`` is the entry
``one_group`` in the table ``[errors]`` of ``shape.toml``.
"""

from __future__ import annotations

import os
import tomllib
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "ja")
_chosen: ContextVar[str | None] = ContextVar("monosashi_words", default=None)


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of one language, keyed by their dotted path."""
    folder = files("monosashi.words") / language
    flat: dict[str, str] = {}
    for page in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if page.name.endswith(".toml"):
            room = page.name.removesuffix(".toml")
            _flatten(tomllib.loads(page.read_text(encoding="utf-8")), room, flat)
    return flat


def _flatten(table: dict[str, Any], prefix: str, flat: dict[str, str]) -> None:
    for key, value in table.items():
        path = f"{prefix}.{key}"
        if isinstance(value, dict):
            _flatten(value, path, flat)
        else:
            flat[path] = str(value)


def choose_language(language: str | None) -> None:
    """Set the language of messages for this context (None = ask the locale)."""
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"words must be one of {', '.join(LANGUAGES)}, not {language!r}")
    _chosen.set(language)


def current_language() -> str:
    """The chosen language, else that of the locale, else English."""
    chosen = _chosen.get()
    if chosen is not None:
        return chosen
    locale = next((v for k in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(k))), "")
    return "ja" if locale.lower().startswith("ja") else "en"


def say(key: str, /, language: str | None = None, **values: Any) -> str:
    """Return the sentence ``key`` with ``values`` filled in.

    >>> say("levels.name.good", "en")
    'good'
    """
    return catalogue(language or current_language())[key].format(**values)

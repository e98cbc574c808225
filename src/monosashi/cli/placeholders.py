"""Words that a command to copy leaves for the user to fill in, and such commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from monosashi.words import catalogue, current_language, say

TABLE = "cli.placeholders."


def placeholder(name: str) -> str:
    """``DOCUMENTS``, in the current language.

    >>> placeholder("documents")
    'DOCUMENTS'
    """
    return say(f"{TABLE}{name}")


def command_line(words: Iterable[str]) -> str:
    """Words quoted for a shell; placeholders stay bare, in every language.

    >>> command_line(["audit", "my pages.npz", placeholder("file")])
    "audit 'my pages.npz' FILE"
    """
    told = catalogue(current_language())
    known = {text for key, text in told.items() if key.startswith(TABLE)}
    return " ".join(word if set(word.split(",")) <= known else shlex.quote(word) for word in words)

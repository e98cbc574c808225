"""What was probably meant by a command or an option that does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any


def meant_command(given: str, known: Sequence[str]) -> str | None:
    """The nearest command.

    >>> meant_command("audti", ["audit", "embed"])
    'audit'
    """
    return next(iter(get_close_matches(given.lower(), known, n=1, cutoff=0.6)), None)


def misspelt_option(tokens: Sequence[str], known: Sequence[str]) -> tuple[str, str] | None:
    """The first option that no command line of this command has, and the nearest that it has.

    >>> misspelt_option(["x.csv", "--embeder=hashing"], ["--embedder", "--out"])
    ('--embeder', '--embedder')
    """
    names = [token.partition("=")[0] for token in tokens if token.startswith("--")]
    for name in names:
        near = None if name in known else meant_option(name, known)
        if near is not None:
            return name, near
    return None


def meant_option(given: str, known: Sequence[str]) -> str | None:
    """The nearest option."""
    return next(iter(get_close_matches(given.lower(), known, n=1, cutoff=0.7)), None)


def known_options(app: Any) -> list[str]:
    """Names of the options of one command."""
    if app is None or app.default_command is None:
        return []
    arguments = app.assemble_argument_collection()
    return [
        name
        for argument in arguments
        if argument.parse
        for name in argument.names
        if name.startswith("--")
    ]

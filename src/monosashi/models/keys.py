"""Keys of services: read from the environment when a call is made, and kept nowhere."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.addresses import is_loopback, public_address

HIDDEN = "[key]"
SHORTEST_SECRET = 4
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
OPENAI = "https://api.openai.com/"
LOOKS_LIKE_A_KEY = re.compile(
    r"(?i:bearer\s+[-_.A-Za-z0-9]{16,})|\b(?:(?:sk|pk|gsk|hf|r8)[-_]|AIza)[-_A-Za-z0-9*]{8,}"
)


def key_for(url: str, variables: Sequence[str]) -> str | None:
    """The key in the first of the ``variables`` that is set; a service on this machine needs none.

    Raises
    ------
    DataError
        None of the variables is set, or its value cannot be a key. The value is not shown.
    """
    for variable in variables:
        if key := os.environ.get(variable, "").strip():
            if not (key.isascii() and key.isprintable()):
                raise DataError(fault("models.errors.bad_key", variable=variable))
            return key
    if not variables or is_loopback(url):
        return None
    address, names = public_address(url), " / ".join(variables)
    if all(variable in os.environ for variable in variables):
        raise DataError(fault("models.errors.key_empty", address=address, variables=names,
                              variable=variables[0]))  # fmt: skip
    # whoever names a model of their own server and no address asks OpenAI without meaning to
    code = "no_key_openai" if url.startswith(OPENAI) else "no_key"
    raise DataError(fault(f"models.errors.{code}", address=address, variables=names,
                          variable=variables[0]))  # fmt: skip


def key_variables(key_env: Any) -> list[str]:
    """The variable that an option names; none for an empty one.

    Raises
    ------
    DataError
        Something that is no name, such as a key. It is not shown.

    Examples
    --------
    >>> key_variables("MY_KEY"), key_variables("")
    (['MY_KEY'], [])
    """
    if key_env is None or key_env == "":
        return []
    named = isinstance(key_env, str) and NAME.fullmatch(key_env)
    if not named or LOOKS_LIKE_A_KEY.search(key_env):
        raise DataError(fault("models.errors.key_env_no_name"))
    return [key_env]


def without_keys(text: str, key: str | None) -> str:
    """The text with the key, and with whatever looks like one, replaced.

    >>> without_keys("wrong key sk-abcdefgh1234 given", None)
    'wrong key [key] given'
    """
    if key and len(key) >= SHORTEST_SECRET:
        text = text.replace(key, HIDDEN)
    return LOOKS_LIKE_A_KEY.sub(HIDDEN, text)

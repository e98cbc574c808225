"""Values in the query of an address, which a service may repeat in what it says."""

from __future__ import annotations

import re
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from monosashi.models.addresses import hidden_query
from monosashi.models.command_showing import BETWEEN
from monosashi.models.keys import SHORTEST_SECRET

HARMLESS = frozenset(("api-version", "api_version", "version", "model", "dimensions"))
PIECES = re.compile(r"[^\w.-]+")
ODD = re.compile(r"[;=%]")


def is_harmless(name: str, value: str) -> bool:
    """Whether a value may be shown: that of a known name, which holds no second pair.

    >>> is_harmless("api-version", "2024-02-01"), is_harmless("api-version", "2024;x=abc")
    (True, False)
    """
    return name.lower() in HARMLESS and ODD.search(value) is None


def query_values(url: str) -> list[str]:
    """What is not to be shown of a query, in every spelling, and its pieces; longest first.

    >>> query_values("https://example.org/v1?api-version=2024-02-01&user=a%20bcde")
    ['a%20bcde', 'a bcde', 'a+bcde', 'bcde']
    """
    forms = _decoded(hidden_query(url))
    values = {value for form in forms for pair in form.split("&") for value in _value(pair)}
    spelled = {text for value in values for text in (*_decoded(value), unquote_plus(value))}
    plain = {unquote(unquote(text)) for text in spelled}
    spelled |= {write(text, safe="") for text in plain for write in (quote, quote_plus)}
    pieces = {piece for text in plain for cut in (BETWEEN, PIECES)
              for piece in cut.split(text) if len(piece) >= SHORTEST_SECRET}  # fmt: skip
    return sorted((spelled | pieces) - {""}, key=lambda text: (-len(text), text))


def _decoded(text: str) -> tuple[str, ...]:
    """The text as it is, and decoded once and twice."""
    return text, unquote(text), unquote(unquote(text))


def _value(pair: str) -> list[str]:
    """What follows the name, or all of it where there is none."""
    name, equals, value = pair.partition("=")
    if not equals:
        return [] if _names_only(pair) else [pair]
    return [] if is_harmless(name, value) else [value]


def _names_only(pair: str) -> bool:
    """A pair that is still encoded: it is looked at again once it is decoded."""
    return re.search(r"(?i)%(?:25)*3d", pair) is not None

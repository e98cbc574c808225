"""Options about how a search is used: how often, how fast, at what price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import CoercionError, Group, Parameter

USE = Group("Use", sort_key=2)
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "": 1.0}


def milliseconds(_kind: Any, tokens: Sequence[Any]) -> float:
    """``50ms``, ``0.05s`` or ``50``, in milliseconds."""
    text = str(tokens[0].value).strip().lower()
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = text[len(digits) :].strip()
    try:
        found = float(digits) * UNITS[unit]
    except (KeyError, ValueError):
        raise CoercionError(token=tokens[0], target_type=float) from None
    return _amount(found, tokens)


def amount(_kind: Any, tokens: Sequence[Any]) -> float:
    """A number that is not negative."""
    try:
        return _amount(float(tokens[0].value), tokens)
    except ValueError:
        raise CoercionError(token=tokens[0], target_type=float) from None


def _amount(found: float, tokens: Sequence[Any]) -> float:
    if not math.isfinite(found) or found < 0:
        raise CoercionError(token=tokens[0], target_type=float)
    return found


# ``-5ms`` is a bad value, not another option
TIME = Parameter(group=USE, converter=milliseconds, allow_leading_hyphen=True)


@Parameter(name="*")
@dataclass(frozen=True)
class UseOptions:
    """How the search is used."""

    calls_per_day: Annotated[float | None, Parameter(group=USE, converter=amount)] = None
    """Queries a day, for costs."""
    latency: Annotated[float | None, TIME] = None
    """Time that a mend may add to a search, e.g. 50ms; slower ways are not taken."""
    price_embedding: Annotated[float | None, Parameter(group=USE, converter=amount)] = None
    """Price of 1,000 embeddings, in any currency."""
    price_translation: Annotated[float | None, Parameter(group=USE, converter=amount)] = None
    """Price of 1,000 translations."""
    search_time: Annotated[float | None, TIME] = None
    """Time of one more search of the index, e.g. 5ms."""
    translation_time: Annotated[float | None, TIME] = None
    """Time of one translation with its embedding, e.g. 800ms; default as measured here."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the comparison."""
        prices = {"embedding": self.price_embedding, "translation": self.price_translation,
                  "search_ms": self.search_time,
                  "translation_ms": self.translation_time}  # fmt: skip
        known = {name: value for name, value in prices.items() if value is not None}
        return {"calls_per_day": self.calls_per_day, "latency": self.latency, "prices": known}


@Parameter(name="*")
@dataclass(frozen=True)
class BridgeOptions:
    """What translates queries, so that each language's index can be searched alone."""

    bridge: Annotated[list[str] | None, Parameter(group=USE, negative="")] = None
    """Translator, once for each direction: "command:apertium -u eng-spa", recorded:FILE, or a
    model's line; queries in every language need one."""
    bridge_embedder: Annotated[str | None, Parameter(group=USE)] = None
    """Model of the index, which embeds translations; default that of --embedder."""

    def settings(self) -> dict[str, Any]:
        """The options by name."""
        return {"bridge": self.bridge, "bridge_embedder": self.bridge_embedder}

"""The same result of several systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.results import Result, Row, Tables
from monosashi.results.plain import plain


@dataclass(frozen=True, kw_only=True)
class Systems(Result):
    """Several systems that were measured alike.

    Attributes
    ----------
    systems : mapping of name to Result
    """

    systems: Mapping[str, Result]

    def to_dict(self) -> dict[str, Any]:
        """Every system under its name."""
        return {"kind": self.kind, "provenance": plain(self.provenance), "reasons": {},
                "systems": {name: one.to_dict() for name, one in self.systems.items()}}  # fmt: skip

    def tables(self) -> Tables:
        """The tables of every system one below the other, with the system in the first column."""
        joined: dict[str, list[Row]] = {}
        for name, one in self.systems.items():
            for title, rows in one.tables().items():
                joined.setdefault(title, []).extend({"system": name, **row} for row in rows)
        return joined

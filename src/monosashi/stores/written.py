"""What a writer did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from monosashi.embeddings import Fault


@dataclass(frozen=True)
class Written:
    """What stands in a store or file now.

    Attributes
    ----------
    place : str
        The address or file.
    name : str
        Vectors, array, column or collection that was written.
    n : int
        Rows of the set, all of which are there now.
    already : int
        Rows that were right before.
    notices : tuple of Fault
    """

    place: str
    name: str
    n: int
    already: int = 0
    notices: tuple[Fault, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values."""
        told = [{"code": one.code, "text": one.say()} for one in self.notices]
        return {"kind": "written", "place": self.place, "name": self.name, "n": self.n,
                "already": self.already, "notices": told}  # fmt: skip

"""What crossing a bridge takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from monosashi.models.translators import Cost


@dataclass
class Toll:
    """What a bridge took so far.

    Attributes
    ----------
    translating : Cost
        Texts asked for and found, calls and seconds of the translators.
    embedded : int
        Translations that were turned into vectors.
    embedding_seconds : float
    missing : dict of (source, target) to ids without a translation
    """

    translating: Cost = field(default_factory=Cost)
    embedded: int = 0
    embedding_seconds: float = 0.0
    missing: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        cost = self.translating
        return {
            "calls": cost.calls,
            "translated": cost.asked,
            "found": cost.found,
            "translating_seconds": cost.seconds,
            "seconds_per_text": cost.seconds_per_text,
            "embedded": self.embedded,
            "embedding_seconds": self.embedding_seconds,
            "missing": {
                f"{source}->{target}": ids for (source, target), ids in self.missing.items()
            },
        }

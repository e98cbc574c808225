"""What the caller of ``read`` asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from monosashi.embeddings import ModelCard
from monosashi.embeddings.sets import Invalid


@dataclass(frozen=True)
class Options:
    """Options of ``read``, in one hand."""

    vectors: str | Path | None
    query_vectors: str | Path | None
    id: str | None
    wide: str | tuple[str, ...] | None
    invalid: Invalid
    model: ModelCard | str | None
    encoding: str | None = None

    @property
    def drop(self) -> bool:
        """Whether what does not fit is dropped and counted."""
        return self.invalid == "drop"

    def role(self, role: str) -> str | Path | None:
        """``vectors`` or ``query_vectors``."""
        return self.vectors if role == "vectors" else self.query_vectors

    def given(self) -> list[str]:
        """Names of the options that say where things stand in a file."""
        return [name for name in ("vectors", "query_vectors", "id", "wide")
                if getattr(self, name) is not None]  # fmt: skip

"""What the caller of ``read_texts`` asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.embeddings.sets import Invalid


@dataclass(frozen=True)
class TextOptions:
    """Options of ``read_texts``, in one hand."""

    text: str | None = None
    id: str | None = None
    wide: str | tuple[str, ...] | None = None
    encoding: str | None = None
    invalid: Invalid = "error"
    language: str | None = None

    def given(self, *names: str) -> list[str]:
        """Those of the named options that the caller set, as in Python and on the command line."""
        return [in_words(name) for name in names if getattr(self, name) is not None]


def in_words(name: str) -> str:
    """``query_vectors (--query-vectors)``: the keyword, and the option that sets it."""
    return f"{name} (--{name.replace('_', '-')})"


def listed_languages(wide: Any) -> str | tuple[str, ...] | None:
    """Return a name or a tuple of names; ``"ja,en"`` and ``["text"]`` are understood."""
    if wide is None:
        return None
    names: Sequence[Any] = wide.split(",") if isinstance(wide, str) else wide
    listed = tuple(str(name).strip() for name in names)
    return listed[0] if len(listed) == 1 else listed

"""The whole contract of an embedder, and what is checked before and after it works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, ModelCard, fault

Role = Literal["query", "passage"]
Vectors = npt.NDArray[np.float32]
Counts = npt.NDArray[np.intp]
BATCH = 256


class Embedder(Protocol):
    """Anything that turns texts into vectors and can say which model it is.

    Attributes
    ----------
    name : str
        The name under which ``embedder(name)`` finds it.
    roles : tuple of Role
        Empty for a model that embeds queries and passages alike.
    batch : int
        Texts that ``embed`` is best given at a time; answers are stored batch by batch.
    worth_storing : bool
        False for models that embed faster than a store reads.
    """

    name: str
    roles: tuple[Role, ...]
    batch: int
    worth_storing: bool

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space of vectors that ``embed`` makes in this role."""
        ...

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Everything beside the text that changes a vector, as JSON values; no secret.

        Stored answers are found again under it: model, revision, role, prefix, cut, address.
        """
        ...

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """One vector a text, in the order of the texts: (n, d) float32."""
        ...


@runtime_checkable
class CountsTokens(Protocol):
    """An embedder whose tokenizer is known, so that cut texts can be counted.

    Attributes
    ----------
    token_limit : int
        Tokens that one pass of the model reads, prefix and special tokens included.
    """

    token_limit: int

    def count_tokens(self, texts: Sequence[str], role: Role = "passage") -> Counts:
        """(n,) tokens of every text as the model would see it, before any cut."""
        ...


@runtime_checkable
class NeedsFit(Protocol):
    """An embedder that learns from the passages before it can embed anything.

    Attributes
    ----------
    fitted : bool
    """

    fitted: bool

    def fit(self, texts: Sequence[str]) -> None:
        """Learn from the passages; ``identity`` then names what was learnt by a digest."""
        ...


def checked_texts(texts: Sequence[str]) -> list[str]:
    """Refuse what a model would embed without a word: empty texts, gaps and cut-off texts.

    Raises
    ------
    DataError
        Lists the rows of all empty texts, of all values that are not text, of all texts with a
        NUL character (C engines stop reading there), and of all with half a character (a lone
        surrogate, as a cut in the middle of an emoji leaves it).
    """
    rows = list(texts)
    bad: dict[str, list[int]] = {}
    for row, text in enumerate(rows):
        if code := _what_is_wrong(text):
            bad.setdefault(code, []).append(row)
    faults = [fault(code, found) for code, found in bad.items()]
    if not rows:
        faults.append(fault("models.errors.no_texts"))
    if faults:
        raise DataError(*faults)
    return rows


def _what_is_wrong(text: Any) -> str | None:
    if not isinstance(text, str):
        return "models.errors.not_text"
    if not text.strip():
        return "models.errors.empty_text"
    if "\0" in text:
        return "models.errors.nul_text"
    return None if text.isascii() or _is_utf8(text) else "models.errors.broken_text"


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def checked_vectors(vectors: Any, *, name: str, n: int, dimension: int) -> Vectors:
    """Hold what a model returned only if there is one finite vector for every text."""
    made: Vectors = np.ascontiguousarray(vectors, dtype=np.float32)
    if made.shape != (n, dimension):
        expected = (n, dimension)
        raise DataError(
            fault("models.errors.shape", name=name, shape=made.shape, expected=expected)
        )
    if rows := np.flatnonzero(~np.isfinite(made).all(axis=1)).tolist():
        raise DataError(fault("models.errors.non_finite", rows, name=name))
    return made


def batches(texts: Sequence[str], size: int = BATCH) -> Iterator[list[str]]:
    """Slices of the texts, so that memory does not grow with their number."""
    for start in range(0, len(texts), size):
        yield list(texts[start : start + size])

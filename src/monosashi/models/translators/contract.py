"""The whole contract of a translator, and what is checked after it has worked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from monosashi.embeddings import DataError, ServiceError, fault


class Translator(Protocol):
    """Anything that turns texts of one language into texts of another.

    Attributes
    ----------
    name : str
        What results call it.
    batch : int
        Texts that ``translate`` is best given at a time; answers are stored batch by batch.
    worth_storing : bool
        False for translators that answer faster than a store reads.
    """

    name: str
    batch: int
    worth_storing: bool

    def knows(self, source: str, target: str) -> bool:
        """Whether it can be asked from ``source`` to ``target`` at all."""
        ...

    def identity(self) -> dict[str, Any]:
        """Everything beside text and languages that changes a translation; no secret."""
        ...

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str | None]:
        """One translation a text, in their order; None for a text that it has none for."""
        ...


@runtime_checkable
class KnowsItems(Protocol):
    """A translator that finds translations by the item as well as by its text."""

    def of_items(
        self, keys: Sequence[str | None], texts: Sequence[str], source: str, target: str
    ) -> list[str | None]:
        """One translation an item; by the text where that is recorded, else by the key."""
        ...


def checked_count(answers: Any, *, name: str, n: int) -> list[str | None]:
    """Hold answers only if there is one for every text: a shift by one embeds without a sound.

    Raises
    ------
    ServiceError
        Another number of answers, or something else than text.
    """
    found = list(answers) if isinstance(answers, list | tuple) else []
    if len(found) != n:
        raise ServiceError(fault("models.errors.translations_count", name=name, given=len(found),
                                 n=n))  # fmt: skip
    odd = [row for row, text in enumerate(found) if not (text is None or isinstance(text, str))]
    if odd:
        raise DataError(fault("models.errors.translations_no_text", odd, name=name))
    return [text if text is not None and text.strip() else None for text in found]

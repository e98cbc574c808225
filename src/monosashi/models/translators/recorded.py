"""Translations that people have made already, read from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError
from monosashi.embeddings.errors import Fault, fault
from monosashi.embeddings.files.encodings import read_told
from monosashi.models.translators.recorded_rows import Recorded, recorded_rows


class RecordedTranslator:
    """A file of translations, such as the human ones of a site: what any bridge can hope for.

    Every line of the file is one JSON object in one of these forms; the two may be mixed:

    - ``{"source": "ja", "target": "en", "text": "…", "translation": "…"}``, and ``"id"`` beside
      ``text`` or in its place;
    - ``{"id": "slug", "text": {"ja": "…", "en": "…"}}`` (``"key"`` is ``"id"``): every language
      is the translation of every other.

    A text is found by its exact content, blanks at its ends aside; items by their key as well
    (``of_items``). Nothing is guessed: what is not in the file has no translation.

    Parameters
    ----------
    path : path
        JSON lines, UTF-8.
    name : str, optional

    Raises
    ------
    DataError
        Lines that are no such object, or two translations of one text or item: all are named.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "human.jsonl")
    ...     _ = file.write_text('{"id": "a", "text": {"en": "good night", "ja": "おやすみ"}}',
    ...                         encoding="utf-8")
    ...     RecordedTranslator(file).translate(["おやすみ", "おはよう"], "ja", "en")
    ['good night', None]
    """

    worth_storing = False  # the file is the store
    batch = 1024

    def __init__(self, path: str | Path, *, name: str | None = None) -> None:
        place = Path(path)
        told, _ = _read(place)
        faults: list[Fault] = []
        self._recorded = Recorded.of(recorded_rows(told, place.name, faults), place.name, faults)
        if faults:
            raise DataError(*faults)
        self.name = name or f"recorded:{place.name}"
        self._digest = sha256(told.encode()).hexdigest()[:16]

    def knows(self, source: str, target: str) -> bool:
        """Whether the file has any translation between the two."""
        return (source, target) in self._recorded.pairs

    def identity(self) -> dict[str, Any]:
        """A digest of the file."""
        return {"kind": "recorded translations", "file": self._digest}

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str | None]:
        """What the file holds for every text; None where it has nothing."""
        return [self._recorded.by_text.get((source, target, text.strip())) for text in texts]

    def of_items(
        self, keys: Sequence[str | None], texts: Sequence[str], source: str, target: str
    ) -> list[str | None]:
        """What the file holds for every item: by its text where it is recorded, else by its key.

        An item whose text has changed since is still found by key.
        """
        named = self._recorded.by_key
        return [
            found if found is not None or key is None else named.get((source, target, key))
            for key, found in zip(keys, self.translate(texts, source, target), strict=True)
        ]

    @property
    def counts(self) -> Mapping[tuple[str, str], int]:
        """How many translations there are from one language to another."""
        return self._recorded.pairs


def _read(place: Path) -> tuple[str, Any]:
    try:
        return read_told(place, None)
    except OSError as error:
        raise DataError(fault("models.errors.recorded_unreadable", path=place,
                              why=error.strerror or error)) from None  # fmt: skip

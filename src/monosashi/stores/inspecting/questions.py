"""How the file to look at should be read."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.stores.text_options import TextOptions, listed_languages


@dataclass(frozen=True)
class Questions:
    """Options of an inspection; None is found out from the file."""

    vectors: str | None = None
    query_vectors: str | None = None
    text: str | None = None
    id: str | None = None
    wide: str | None = None
    encoding: str | None = None
    language: str | None = None

    def text_options(self, wide: str | None) -> TextOptions:
        """The same for ``read_texts``; ``wide`` may have been found in the file."""
        text = None if wide else self.text
        return TextOptions(text, self.id, listed_languages(wide), self.encoding,
                           "error", self.language)  # fmt: skip

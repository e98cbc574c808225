"""``NAME.ids.txt`` beside a file of vectors: one id a line."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import as_ids
from monosashi.embeddings.files.card_places import stem_of
from monosashi.embeddings.files.encodings import read_text


def ids_beside(path: Path) -> TextArray | None:
    r"""The ids, or None when there is no such file; an empty line is a missing id.

    UTF-8, with or without a byte-order mark; lines end at ``\n`` or ``\r\n`` only.
    """
    file = path.with_name(stem_of(path) + ".ids.txt")
    if not file.is_file():
        return None
    text = read_text(file, None)
    lines = text.removesuffix("\n").split("\n")
    return as_ids([line.removesuffix("\r") for line in lines], file.name)

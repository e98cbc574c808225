"""Which card belongs to which file: ``pages.npz.card.json``, or ``pages.card.json`` if it is clear.

A card is named after the whole name of its file. One that is named after the stem alone says less
than one thinks: ``pages.npz`` and ``pages.parquet`` may hold vectors of different models.
"""

from __future__ import annotations

import re
from pathlib import Path

from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.hf_folder import is_dataset_folder

ARRAYS = (".npz", ".npy", ".safetensors", ".faiss", ".index")
LINES = (".jsonl.gz", ".ndjson.gz", ".jsonl", ".ndjson", ".csv", ".tsv")
ENDINGS = (*LINES, *ARRAYS, ".parquet", ".pq", ".arrow", ".feather", ".ipc")
CARD = ".card.json"


def unknown_ending(path: Path) -> str | None:
    """An ending as of a file that no set is written or read by; a version (.v2) is none.

    >>> unknown_ending(Path("pages.foo")), unknown_ending(Path("pages.npz"))
    ('.foo', None)
    >>> unknown_ending(Path("pages.v2")) is None
    True
    """
    name = path.name.lower()
    found = re.search(r"\.(?!v\d)[a-z][a-z0-9]{1,6}$", name)
    return found.group() if found and not name.endswith(ENDINGS) else None


def card_path(path: Path) -> Path:
    """``pages.e5.npz`` → ``pages.e5.npz.card.json``."""
    return path.with_name(path.name + CARD)


def stem_of(path: Path) -> str:
    """``pages.e5.npz`` → ``pages.e5``."""
    ending = next((end for end in ENDINGS if path.name.lower().endswith(end)), "")
    return path.name[: len(path.name) - len(ending)]


def card_beside(path: Path) -> Path | None:
    """The card of this file alone, else one named after its stem that can be no other file's.

    Raises
    ------
    DataError
        A card is named after the stem, and several files of that stem could be meant.
    """
    if (own := card_path(path)).is_file():
        return own
    shared = path.with_name(stem_of(path) + CARD)
    if not shared.is_file():
        return None
    others = _same_stem(path)
    if any(card_path(other).is_file() for other in others):
        return None
    if not others or _holds_the_vectors(path, others):
        return shared
    if any(_holds_the_vectors(other, [path]) for other in others):
        return None
    names = sorted(one.name for one in (path, *others))
    raise DataError(fault("embeddings.errors.whose_card", ids=names, path=shared.name,
                          example=card_path(path).name))  # fmt: skip


def _same_stem(path: Path) -> list[Path]:
    """Other files and data sets that a card of this stem could belong to."""
    stem = stem_of(path)
    files = [path.with_name(stem + ending) for ending in ENDINGS]
    found = [file for file in files if file != path and file.is_file()]
    folder = path.with_name(stem)
    return [*found, folder] if folder != path and is_dataset_folder(folder) else found


def _holds_the_vectors(path: Path, others: list[Path]) -> bool:
    """A file of arrays beside texts: of these, the card is about the arrays."""
    return _ends(path, ARRAYS) and all(_ends(other, LINES) for other in others)


def _ends(path: Path, endings: tuple[str, ...]) -> bool:
    return path.name.lower().endswith(endings)

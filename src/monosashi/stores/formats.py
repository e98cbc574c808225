"""Which format a path is."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.hf_folder import is_dataset_folder

Format = Literal["folder", "npy", "npz", "safetensors", "faiss", "parquet", "arrow", "jsonl",
                 "delimited"]  # fmt: skip
VECTOR_FILES = (".npy", ".npz", ".safetensors", ".faiss", ".index")
LINE_ENDINGS = (".txt", ".txt.gz")
PAGES = (".md", ".mdx", ".markdown")
ENDINGS: dict[str, Format] = {
    ".npy": "npy",
    ".npz": "npz",
    ".safetensors": "safetensors",
    ".faiss": "faiss",
    ".index": "faiss",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".jsonl.gz": "jsonl",
    ".ndjson.gz": "jsonl",
    ".csv": "delimited",
    ".tsv": "delimited",
}


def local_path(given: str | Path) -> Path:
    """Return the path of a file or folder that exists; ``file://`` is understood."""
    text = str(given).removeprefix("file://")
    if "://" in text:
        scheme = text.split("://", 1)[0]
        raise DataError(fault("stores.errors.unknown_store", scheme=scheme, readable=_readable()))
    path = at_home(text)
    if not path.exists():
        raise DataError(fault("stores.errors.not_found", path=path))
    if not (path.is_file() or path.is_dir()):  # a pipe or a device: reading might never end
        raise DataError(fault("stores.errors.no_regular_file", path=path))
    return path


def at_home(given: str | Path) -> Path:
    """``~`` is the home of the user; where there is none, it is a name like any other."""
    try:
        return Path(given).expanduser()
    except RuntimeError:
        return Path(given)


def format_of(path: Path) -> Format:
    """Judge by the ending of the name, and folders by what lies in them."""
    if path.is_dir():
        return "arrow" if is_dataset_folder(path) else "folder"
    name = path.name.lower()
    found = next((kind for ending, kind in ENDINGS.items() if name.endswith(ending)), None)
    if found is None:
        code = "markdown_file" if name.endswith(PAGES) else "unknown_format"
        raise DataError(fault(f"stores.errors.{code}", path=path.name, readable=_readable()))
    return found


def has_encoding(path: Path) -> bool:
    """Whether this is a file of text, as far as its name says."""
    found = next((ENDINGS[end] for end in ENDINGS if path.name.lower().endswith(end)), None)
    return found in {"jsonl", "delimited"}


def _readable() -> str:
    return ", ".join([*ENDINGS, *LINE_ENDINGS])


def is_vector_file(given: object) -> bool:
    """Whether ``vectors=`` names a file of arrays rather than a column."""
    return isinstance(given, Path) or str(given).lower().endswith(VECTOR_FILES)


def beside(given: str | Path, text_file: Path) -> Path:
    """Return the file as given, else the one of that name beside the text file."""
    path = at_home(given)
    if path.is_file():
        return path
    neighbour = text_file.parent / path
    if neighbour.is_file():
        return neighbour
    raise DataError(fault("stores.errors.no_vector_file", path=path, text=text_file.name))

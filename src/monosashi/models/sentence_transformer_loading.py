"""Open a sentence-transformers model and say exactly which one it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.packages import load_module

PACKAGE = "sentence-transformers"
NO_PART_OF_IT = {".git", ".cache", "onnx", "openvino"}


def load_model(source: str, revision: str | None, device: str) -> Any:
    """Load from a folder, else from the cache, else from the Hub.

    Raises
    ------
    DataError
        The package is missing, or the model can be neither found nor downloaded, or not be read.
    """
    library = load_module("sentence_transformers", PACKAGE, PACKAGE)
    options = {"revision": revision, "device": device}
    with _quiet():
        if not Path(source).is_dir() and cached_commit(source, revision):
            with suppress(OSError):  # not all of it is there
                return library.SentenceTransformer(source, local_files_only=True, **options)
        try:
            return library.SentenceTransformer(source, **options)
        except Exception as error:  # the library, transformers, torch and the Hub all have theirs
            why = str(error).strip().split("\n")[0].rstrip(".") or type(error).__name__
            raise DataError(fault("models.errors.st_load", model=source, why=why)) from error


def revision_of(model: Any, source: str, asked: str | None) -> str | None:
    """The commit of a model from the Hub, or a digest of a folder's files.

    Code, weights and settings count; read-me files, and copies for other engines, do not.
    """
    folder = Path(source)
    if folder.is_dir():
        return f"files {_digest(folder)}"
    inner = getattr(next(iter(model), None), "auto_model", None)
    commit = getattr(getattr(inner, "config", None), "_commit_hash", None)
    return commit or cached_commit(source, asked) or asked


def cached_commit(name: str, revision: str | None) -> str | None:
    """Commit of the snapshot in the local cache that tells how the model's parts fit together."""
    try:
        look_up = import_module("huggingface_hub").try_to_load_from_cache
    except ImportError:
        return None
    for full in (name, f"sentence-transformers/{name}"):
        with suppress(ValueError):  # no name that the Hub could hold
            found = look_up(full, "modules.json", revision=revision)
            if isinstance(found, str):
                return Path(found).parent.name
    return None


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        part = path.relative_to(folder)
        if NO_PART_OF_IT.intersection(part.parts) or path.suffix == ".md" or not path.is_file():
            continue
        digest.update(part.as_posix().encode() + b"\0")
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


@contextmanager
def _quiet() -> Iterator[None]:
    """No progress bar of the library while weights are read."""
    try:
        logging = import_module("transformers.utils.logging")
    except ImportError:
        yield
        return
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()

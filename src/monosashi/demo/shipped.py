"""The data files that travel inside the package, each checked against its digest."""

from __future__ import annotations

import hashlib
import io
import json
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, ModelCard, fault

FOLDER = files("monosashi.demo") / "data"
DIGESTS = "digests.json"
CARDS = "cards.json"


def digests() -> dict[str, str]:
    """SHA-256 of every data file, by name."""
    held: dict[str, str] = json.loads((FOLDER / DIGESTS).read_bytes())
    return held


def shipped_bytes(name: str) -> bytes:
    """Read one data file.

    Raises
    ------
    DataError
        The file is missing or its digest is not the one that was written when it was made.
    """
    try:
        content = (FOLDER / name).read_bytes()
    except FileNotFoundError:
        raise DataError(fault("demo.errors.missing_file", name=name)) from None
    found, expected = hashlib.sha256(content).hexdigest(), digests().get(name, "-")
    if found != expected:
        raise DataError(
            fault("demo.errors.damaged_file", name=name, found=found[:12], expected=expected[:12])
        )
    return content


def shipped_rows(name: str) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in shipped_bytes(name).decode().split("\n") if line]


def shipped_arrays(name: str) -> dict[str, npt.NDArray[Any]]:
    """All arrays of an npz file."""
    with np.load(io.BytesIO(shipped_bytes(name)), allow_pickle=False) as archive:
        return {key: archive[key] for key in archive.files}


def shipped_card(name: str) -> ModelCard:
    """How the vectors of an npz file were made."""
    return ModelCard.from_dict(json.loads(shipped_bytes(CARDS))[name])

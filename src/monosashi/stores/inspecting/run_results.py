"""The result of a run: nothing to measure, but something to show or to check."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings import DataError
from monosashi.results.reading import read_result
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.json_mapping import read_mapping

NAME = "result.json"
HEAD = {"kind", "version", "findings", "command"}


def is_result(path: Path) -> bool:
    """Whether this is ``result.json`` of a run, under any name, or the folder of a run."""
    if path.is_dir():
        return (path / NAME).is_file()
    if not path.name.lower().endswith(".json"):
        return False
    try:
        return read_mapping(path).keys() >= HEAD
    except DataError:
        return False


def look_at_result(path: Path) -> Inspection:
    """Which command wrote it; what is wrong with it, as ``report`` would say."""
    document = read_result(path)
    return Inspection(path.name, "result", found={"command": document["kind"]})

"""A folder that a killed run leaves whole: one line for each finished (check, repeat)."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.benchmark.evaluating import Arrays, Curves, Evaluated
from monosashi.results.writing import strict_json, write_text

HEAD, LINES, KIND, FORMAT = "benchmark.json", "scores.jsonl", "fidelity benchmark", 1


@dataclass
class Store:
    """Scores of finished parts, and the arrays beside them.

    Without a folder everything stays in memory.
    """

    folder: Path | None
    grid: str
    options: Mapping[str, Any]
    done: dict[tuple[int, int], Curves] = field(default_factory=dict)
    marks: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)

    @classmethod
    def open(cls, path: str | Path | None, grid: str, options: Mapping[str, Any]) -> Store:
        """Make a new folder, or go on with one of the same settings."""
        if path is None:
            return cls(None, grid, options)
        folder = Path(path)
        head = json.loads(strict_json({"kind": KIND, "format": FORMAT, "grid": grid,
                                       "options": dict(options)}))  # fmt: skip
        _check(folder, head)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / HEAD).exists():
            write_text(folder / HEAD, strict_json(head))
        store = cls(folder, grid, options)
        store._read()
        return store

    def missing(self, check: int, repeat: int, names: list[str]) -> list[str]:
        """Which measures are still to do."""
        kept = self.done.get((check, repeat), {})
        return [name for name in names if name not in kept]

    def add(self, part: Evaluated, marks: Mapping[str, str]) -> None:
        """Arrays first, whole or not at all; then the line that says the part is done."""
        if self.folder is not None:
            path = self.statistics(part.check, part.repeat)
            if part.arrays and path is not None:
                _write_arrays(path, part.arrays)
            line = {"check": part.check, "repeat": part.repeat, "marks": dict(marks),
                    "curves": part.curves}  # fmt: skip
            with (self.folder / LINES).open("ab") as file:
                file.write(json.dumps(line, allow_nan=False).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        self.done.setdefault((part.check, part.repeat), {}).update(part.curves)

    def statistics(self, check: int, repeat: int) -> Path | None:
        """Where the arrays of one part are, if there are any."""
        if self.folder is None:
            return None
        return self.folder / "statistics" / f"{check:02d}-{repeat:04d}.npz"

    def forget(self, marks: Mapping[str, str]) -> None:
        """Drop what was measured by a function whose code has changed since."""
        for place, names in self.marks.items():
            stale = [name for name, mark in names.items() if marks.get(name, mark) != mark]
            for name in stale:
                self.done[place].pop(name, None)

    def _read(self) -> None:
        """Whole lines only; the torn end of a killed run is cut off."""
        assert self.folder is not None  # noqa: S101 - only called with one
        path = self.folder / LINES
        if not path.exists():
            return
        text = path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        try:
            for line in whole.splitlines():
                part = json.loads(line)
                place = (part["check"], part["repeat"])
                self.done.setdefault(place, {}).update(part["curves"])
                self.marks.setdefault(place, {}).update(part["marks"])
        except (ValueError, TypeError, KeyError, AttributeError):
            raise DataError(fault("fidelity.errors.foreign_store", path=path)) from None


def head_of(folder: Path) -> dict[str, Any]:
    """Settings of a folder that a run has made."""
    try:
        head: Any = json.loads((folder / HEAD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise DataError(fault("fidelity.errors.foreign_store", path=folder)) from None
    if not isinstance(head, dict) or (head.get("kind"), head.get("format")) != (KIND, FORMAT):
        raise DataError(fault("fidelity.errors.foreign_store", path=folder))
    return head


def _check(folder: Path, head: Mapping[str, Any]) -> None:
    """Refuse a foreign folder, or one of other settings."""
    if not folder.exists():
        return
    if not (folder / HEAD).is_file():
        if not folder.is_dir() or any(folder.iterdir()):
            raise DataError(fault("fidelity.errors.foreign_store", path=folder))
        return
    known = head_of(folder)
    if known != head:
        raise DataError(fault("fidelity.errors.other_store", path=folder,
                              kept={k: known.get(k) for k in ("grid", "options")},
                              asked={k: head[k] for k in ("grid", "options")}))  # fmt: skip


def _write_arrays(path: Path, arrays: Arrays) -> None:
    """Beside what an earlier run with another k has kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        with np.load(path, allow_pickle=False) as kept:
            arrays = {**kept, **arrays}
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

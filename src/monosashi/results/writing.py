"""Write results so that a killed run leaves nothing half done."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.results.tables import csv_table


def strict_json(value: Any) -> str:
    """Indented JSON that any parser accepts."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_result(folder: Path, document: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """``tables/*.csv`` first, ``result.json`` last: its presence says the run is complete."""
    for name, rows in tables.items():
        write_text(folder / "tables" / f"{name}.csv", csv_table(rows))
    write_text(folder / "result.json", strict_json(document))


def read_result(path: Path) -> dict[str, Any]:
    """Read ``result.json`` (or the folder that holds it)."""
    file = path / "result.json" if path.is_dir() else path
    try:
        document = json.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise DataError(fault("results.errors.no_result", path=file)) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DataError(fault("results.errors.not_json", path=file, why=error)) from None
    if not isinstance(document, dict) or "kind" not in document:
        raise DataError(fault("results.errors.not_result", path=file))
    return document

"""Write results so that a killed run leaves nothing half done."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monosashi.results.tables import csv_table


def strict_json(value: Any) -> str:
    """Indented JSON that any parser accepts."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def write_text(path: Path, text: str) -> None:
    r"""Write a file of UTF-8 whole or not at all.

    A lone surrogate (half a sign of a broken id or file name) is written as ``\udc80``, which
    is also how JSON spells it, so that a result reads back as it was.
    """
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
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

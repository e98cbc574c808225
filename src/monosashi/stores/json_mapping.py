"""A JSON file that is one object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.encodings import read_text


def read_mapping(path: Path, encoding: str | None = None) -> dict[str, Any]:
    """The object; a name that stands twice in it is refused, since one value would be lost."""
    try:
        found = json.loads(read_text(path, encoding), object_pairs_hook=_once)
    except _TwiceError as error:
        raise DataError(fault("stores.errors.json_twice", ids=error.args, path=path.name)) from None
    except json.JSONDecodeError as error:
        raise DataError(fault("stores.errors.json_broken", path=path.name, line=error.lineno,
                              column=error.colno)) from None  # fmt: skip
    except (ValueError, RecursionError):
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    if not isinstance(found, dict):
        kind = type(found).__name__
        raise DataError(fault("stores.errors.json_kind", path=path.name, kind=kind))
    return found


class _TwiceError(Exception):
    """Names that stand more than once in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(*(name for name in held if names.count(name) > 1))
    return held

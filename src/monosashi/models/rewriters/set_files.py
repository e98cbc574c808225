"""The files of a rewrite set: ``set.json`` and ``rewrites.jsonl``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.rewrite_row import RewriteRow, row_of

FORMAT = 1
HEAD, ROWS = "set.json", "rewrites.jsonl"


def is_set(folder: Path) -> bool:
    """Whether a folder holds a rewrite set."""
    return (folder / HEAD).is_file() and (folder / ROWS).is_file()


def read_set(place: Path) -> tuple[dict[str, Any], tuple[RewriteRow, ...]]:
    """Head and rows of a folder; whether they belong together is not looked at.

    Raises
    ------
    DataError
        There is no set, it is damaged, or it is of a newer format.
    """
    try:
        head = json.loads((place / HEAD).read_text(encoding="utf-8"))
        told = (place / ROWS).read_text(encoding="utf-8")
    except OSError:
        raise DataError(fault("rewriting.errors.no_set", path=place)) from None
    except (ValueError, RecursionError):
        raise DataError(fault("rewriting.errors.broken_set", path=place)) from None
    if not isinstance(head, dict) or head.get("kind") != "rewrite set":
        raise DataError(fault("rewriting.errors.no_set", path=place))
    if head.get("format") != FORMAT:
        raise DataError(fault("rewriting.errors.newer_set", path=place,
                              format=head.get("format"), known=FORMAT))  # fmt: skip
    try:
        return head, tuple(row_of(json.loads(line)) for line in told.split("\n") if line.strip())
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DataError(fault("rewriting.errors.broken_set", path=place)) from None

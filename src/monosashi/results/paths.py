"""Find one number in a result by its path: ``results.language.directions.ja->en.drop``."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import DataError, Fault, fault

SEGMENT = re.compile(r'"((?:[^"\\]|\\.)*)"|([^."]+)')


def split_path(path: str) -> list[str]:
    """Segments between dots; quote a segment that itself holds a dot.

    >>> split_path('groups."v1.0".w')
    ['groups', 'v1.0', 'w']
    """
    return [quoted or bare for quoted, bare in SEGMENT.findall(path)]


def look_up(document: Any, path: str) -> Any:
    """The value at ``path``; DataError says where the path ends and what there is instead."""
    here = document
    walked: list[str] = []
    for segment in split_path(path):
        if isinstance(here, dict) and segment in here:
            here = here[segment]
        elif isinstance(here, list) and segment.isdigit() and int(segment) < len(here):
            here = here[int(segment)]
        else:
            raise DataError(_dead_end(path, walked, here))
        walked.append(segment)
    return here


def _dead_end(path: str, walked: list[str], here: Any) -> Fault:
    known = ", ".join(_choices(here)) or "-"
    return fault("results.errors.no_path", path=path, walked=".".join(walked) or "-", known=known)


def _choices(here: Any) -> list[str]:
    if isinstance(here, dict):
        return [str(key) for key in here][:20]
    return [f"0-{len(here) - 1}"] if isinstance(here, list) and here else []

"""Find one number in a result by its path: ``results.language.directions.ja->en.drop``."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import DataError, Fault, fault

QUOTED = r'"(?:[^"\\]|\\.)*"'
SEGMENT = re.compile(rf"({QUOTED})|([^.\"]+)")
PATH = re.compile(rf"(?:{QUOTED}|[^.\"]+)(?:\.(?:{QUOTED}|[^.\"]+))*")


def split_path(path: str) -> list[str]:
    """Segments between dots; quote a segment that itself holds a dot.

    >>> split_path('groups."v1.0".w')
    ['groups', 'v1.0', 'w']
    """
    if not PATH.fullmatch(path):
        raise DataError(fault("results.errors.bad_path", path=path))
    found = SEGMENT.findall(path)
    return [re.sub(r"\\(.)", r"\1", quoted[1:-1]) if quoted else bare for quoted, bare in found]


def path_of(*segments: str) -> str:
    """The path of these segments, quoted where they need it.

    >>> path_of("groups", "v1.0", "w")
    'groups."v1.0".w'
    """
    return ".".join(map(_quoted, segments))


def _quoted(segment: str) -> str:
    if segment and not set(segment) & set('."\\'):
        return segment
    escaped = segment.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def look_up(document: Any, path: str) -> Any:
    """The value at ``path``; DataError says where the path ends and what there is instead."""
    here = document
    walked: list[str] = []
    for segment in split_path(path):
        if isinstance(here, dict) and segment in here:
            here = here[segment]
        elif isinstance(here, list) and segment.isdecimal() and int(segment) < len(here):
            here = here[int(segment)]
        else:
            raise DataError(_dead_end(path, walked, here))
        walked.append(segment)
    return here


def why_none(document: Any, path: str) -> Any:
    """The reason that a result gives for an undefined value; None when it gives none."""
    segments = split_path(path)
    here = document
    found = None
    for place, segment in enumerate(segments):
        if isinstance(here, dict) and isinstance(reasons := here.get("reasons"), dict):
            found = reasons.get(".".join(segments[place:]), found)
        here = here[int(segment)] if isinstance(here, list) else here[segment]
    return found


def _dead_end(path: str, walked: list[str], here: Any) -> Fault:
    known = ", ".join(_choices(here)) or "-"
    return fault("results.errors.no_path", path=path, walked=".".join(walked) or "-", known=known)


def _choices(here: Any) -> list[str]:
    if isinstance(here, dict):
        return [str(key) for key in here][:20]
    return [f"0-{len(here) - 1}"] if isinstance(here, list) and here else []

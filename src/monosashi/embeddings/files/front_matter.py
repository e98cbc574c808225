"""What stands between ``---`` or ``+++`` at the head of a page.

``+++`` is TOML. Of YAML only what heads of pages need is read, and always in the same way, whether
or not a YAML package is installed: ``key: value`` on one line, plain or quoted; ``|`` and ``>``
with indented lines; lists ``[a, b]`` or ``- a``; ``#`` comments. Other keys are passed over.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from monosashi.embeddings.errors import DataError, fault

KEYS = ("title", "slug", "lang", "language", "date", "draft", "tags", "translationKey")
FENCES = {"---": "---", "+++": "+++"}
KEY = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$")
ANY_KEY = re.compile(r"[^\s#-].*?:(?:\s|$)")  # also one that is not read here
QUOTED = re.compile(r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')[ \t]*(?:#.*)?$""")
BLOCK = re.compile(r"[|>][+-]?\d?[ \t]*(?:#.*)?$")
ESCAPES = {r"\"": '"', r"\\": "\\", r"\n": "\n", r"\t": "\t", r"\/": "/"}
NOT_READ = ("&", "*", "!", "{", "@", "`", "%")


def split_front_matter(text: str, source: str) -> tuple[dict[str, Any], str]:
    """The known values of the head, and the rest of the page.

    Raises
    ------
    DataError
        The head has no end, is no TOML, holds something but no key, or a known key has a value
        that is not read here.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    fence = FENCES.get(lines[0].rstrip())
    if fence is None:
        return {}, "\n".join(lines)
    end = next((row for row in range(1, len(lines)) if lines[row].rstrip() == fence), None)
    if end is None:
        if fence == "---":  # a line across the page, not a head
            return {}, "\n".join(lines)
        raise DataError(fault("embeddings.errors.head_open", path=source, fence=fence))
    head, body = lines[1:end], "\n".join(lines[end + 1 :])
    values = _toml(head, source) if fence == "+++" else _yaml(head, source)
    return {key: value for key, value in values.items() if key in KEYS}, body


def _toml(head: list[str], source: str) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(head))
    except tomllib.TOMLDecodeError:
        raise DataError(fault("embeddings.errors.head_toml", path=source)) from None


def _yaml(head: list[str], source: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    held = [row for row, line in enumerate(head) if line.strip() and line.lstrip()[0] != "#"]
    if held and not any(ANY_KEY.match(line) for line in head):
        raise DataError(fault("embeddings.errors.head_keys", path=source, line=held[0] + 2))
    for number, key, value, below in _entries(head):
        if key not in KEYS:
            continue
        if value.startswith(NOT_READ) or (value[:1] in {'"', "'"} and not QUOTED.match(value)):
            raise DataError(fault("embeddings.errors.head_value", path=source, line=number + 2,
                                  name=key))  # fmt: skip
        values[key] = _value(value, below)
    return values


def _entries(head: list[str]) -> Iterator[tuple[int, str, str, list[str]]]:
    """(row, key, value, the lines that belong to it) of keys that are not indented."""
    starts = [(row, match) for row, line in enumerate(head) if (match := KEY.match(line))]
    ends = [*(row for row, _ in starts), len(head)][1:]
    for (row, match), end in zip(starts, ends, strict=True):
        yield row, match[1], (match[2] or "").strip(), head[row + 1 : end]


def _value(value: str, below: list[str]) -> Any:
    if BLOCK.match(value):
        lines = [line.strip() for line in below]
        return (" " if value[0] == ">" else "\n").join(lines).strip()
    if value.startswith("[") and not below:
        inner = re.sub(r"\]\s*(#.*)?$", "", value[1:])
        return [_scalar(part.strip()) for part in inner.split(",") if part.strip()]
    held = [line.strip() for line in below if line.strip() and not line.strip().startswith("#")]
    if not value.strip() and held and all(line.startswith("-") for line in held):
        return [_scalar(line[1:].strip()) for line in held]
    return _scalar(" ".join([value, *held]).strip())


def _scalar(value: str) -> Any:
    if match := QUOTED.match(value):
        if match[1] is None:
            return str(match[2]).replace("''", "'")
        return re.sub(r"\\.", lambda found: ESCAPES.get(found[0], found[0]), match[1])
    plain = re.split(r"(?:^|\s)#", value, maxsplit=1)[0].strip()
    known = {"true": True, "false": False, "": None, "null": None, "~": None}
    return known.get(plain.lower(), plain)

"""Read a result that an earlier run wrote, strictly."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from monosashi.embeddings import DataError, fault

FORMAT = 1
HEAD: dict[str, tuple[type, ...]] = {
    "kind": (str,), "title": (str,), "settings": (dict,), "data": (dict,),
    "verdict": (dict, type(None)), "findings": (list,), "results": (dict,), "parts": (list,),
    "skipped": (list,), "created": (str, type(None)), "command": (str, type(None)),
    "version": (str, type(None)),
}  # fmt: skip


class _NotStrictError(ValueError):
    """A number that strict JSON does not have."""


def read_result(path: Path) -> dict[str, Any]:
    """Read ``result.json`` (or the folder that holds it).

    Raises
    ------
    DataError
        There is no such file; it is not strict JSON; it is no result, one of a newer format, or
        parts of its head have another type.
    """
    file = file_of(path)
    document = _load(file)
    if not isinstance(document, dict) or "kind" not in document:
        raise DataError(fault("results.errors.not_result", path=file))
    given = document.get("format", FORMAT)
    if given != FORMAT:
        raise DataError(fault("results.errors.newer", path=file, format=given, known=FORMAT))
    if odd := odd_fields(document):
        raise DataError(fault("results.errors.edited", path=file, fields=", ".join(odd)))
    return document


def file_of(path: Path) -> Path:
    """The ``result.json`` of a folder; a file is its own."""
    return path / "result.json" if path.is_dir() else path


def odd_fields(document: dict[str, Any], place: str = "") -> list[str]:
    """Parts of the head, also of merged parts, that have another type than a run writes."""
    odd = [place + name for name, kinds in HEAD.items()
           if name in document and not isinstance(document[name], kinds)]  # fmt: skip
    for name in ("findings", "skipped", "parts"):
        if f"{place}{name}" not in odd:
            odd += [f"{place}{name}.{i}" for i, one in enumerate(document.get(name, []))
                    if not isinstance(one, dict)]  # fmt: skip
    if odd:
        return odd
    return [o for i, one in enumerate(document.get("parts", []))
            for o in odd_fields(one, f"{place}parts.{i}.")]  # fmt: skip


def _load(file: Path) -> Any:
    try:
        text = file.read_text(encoding="utf-8-sig")
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except FileNotFoundError:
        raise DataError(fault("results.errors.no_result", path=file)) from None
    except UnicodeDecodeError:
        raise DataError(fault("results.errors.not_utf8", path=file)) from None
    except json.JSONDecodeError as error:
        raise DataError(fault("results.errors.not_json", path=file, line=error.lineno,
                              column=error.colno)) from None  # fmt: skip
    except _NotStrictError as error:
        raise DataError(fault("results.errors.not_strict", path=file, given=error)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; endless nesting
        raise DataError(fault("results.errors.not_result", path=file)) from None


def _refuse(word: str) -> NoReturn:
    raise _NotStrictError(word)


def _finite(digits: str) -> float:
    if not math.isfinite(value := float(digits)):
        _refuse(digits[:40])
    return value

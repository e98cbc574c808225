"""BibTeX of the methods that a result really rests on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from monosashi.report.documents import collect
from monosashi.results.provenance import VERSION

LONGEST = 200  # signs of a value; longer ones are texts of the user
FIELDS = ("author", "title", "journal", "booktitle", "edition", "publisher", "volume", "number",
          "pages", "eprint", "archiveprefix", "year")  # fmt: skip
# values that belong to the user, not to a method
OWN_TEXT = re.compile(r"(^|_)(id|ids|text|texts|key|keys|title|source|query|group|label)(_|$)")


def bibliography(results: Any) -> str:
    """BibTeX: this program first, then every method, by key, each with what it was used for.

    Parameters
    ----------
    results : result, document or a list of them, as for ``Report``

    Examples
    --------
    >>> from monosashi.advice import measure_facts
    >>> print(bibliography(measure_facts([[1.0, 0.0], [0.0, 1.0]])).splitlines()[0])
    % monosashi
    """
    collection = collect(results, None)
    used = used_references(collection.parts)
    versions = dict.fromkeys(str(part.get("version") or VERSION) for part in collection.parts)
    return "\n".join([_program(" and ".join(versions)), *(_entry(key) for key in used)])


def used_references(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """Keys of the references, in alphabetical order."""
    lines = "\n".join(sorted({line for document in documents for line in _lines(document)}))
    return sorted(key for key, entry in references().items()
                  if any(re.search(one, lines, re.MULTILINE) for one in entry["when"]))  # fmt: skip


@cache
def references() -> dict[str, dict[str, Any]]:
    """All entries of the file, by key."""
    return {key: entry for key, entry in _file().items() if key != "ours"}


@cache
def ours() -> dict[str, str]:
    """Terms of results without a source, with what they are."""
    return dict(_file()["ours"])


@cache
def _file() -> dict[str, Any]:
    place = files("monosashi.report.exports") / "references.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    """``section.path=value`` for all that is there; numbers as the bare path."""
    yield from _walk(document["results"], "")
    yield from _walk({"model": (document.get("data") or {}).get("model") or {}}, "data.")


def _walk(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, held in value.items():
            if not _of_the_user(name, held):
                yield from _walk(held, f"{path}{name}.")
    elif isinstance(value, list | tuple):
        for held in value:
            yield from _walk(held, path)
    elif value is not None:
        yield f"{path[:-1]}={_told(value)}"


def _of_the_user(name: Any, held: Any) -> bool:
    """Texts and names that say nothing about a method; reasons tell what was not done."""
    return name == "reasons" or bool(isinstance(held, str | list) and OWN_TEXT.search(str(name)))


def _told(value: Any) -> str:
    """Short text as it is; numbers and long texts only count as being there."""
    return value if isinstance(value, str) and len(value) <= LONGEST and "\n" not in value else ""


def _program(version: str) -> str:
    return "\n".join([
        "% monosashi", "@software{monosashi,", "  author = {{The monosashi authors}},",
        "  title = {monosashi: measuring, repairing and explaining embedding spaces},",
        f"  version = {{{version}}},", "}", ""])  # fmt: skip


def _entry(key: str) -> str:
    entry = references()[key]
    lines = [f"  {name} = {{{entry[name]}}}," for name in FIELDS if name in entry]
    return "\n".join([f"% {entry['about']}", f"@{entry['type']}{{{key},", *lines, "}", ""])

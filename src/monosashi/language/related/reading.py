"""Read what an earlier run wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.language.related.results import PageRelations, RelatedPage


class Earlier:
    """The part of an earlier result that a new one can build on.

    Attributes
    ----------
    settings_digest : str
    made_with : mapping of name to text
        Empty in results of earlier versions.
    floors : mapping of (language, language) to float
    floors_of : str
    pages : mapping of id to PageRelations
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self.settings_digest = str(told["settings_digest"])
        self.made_with: dict[str, str] = dict(told.get("made_with") or {})
        self.floors_of = str(told["floors_of"])
        self.floors = {_pair(name): None if value is None else float(value)
                       for name, value in told["floors"].items()}  # fmt: skip
        self.pages = {page["id"]: _page(page) for page in told["pages"]}


def read_related(path: str | Path) -> Earlier:
    """Read the file or folder that ``monosashi related`` or ``Related.save`` wrote.

    Raises
    ------
    DataError
        It is something else.
    """
    place = Path(path)
    place = place / "result.json" if place.is_dir() else place
    try:
        told = json.loads(place.read_text(encoding="utf-8"))
        if told["kind"] != "related":
            raise ValueError(told["kind"])  # noqa: TRY301 - one message for all that is wrong
        return Earlier(told["results"]["related"] if "results" in told else told)
    except OSError as error:
        raise DataError(fault("language.errors.related_previous", path=path,
                              why=error.strerror or error)) from None  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise DataError(fault("language.errors.related_previous", path=path, why=why)) from None


def _pair(name: str) -> tuple[str, str]:
    source, _, target = name.partition("->")
    return source, target


def _page(told: dict[str, Any]) -> PageRelations:
    lists = {name: tuple(RelatedPage(**one) for one in listed)
             for name, listed in told["related"].items()}  # fmt: skip
    return PageRelations(told["id"], told["key"], told["language"], told["digest"], lists,
                         told["translations"])  # fmt: skip

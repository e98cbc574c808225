"""A site of Markdown or MDX pages in several languages: one text a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.encodings import read_text
from monosashi.embeddings.files.front_matter import split_front_matter
from monosashi.embeddings.files.markdown import plain_text
from monosashi.stores.site_places import SUFFIXES, Place, places_of
from monosashi.stores.text_columns import with_partners
from monosashi.stores.text_options import TextOptions

PASSED_OVER = {"node_modules"}


@dataclass(frozen=True)
class Page:
    """One page; ``body`` is its text without the title, which may stand in the head alone."""

    place: Place
    key: str
    language: str | None
    title: str
    text: str
    body: str
    head: dict[str, Any]


def is_site(path: Path) -> bool:
    """Whether a folder holds a page of Markdown or MDX somewhere."""
    return next(page_files(path), None) is not None


def page_files(root: Path) -> Iterator[Path]:
    """Pages below a folder; hidden folders and ``node_modules`` are passed over."""
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        hidden = any(part.startswith(".") or part in PASSED_OVER for part in parts)
        if path.suffix.lower() in SUFFIXES and not hidden and path.is_file():
            yield path


def read_site(root: Path, options: TextOptions) -> TextSet:
    """Texts of all pages: ids ``SLUG/LANGUAGE``, columns key, language, title, text and path."""
    if given := options.given("text", "id", "wide"):
        raise DataError(fault("stores.errors.site_options", path=root.name,
                              options=", ".join(given)))  # fmt: skip
    faults = Faults()
    places = places_of(path.relative_to(root).as_posix() for path in page_files(root))
    read = [faults.attempt(_page, root, place, options) for place in places]
    pages = [page for page in read if page is not None]
    drafts = [page for page in pages if page.head.get("draft") is True]
    shown = [page for page in pages if page.head.get("draft") is not True]
    empty = [page for page in shown if not page.body]
    faults.found += _faults(shown, empty, root, options)
    faults.raise_any()
    kept = [page for page in shown if page.body]
    notices = [*_listed("drafts", drafts), *_listed("empty_pages", empty)]
    if not kept:
        raise DataError(fault("embeddings.errors.no_records", path=root.name), *notices)
    made = with_partners(_texts(kept, root.name))
    return replace(made, notices=(*notices, *made.notices))


def _page(root: Path, place: Place, options: TextOptions) -> Page:
    file = root / place.path
    head, source = split_front_matter(_text_of(file, place.path, options.encoding), place.path)
    heading, text = plain_text(source, mdx=file.suffix.lower() == ".mdx")
    title = str(head.get("title") or heading or "")
    body = text.removeprefix(heading).strip() if heading else text
    if title and not text.startswith(title):
        text = f"{title}\n\n{text}".strip()
    named = head.get("lang") or head.get("language")
    told = None if named is None else str(named)
    if told and place.language and told != place.language and head.get("draft") is not True:
        raise DataError(fault("stores.errors.page_languages", path=place.path, head=told,
                              folder=place.language))  # fmt: skip
    key = head.get("translationKey") or (place.slug if place.language or not told
                                         else head.get("slug") or place.slug)  # fmt: skip
    language = place.language or told or options.language
    return Page(place, str(key).strip("/") or place.slug, language, title, text, body, head)


def _text_of(file: Path, path: str, encoding: str | None) -> str:
    try:
        return read_text(file, encoding)
    except DataError as error:
        raise DataError(*(_named(one, path) for one in error.faults)) from None


def _named(one: Fault, path: str) -> Fault:
    """The fault of a page; one page in another encoding says nothing about the others."""
    code = "stores.errors.page_encoding" if one.code.endswith(".other_encoding") else one.code
    return replace(one, code=code, values={**one.values, "path": path})


def _faults(
    shown: Sequence[Page], empty: Sequence[Page], root: Path, options: TextOptions
) -> list[Fault]:
    """Pages without a language, two pages for the same place, and pages without a text."""
    found = []
    if unnamed := [page.place.path for page in shown if page.language is None]:
        known = ", ".join(sorted({page.language for page in shown if page.language})) or "-"
        found.append(fault("stores.errors.page_without_language", ids=unnamed, path=root.name,
                           known=known))  # fmt: skip
    held: defaultdict[tuple[str, str | None], list[str]] = defaultdict(list)
    for page in (page for page in shown if page.language is not None):
        held[page.key, page.language].append(page.place.path)
    found += [fault("stores.errors.same_page", ids=paths, key=key, language=language)
              for (key, language), paths in held.items() if len(paths) > 1]  # fmt: skip
    if empty and options.invalid == "error":
        paths = [page.place.path for page in empty]
        found.append(fault("stores.errors.empty_pages", ids=paths, path=root.name))
    return found


def _listed(kind: str, pages: Sequence[Page]) -> list[Fault]:
    return [fault(f"stores.notices.{kind}", ids=[p.place.path for p in pages])] if pages else []


def _texts(pages: Sequence[Page], source: str) -> TextSet:
    columns: dict[str, list[Any]] = {
        "key": [page.key for page in pages],
        "language": [page.language for page in pages],
        "title": [page.title or None for page in pages],
        "text": [page.text for page in pages],
        "path": [page.place.path for page in pages],
    }
    for name in ("date", "tags", "slug"):
        values = [page.head.get(name) for page in pages]
        if any(value is not None for value in values):
            columns[name] = [value if value is None else _plain(value) for value in values]
    ids = [f"{page.key}/{page.language}" for page in pages]
    texts = np.fromiter(columns["text"], dtype=object)
    return TextSet.from_lists(texts, ids=ids, columns=columns, source=source)


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

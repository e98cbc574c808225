"""A site of Markdown or MDX pages in several languages: one text a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.embeddings.errors import Faults
from monosashi.stores.formats import ENDINGS, PAGES
from monosashi.stores.site_page import Page, read_page, together, with_scripts
from monosashi.stores.site_places import places_of
from monosashi.stores.text_columns import with_partners
from monosashi.stores.text_options import TextOptions

PASSED_OVER = {"node_modules"}


def is_site(path: Path) -> bool:
    """Whether a folder holds pages of Markdown or MDX; a README beside files of data is none."""
    pages = page_files(path)
    if data_files(path):
        pages = (page for page in pages if page.stem.lower() != "readme")
    return next(pages, None) is not None


def data_files(path: Path) -> list[Path]:
    """Files in a folder (not below it) that are read here, by their names."""
    return sorted(file for file in path.iterdir()
                  if file.name.lower().endswith(tuple(ENDINGS)) and file.is_file())  # fmt: skip


def page_files(root: Path) -> Iterator[Path]:
    """Pages below a folder; hidden folders and ``node_modules`` are passed over."""
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        hidden = any(part.startswith(".") or part in PASSED_OVER for part in parts)
        if path.suffix.lower() in PAGES and not hidden and path.is_file():
            yield path


def read_site(root: Path, options: TextOptions) -> TextSet:
    """Texts of all pages: ids ``SLUG/LANGUAGE``, columns key, language, title, text and path."""
    if given := options.given("text", "id", "wide"):
        raise DataError(fault("stores.errors.site_options", path=root.name,
                              options=", ".join(given)))  # fmt: skip
    faults = Faults()
    places = places_of(path.relative_to(root).as_posix() for path in page_files(root))
    read = [faults.attempt(read_page, root, place, options) for place in places]
    faults.found = together(faults.found, root.name)
    pages = with_scripts([page for page in read if page is not None], options.language)
    drafts = [page for page in pages if page.head.get("draft") is True]
    shown = [page for page in pages if page.head.get("draft") is not True]
    bare = [page for page in shown if page.language is None]
    empty = [page for page in shown if not page.body]
    faults.found += _faults(shown, bare, empty, root, options)
    faults.raise_any()
    kept = [page for page in shown if page.body and page.language is not None]
    notices = [
        *_told(pages),
        *_listed("drafts", drafts),
        *_listed("page_without_language", bare),
        *_listed("empty_pages", [page for page in empty if page.language is not None]),
    ]
    if not kept:
        raise DataError(fault("embeddings.errors.no_records", path=root.name), *notices)
    made = with_partners(_texts(kept, root.name))
    return replace(made, notices=(*notices, *made.notices))


def _faults(
    shown: Sequence[Page],
    bare: Sequence[Page],
    empty: Sequence[Page],
    root: Path,
    options: TextOptions,
) -> list[Fault]:
    """Pages without a language, two pages for the same place, and pages without a text."""
    found = []
    if bare and (options.invalid == "error" or len(bare) == len(shown)):
        unnamed = [page.place.path for page in bare]
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


def _told(pages: Sequence[Page]) -> list[Fault]:
    """Pages that were read in another encoding than the one named, in one notice."""
    found = [(page.place.path, note) for page in pages for note in page.notices]
    if not found:
        return []
    encoding = found[0][1].values["encoding"]
    return [fault("stores.notices.pages_as_utf8", ids=[path for path, _ in found],
                  encoding=encoding)]  # fmt: skip


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

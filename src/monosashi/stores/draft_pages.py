"""Drafts that are not published yet: one page, a folder of them, or a table of texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, TextSet, fault
from monosashi.embeddings.detection import UNDETERMINED, detect_language
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.encodings import read_told
from monosashi.stores.formats import PAGES, local_path
from monosashi.stores.site import page_files
from monosashi.stores.site_page import Page, read_page, together, with_scripts
from monosashi.stores.site_places import AUTO, checked_language, places_of
from monosashi.stores.text_options import TextOptions
from monosashi.stores.texts import read_texts

PLAIN = (".txt",)


def read_drafts(
    path: str | Path,
    *,
    text: str | None = None,
    id: str | None = None,  # noqa: A002 - the column is called id everywhere
    encoding: str | None = None,
    language: str | None = None,
    known: Collection[str] = (),
) -> TextSet:
    r"""Read the texts of drafts; pages that call themselves drafts are just what is wanted.

    Parameters
    ----------
    path : path
        A page of Markdown or MDX, a txt file (one draft), a folder of pages, or a table of texts
        as ``read_texts`` reads it.
    text, id, encoding
        As for ``read_texts``.
    language : str, optional
        Of drafts whose path and head name none.
    known : languages, optional
        Of the index: an ending of a name that is one of them (``a.ja.md``) is a language.

    Returns
    -------
    TextSet
        Pages have ids by their path, and columns key, language (where all are known), title and
        text.

    Raises
    ------
    DataError
        What cannot be read, empty drafts, drafts without a language.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "night.ja.md")
    ...     _ = file.write_text("---\ndraft: true\n---\n# おやすみ\n\n本文です。", encoding="utf-8")
    ...     found = read_drafts(file)
    >>> found.ids.tolist(), found.columns["language"].tolist()
    (['night.ja.md'], ['ja'])
    """
    place = local_path(path)
    options = TextOptions(encoding=encoding, language=checked_language(language))
    if place.is_dir() and (files := list(page_files(place))):
        return _pages(place, [file.relative_to(place).as_posix() for file in files], options, known)
    if place.suffix.lower() in PAGES:
        return _pages(place.parent, [place.name], options, known)
    if place.suffix.lower() in PLAIN:
        told, notices = read_told(place, encoding)
        columns = spoken_in([told], [place.name], language, known)
        made = TextSet.from_lists([told.strip()], ids=[place.name], columns=columns,
                                  source=place.name)  # fmt: skip
        return replace(made, columns={**made.columns, "text": made.texts}, notices=notices)
    held = read_texts(place, text=text, id=id, encoding=encoding)
    if language is None or "language" in held.columns:
        return held
    spoken = spoken_in([str(one) for one in held.texts], list(held.ids), language, known)
    labels = np.array(spoken["language"], dtype=object)
    return replace(held, columns={**held.columns, "language": labels})


def spoken_in(
    texts: Sequence[str], ids: Sequence[str], language: str | None, known: Collection[str]
) -> dict[str, list[str]]:
    """A column of the language named for all, or of those that scripts tell."""
    if language is None:
        return {}
    if language != AUTO:
        return {"language": [language] * len(texts)}
    labels = [detect_language(text, among=known) for text in texts]
    bare = [name for name, label in zip(ids, labels, strict=True) if label == UNDETERMINED]
    if bare:
        raise DataError(fault("stores.errors.draft_without_language", ids=bare))
    return {"language": labels}


def _pages(root: Path, paths: list[str], options: TextOptions, known: Collection[str]) -> TextSet:
    faults, places = Faults(), places_of(paths, known)
    read = [faults.attempt(read_page, root, place, options) for place in places]
    faults.found = together(faults.found, root.name)
    pages = [page for page in read if page is not None]
    pages = with_scripts(pages, options.language, known)
    empty = [page.place.path for page in pages if not page.body]
    bare = [page.place.path for page in pages if page.language is None]
    if empty:
        faults.found.append(fault("stores.errors.empty_pages", ids=empty, path=root.name))
    if bare and (len(bare) < len(pages) or options.language == AUTO):
        faults.found.append(fault("stores.errors.draft_without_language", ids=bare))
    faults.raise_any()
    if not pages:
        raise DataError(fault("embeddings.errors.no_records", path=root.name))
    notices = tuple(note for page in pages for note in page.notices)
    columns, ids = _columns(pages, named=not bare), [page.place.path for page in pages]
    made = TextSet.from_lists([page.text for page in pages], ids=ids, columns=columns,
                              source=root.name)  # fmt: skip
    return replace(made, notices=notices)


def _columns(pages: list[Page], *, named: bool) -> dict[str, list[str | None]]:
    columns: dict[str, list[str | None]] = {
        "key": [page.key for page in pages],
        "title": [page.title or None for page in pages],
        "text": [page.text for page in pages],
    }
    return {**columns, "language": [page.language for page in pages]} if named else columns

"""One page of a site: its head, its text, its language and its key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unicodedata import normalize

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.detection import UNDETERMINED, detect_language
from monosashi.embeddings.files.encodings import read_told
from monosashi.embeddings.files.front_matter import split_front_matter
from monosashi.embeddings.files.markdown import plain_text
from monosashi.stores.site_places import AUTO, Place
from monosashi.stores.text_options import TextOptions


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
    notices: tuple[Fault, ...] = ()


def read_page(root: Path, place: Place, options: TextOptions) -> Page:
    """Text, language and key of one page, from its path and its head."""
    file = root / place.path
    whole, notices = _text_of(file, place.path, options.encoding)
    head, source = split_front_matter(whole, place.path)
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
    usual = None if options.language == AUTO else options.language
    language = place.language or told or usual
    key = normalize("NFC", str(key).strip("/") or place.slug)
    return Page(place, key, language, title, text, body, head,
                notices)  # fmt: skip


def with_scripts(
    pages: Sequence[Page], language: str | None, known: Collection[str] = ()
) -> list[Page]:
    """Pages that name no language get the one that their script says, where that is wanted.

    Possible are the ``known`` languages, by default those of the other pages; None stays where
    that does not tell.
    """
    if language != AUTO:
        return list(pages)
    possible = known or {page.language for page in pages if page.language is not None}
    return [page if page.language is not None else _by_script(page, possible) for page in pages]


def _by_script(page: Page, known: Collection[str]) -> Page:
    found = detect_language(page.text, among=known)
    return replace(page, language=None if found == UNDETERMINED else found)


def _text_of(file: Path, path: str, encoding: str | None) -> tuple[str, tuple[Fault, ...]]:
    try:
        return read_told(file, encoding)
    except DataError as error:
        raise DataError(*(_named(one, path) for one in error.faults)) from None


def _named(one: Fault, path: str) -> Fault:
    """The fault of a page; one page in another encoding says nothing about the others."""
    code = "stores.errors.page_encoding" if one.code.endswith(".other_encoding") else one.code
    return replace(one, code=code, values={**one.values, "path": path})


def together(found: Sequence[Fault], source: str) -> list[Fault]:
    """Faults of pages; those of several pages in one encoding become one."""
    held: defaultdict[str, list[Fault]] = defaultdict(list)
    for one in found:
        if one.code == "stores.errors.page_encoding":
            held[one.values["encoding"]].append(one)
    several = {name for name, faults in held.items() if len(faults) > 1}
    rest = [one for one in found if one.code != "stores.errors.page_encoding"
            or one.values["encoding"] not in several]  # fmt: skip
    return [*rest, *(_pages(held[name], source) for name in sorted(several))]


def _pages(found: Sequence[Fault], source: str) -> Fault:
    first = found[0].values
    told = {name: first[name] for name in ("tried", "encoding", "example")}
    ids = [str(one.values["path"]) for one in found]
    return fault("stores.errors.pages_encoding", ids=ids, path=source, first=ids[0], **told)

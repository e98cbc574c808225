"""Which page and which language a path of a site is.

A language is a folder (``ja/a.md``, ``content/en/a.md``, ``docs/ja/a.md``) or the last part of the
name (``a.ja.md``). Many folders and endings only look like a language (``docs/ml``, ``node.ts``):
a code counts when the pages under it have partners under another code, or under none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from monosashi.embeddings import DataError, fault

PARTNERS = 0.5
AUTO = "auto"  # what the script of a text says
DOCUSAURUS = re.compile(r"^(.*/)?i18n/([^/]+)/docusaurus-plugin-content-(\w+)(?:/current)?/(.+)$")
ISO_639_1 = (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da "
    "de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy "
    "hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg "
    "li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or "
    "os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta "
    "te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
CODES = frozenset(ISO_639_1.split())
CODE = re.compile(r"([a-z]{2})(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}|\d{3}))?$")

NAMED = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*\Z")


@dataclass(frozen=True)
class Place:
    """Where a page stands: its slug, and its language as far as the path says it."""

    path: str
    slug: str
    language: str | None


def is_code(name: str) -> bool:
    """``ja``, ``pt-BR``, ``zh-Hans``: a language of ISO 639-1 with a region or script."""
    match = CODE.match(name)
    return match is not None and match[1] in CODES


def checked_language(name: str | None) -> str | None:
    """Refuse a value that is no language code, as a placeholder left in a command is.

    Languages of three letters (``haw``) are taken at their word.
    """
    if name in {None, AUTO} or NAMED.match(name or ""):
        return name
    raise DataError(fault("stores.errors.no_language_code", given=name))


def places_of(paths: Iterable[str], known: Iterable[str] = ()) -> list[Place]:
    """Slug and language of every path (relative, with ``/``).

    An ending that is one of the ``known`` languages needs no partners.
    """
    bare = {path: _without_suffix(path) for path in paths}
    folders = _accepted(_by_folder(bare.values()))
    endings = {code for _, code in _accepted(_by_ending(bare.values()))} | set(known)
    return [_place(path, stem, folders, endings) for path, stem in bare.items()]


def _without_suffix(path: str) -> str:
    return path[: -len(PurePosixPath(path).suffix)]


def _place(path: str, stem: str, folders: set[tuple[str, str]], endings: set[str]) -> Place:
    if match := DOCUSAURUS.match(path):
        return Place(path, _without_suffix(f"{match[1] or ''}{match[3]}/{match[4]}"), match[2])
    for parent, code, rest in _splits(stem):
        if (parent, code) in folders:
            return Place(path, f"{parent}{rest}", code)
    base, _, ending = stem.rpartition(".")
    if ending in endings and base:
        return Place(path, base, ending)
    return Place(path, stem, None)


def _splits(stem: str) -> Iterable[tuple[str, str, str]]:
    """(what is before, code, what is after) for every folder that looks like a language."""
    parts = stem.split("/")
    for place, name in enumerate(parts[:-1]):
        if is_code(name):
            before = "".join(f"{part}/" for part in parts[:place])
            yield before, name, "/".join(parts[place + 1 :])


Candidates = Mapping[str, Mapping[str | None, set[str]]]


def _by_folder(stems: Iterable[str]) -> Candidates:
    """Parent folder → code (None: not in a code) → slugs below it."""
    listed = list(stems)
    found: dict[str, dict[str | None, set[str]]] = defaultdict(lambda: defaultdict(set))
    for stem in listed:
        for parent, code, rest in _splits(stem):
            found[parent][code].add(rest)
    for parent, codes in found.items():
        inside = tuple(f"{parent}{code}/" for code in codes if code)
        codes[None] = {stem[len(parent) :] for stem in listed
                       if stem.startswith(parent) and not stem.startswith(inside)}  # fmt: skip
    return found


def _by_ending(stems: Iterable[str]) -> Candidates:
    codes: dict[str | None, set[str]] = defaultdict(set)
    for stem in stems:
        base, _, ending = stem.rpartition(".")
        if base and is_code(ending):
            codes[ending].add(base)
        else:
            codes[None].add(stem)
    return {"": codes}


def _accepted(found: Candidates) -> set[tuple[str, str]]:
    """Codes whose pages have partners; and all codes where no page lies outside of them."""
    return {(parent, code) for parent, codes in found.items() for code in codes
            if code is not None and _has_partners(code, codes)}  # fmt: skip


def _has_partners(code: str, codes: Mapping[str | None, set[str]]) -> bool:
    if not codes.get(None):
        return True
    own = codes[code]
    others = [slugs for name, slugs in codes.items() if name != code and slugs]
    return any(len(own & slugs) >= PARTNERS * min(len(own), len(slugs)) for slugs in others)

"""The usual knobs: fewer dimensions, cleaner texts, other roles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Literal

from monosashi.embeddings import EmbeddingSet
from monosashi.language.experiments.knob import Knob

Role = Literal["query", "passage"]
Embed = Callable[[Sequence[str], Role], EmbeddingSet]
ROLES: tuple[Role, Role] = ("query", "passage")
SHARES = (0.75, 0.5, 0.25)
MARKS = re.compile(r"^\s*(?:#+|[*・●■◆○□▼▲>-]+|[=~]{2,})\s*|\s*#+\s*$", re.MULTILINE)


def dimension_knobs(documents: EmbeddingSet) -> Iterator[Knob]:
    """Three quarters, half and a quarter of the numbers, lengths divided out afterwards."""
    for share in SHARES:
        size = round(documents.dimension * share)
        if 2 <= size < documents.dimension:
            yield Knob(f"dimensions {size}", "dimensions", partial(documents.cut, size))


def full_width(text: str) -> str:
    """Full-width letters and digits, half-width kana and the like in their usual form (NFKC).

    >>> full_width("ＡＰＴ １．２ ﾊﾟｯｹｰｼﾞ")
    'APT 1.2 パッケージ'
    """
    return unicodedata.normalize("NFKC", text)


def heading_marks(text: str) -> str:
    r"""Without marks of headings and lists at the ends of lines.

    >>> heading_marks("## Packages\n* apt")
    'Packages\napt'
    """
    return MARKS.sub("", text)


CLEANING: Mapping[str, Callable[[str], str]] = {
    "full-width": full_width,
    "heading-marks": heading_marks,
}


def cleaning_knobs(documents: EmbeddingSet, texts: Sequence[str], embed: Embed) -> Iterator[Knob]:
    """Texts made plainer before they are embedded; empty ones stay as they are."""
    for name, clean in CLEANING.items():
        cleaned = [clean(text) or text for text in texts]
        yield Knob(f"cleaning {name}", "cleaning", partial(_both_roles, documents, cleaned, embed))


def _both_roles(documents: EmbeddingSet, texts: Sequence[str], embed: Embed) -> EmbeddingSet:
    passages = embed(texts, "passage")
    asked = None if documents.query_vectors is None else embed(texts, "query").vectors
    return replace(documents, vectors=passages.vectors, query_vectors=asked)


def role_knobs(
    documents: EmbeddingSet, texts: Sequence[str], embed: Embed, roles: Sequence[str]
) -> Iterator[Knob]:
    """Every role for those who ask with every role for the documents; a model needs two."""
    if len(roles) < 2:
        return
    for asking, answering in product(ROLES, repeat=2):
        made = partial(_in_roles, documents, texts, embed, asking, answering)
        yield Knob(f"roles {asking}/{answering}", "roles", made)


def _in_roles(
    documents: EmbeddingSet, texts: Sequence[str], embed: Embed, asking: Role, answering: Role
) -> EmbeddingSet:
    return replace(documents, vectors=embed(texts, answering).vectors,
                   query_vectors=embed(texts, asking).vectors)  # fmt: skip

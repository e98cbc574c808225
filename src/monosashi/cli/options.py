"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import CoercionError, Group, Parameter
from cyclopts.validators import Number

DATA = Group("Data", sort_key=1)
TEXTS = Group("Texts to embed", sort_key=1)
OUTPUT = Group("Output", sort_key=3)

Words = Literal["en", "ja"]
Format = Literal["text", "markdown", "json"]
Level = Literal["problem", "warning"]


def whole(_kind: Any, tokens: Sequence[Any]) -> int:
    """A whole number as written: 5.5 is refused, not rounded."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise CoercionError(token=tokens[0], target_type=int) from None


def at_least(least: int, group: Group) -> Parameter:
    """An option that takes a whole number."""
    return Parameter(group=group, converter=whole, validator=Number(gte=least))


def named_path(_kind: Any, tokens: Sequence[Any]) -> Path:
    """A path that has a name: an empty one (an unset variable of a script) is not this folder."""
    if not tokens[0].value.strip():
        raise CoercionError(token=tokens[0], target_type=Path)
    return Path(tokens[0].value)


@Parameter(name="*")
@dataclass(frozen=True)
class DataOptions:
    """How the file is read."""

    vectors: Annotated[str | None, Parameter(group=DATA)] = None
    """Column, array name, or npy/npz file beside the texts, that holds the vectors."""
    query_vectors: Annotated[str | None, Parameter(group=DATA)] = None
    """The same for the query side, for models with roles."""
    id: Annotated[str | None, Parameter(group=DATA)] = None
    """Column of unique ids."""
    wide: Annotated[str | None, Parameter(group=DATA)] = None
    """Column that holds {language: text}, or a comma list of language columns."""
    encoding: Annotated[str | None, Parameter(group=DATA)] = None
    """Encoding of jsonl, csv, tsv, txt and md files that are not UTF-8, e.g. cp932."""
    invalid: Annotated[Literal["error", "drop"], Parameter(group=DATA)] = "error"
    """NaN or infinity, or items that a model or file lacks: stop, or drop and count."""
    model: Annotated[str | None, Parameter(group=DATA)] = None
    """Name of the model; for compare, a comma list of names."""
    languages: Annotated[str | None, Parameter(group=DATA)] = None
    """Comma list of the languages to keep; default all."""
    sample: Annotated[int | None, at_least(2, DATA)] = None
    """Measure a random sample of this many rows (of keys, when --key is given)."""
    cut: Annotated[int | None, at_least(1, DATA)] = None
    """Keep only the first numbers of every vector (Matryoshka)."""
    quantise: Annotated[Literal["int8", "binary"] | None, Parameter(group=DATA)] = None
    """Round every number to 8 bits, or keep its sign only, as a compressed index would."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of `monosashi.read`."""
        wide = self.wide.split(",") if self.wide and "," in self.wide else self.wide
        names = {"vectors": self.vectors, "query_vectors": self.query_vectors, "id": self.id,
                 "invalid": self.invalid, "model": self.model,
                 "encoding": self.encoding}  # fmt: skip
        return {**names, "wide": wide}


@Parameter(name="*")
@dataclass(frozen=True)
class DocumentOptions(DataOptions):
    """How files of documents are read: their queries stand in files of their own."""

    query_vectors: Annotated[str | None, Parameter(parse=False)] = None


NONE = Parameter(parse=False)  # an option that has no meaning there


@Parameter(name="*")
@dataclass(frozen=True)
class DistanceDataOptions(DataOptions):
    """How a table of distances is read: what concerns vectors has no meaning there."""

    query_vectors: Annotated[str | None, NONE] = None
    wide: Annotated[str | None, NONE] = None
    languages: Annotated[str | None, NONE] = None
    sample: Annotated[int | None, NONE] = None
    cut: Annotated[int | None, NONE] = None
    quantise: Annotated[None, NONE] = None


@Parameter(name="*")
@dataclass(frozen=True)
class TextOptions:
    """What to embed, when the file holds texts and no vectors."""

    text: Annotated[str | None, Parameter(group=TEXTS)] = None
    """Column of the texts to embed; default the column `text`, or the only one with texts."""
    embedder: Annotated[str | None, Parameter(group=TEXTS)] = None
    """Model that embeds them, by name, e.g. hashing; for compare, a comma list."""
    store: Annotated[str | None, Parameter(group=TEXTS)] = None
    """File that keeps answers for the next run, or none; default in the user's cache."""
    max_chars: Annotated[int | None, at_least(1, TEXTS)] = None
    """Embed only this many characters of every text."""
    default_language: Annotated[str | None, Parameter(group=TEXTS)] = None
    """Language of the pages of a site that name none."""


@Parameter(name="*")
@dataclass(frozen=True)
class OutputOptions:
    """What is written where."""

    out: Annotated[Path | None, Parameter(group=OUTPUT, converter=named_path)] = None
    """Folder for result.json, report.html, tables/ and settings.toml."""
    format: Annotated[Format, Parameter(group=OUTPUT)] = "text"
    """What to print on standard output."""
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False
    """Same as --format json: one strict object."""
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None
    """Language of terminal and report; default from the locale. Both reports are written."""

    @property
    def printed(self) -> Format:
        """The format asked for."""
        return "json" if self.json else self.format

"""What became of one text: a row of a rewrite set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class RewriteRow:
    """What became of one text under one transformation and seed.

    Attributes
    ----------
    dataset, record, field : str
        Which text.
    transformation, axis, generator : str
    seed : int
    language : str or None
        Of the outcome.
    pivot : str or None
        Through which a translation there and back went.
    status : one of ``STATUSES``
    kept : bool
        Whether ``text`` may be used.
    attempts : int
        Answers that it took, over all steps.
    mends, notes : tuple of str
        What was taken off an answer; ``language_unchecked``, or what a service said.
    original, text : str
        ``text`` is what failed, where it was not kept.
    """

    dataset: str
    record: str
    field: str
    transformation: str
    axis: str
    generator: str
    seed: int
    language: str | None
    pivot: str | None
    status: str
    kept: bool
    attempts: int
    mends: tuple[str, ...]
    notes: tuple[str, ...]
    original: str
    text: str

    @property
    def usable(self) -> bool:
        """Whether it is a rewriting: kept, and not the text itself."""
        return self.kept and self.status != "unchanged"


def identity_line(row: RewriteRow) -> str:
    """What a text and its outcome are known by: part of the digest of a set."""
    held: Iterable[Any] = (
        row.dataset,
        row.record,
        row.field,
        row.transformation,
        row.seed,
        row.generator,
        row.language,
        row.kept,
        row.text if row.kept else None,
    )
    return json.dumps(list(held), ensure_ascii=True, separators=(",", ":"))


def row_of(held: Mapping[str, Any]) -> RewriteRow:
    """A row as a file holds it."""
    values = {one.name: held[one.name] for one in fields(RewriteRow)}
    return RewriteRow(**{**values, "mends": tuple(values["mends"]),
                         "notes": tuple(values["notes"])})  # fmt: skip

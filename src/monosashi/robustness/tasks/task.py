"""A task: texts in fields, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.robustness.tasks.kinds import KINDS, Kind

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TaskTexts:
    """Texts of one field, each with its record.

    Attributes
    ----------
    ids : tuple of str
        Records; the two sides of a pair have one id.
    texts : tuple of str
    titles : tuple of str
        Of documents; joined before the text with a blank. Empty where there are none.
    column : str
        Name of the column that they come from: rewrite sets may call the field so.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    titles: tuple[str, ...] = ()
    column: str = ""

    @property
    def n(self) -> int:
        """Number of texts."""
        return len(self.texts)

    @cached_property
    def joined(self) -> tuple[str, ...]:
        """Titles and texts, as they are embedded."""
        return joined(self.titles, self.texts)

    @cached_property
    def place(self) -> dict[str, int]:
        """Row of each record."""
        return {record: row for row, record in enumerate(self.ids)}


def joined(titles: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """A blank between title and text, where there is a title."""
    if not titles:
        return tuple(texts)
    return tuple(f"{title} {text}".strip() for title, text in zip(titles, texts, strict=True))


@dataclass(frozen=True)
class Task:
    """Texts with answers.

    Attributes
    ----------
    name : str
        The data set; rewrite sets name it.
    kind : Kind
    fields : mapping of field to TaskTexts
    gold : mapping
        ``scores`` (n,) of sts; ``labels`` of pair_classification (0, 1), classification and
        clustering; ``train_labels``; ``groups`` of clustering in parts; ``relevance`` of retrieval
        (query, document, grade); ``candidates`` of reranking (query to document ids, in order);
        of summarisation ``scores`` of the machine's summaries and ``parents`` of both fields.
    group, language : str
    ignore_identical_ids : bool
        Retrieval only: hide the document with the id of the query, as for ArguAna.
    notices : tuple of Fault

    Examples
    --------
    >>> one = Task.of("toy", "sts", {"left": ["a", "b"], "right": ["c", "d"]},
    ...               {"scores": [1, 2]})
    >>> one.n, list(one.to_rewrite())
    (2, ['left', 'right'])
    """

    name: str
    kind: Kind
    fields: Mapping[str, TaskTexts]
    gold: Mapping[str, Any]
    group: str = "all"
    language: str = ""
    ignore_identical_ids: bool = False
    notices: tuple[Fault, ...] = field(default=())

    @classmethod
    def of(
        cls,
        name: str,
        kind: str,
        fields: Mapping[str, Any],
        gold: Mapping[str, Any],
        **more: Any,
    ) -> Task:
        """A task from lists of texts, mappings of id to text, or ``TaskTexts``.

        Raises
        ------
        DataError
            A kind that does not exist; texts that are empty or no text; gold that is missing, has
            another length, or names records that do not exist; all are listed.
        """
        from monosashi.robustness.tasks.checking import checked

        if kind not in KINDS:
            raise DataError(fault("robustness_run.errors.kind", given=kind,
                                  known=", ".join(KINDS)))  # fmt: skip
        held = {one: _texts_of(given) for one, given in fields.items()}
        return checked(cls(name, KINDS[kind], held, dict(gold), **more))

    @property
    def n(self) -> int:
        """Records of the field that is drawn again."""
        return self.fields[self.kind.unit].n

    def side(self, given: str | None) -> tuple[str, ...]:
        """The fields that an option rewrites; an option of another kind means the default."""
        return self.kind.sides.get(given or "", self.kind.sides[self.kind.default_side])

    def to_rewrite(self, side: str | None = None) -> dict[str, TextSet]:
        """What ``rewrite`` is given: fields of equal records, each text in its field.

        Titles are a field of their own. Fields of different records must be rewritten one by one:
        ``{field: ...}`` with one field each.
        """
        made: dict[str, TextSet] = {}
        for name in self.side(side):
            held = self.fields[name]
            made[name] = _text_set(held.ids, held.texts, self.language)
            named = [row for row, title in enumerate(held.titles) if title.strip()]
            if named:
                made["title"] = _text_set([held.ids[row] for row in named],
                                          [held.titles[row] for row in named],
                                          self.language)  # fmt: skip
        return made

    def everything(self) -> dict[str, BoolArray]:
        """Keep every record of every field."""
        return {name: np.ones(held.n, dtype=np.bool_) for name, held in self.fields.items()}

    def __repr__(self) -> str:
        return f"Task({self.name!r}, {self.kind.name}, n={self.n})"


def _texts_of(given: Any) -> TaskTexts:
    if isinstance(given, TaskTexts):
        return given
    if isinstance(given, TextSet):
        return TaskTexts(tuple(map(str, given.ids)), tuple(map(str, given.texts)))
    if isinstance(given, Mapping):
        return TaskTexts(tuple(map(str, given)), tuple(given.values()))
    rows = tuple(given)
    return TaskTexts(tuple(str(row) for row in range(len(rows))), rows)


def _text_set(ids: Sequence[str], texts: Sequence[str], language: str) -> TextSet:
    columns = {"language": [language] * len(ids)} if language else {}
    return TextSet.from_lists(list(texts), ids=list(ids), columns=columns)

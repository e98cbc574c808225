"""Texts to rewrite: each with its record, its field and its language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.door import check_choice

FIELD = "text"
Invalid = Literal["error", "drop"]


@dataclass(frozen=True)
class Item:
    """One text of one record.

    Attributes
    ----------
    record : str
        Its id; the two sides of a pair have one id.
    field : str
        ``text``, or the side of a pair, or ``title``.
    text : str
    language : str or None
        Code, or ``en-de`` for a pair of two languages.
    """

    record: str
    field: str
    text: str
    language: str | None = None


def items_of(texts: Any, language: str | None = None, invalid: Invalid = "error") -> list[Item]:
    """Items from a list, an ``EmbeddingSet``'s or file's ``TextSet``, ids to texts, or fields.

    A mapping whose values are text is id to text; one whose values are lists, sets of texts or
    mappings is field to those, as the two sides of pairs. Every field has the same ids. With
    ``invalid="drop"`` empty texts stay in their places and are asked of nobody.

    Raises
    ------
    DataError
        Names all texts that are empty or no text, and ids that one field lacks.

    Examples
    --------
    >>> items_of({"q1": "good night"}, "en")
    [Item(record='q1', field='text', text='good night', language='en')]
    >>> [one.field for one in items_of({"left": ["a"], "right": ["b"]})]
    ['left', 'right']
    >>> [one.text for one in items_of(["a", "", "c"], invalid="drop")]
    ['a', '', 'c']
    """
    check_choice("invalid", invalid, ("error", "drop"))
    fields = texts if _has_fields(texts) else {FIELD: texts}
    faults: list[Fault] = []
    drop = invalid == "drop"
    found = [item for name, column in fields.items()
             for item in _of_field(str(name), column, language, faults, drop=drop)]  # fmt: skip
    if not faults:
        faults = _unpaired(found)
    if faults:
        raise DataError(*faults)
    return found


def fields_of(items: Sequence[Item]) -> list[str]:
    """The fields in the order of their first coming."""
    return list(dict.fromkeys(item.field for item in items))


def _has_fields(texts: Any) -> bool:
    return isinstance(texts, Mapping) and any(not isinstance(v, str) for v in texts.values())


def _of_field(
    name: str, column: Any, language: str | None, faults: list[Fault], *, drop: bool
) -> list[Item]:
    try:
        if isinstance(column, TextSet):
            return _of_set(name, column, language)
        ids, texts = _listed(name, column)
        blank = [drop and is_missing(text) for text in texts]
        full = [row for row, empty in enumerate(blank) if not empty]
        held = TextSet.from_lists([texts[row] for row in full], ids=[ids[row] for row in full],
                                  source=name)  # fmt: skip
    except DataError as error:
        faults += error.faults
        return []
    checked = iter(_of_set(name, held, language))
    return [Item(record, name, "", language) if empty else next(checked)
            for record, empty in zip(ids, blank, strict=True)]  # fmt: skip


def _of_set(name: str, held: TextSet, language: str | None) -> list[Item]:
    spoken = held.columns.get("language")
    codes = [language] * held.n if spoken is None else [
        language or (str(code) if code else None) for code in spoken
    ]  # fmt: skip
    return [Item(str(record), name, str(text), code)
            for record, text, code in zip(held.ids, held.texts, codes, strict=True)]  # fmt: skip


def _listed(name: str, column: Any) -> tuple[list[str], list[Any]]:
    """Ids and texts; of a list the numbers of its rows."""
    if isinstance(column, str) or column is None:
        raise DataError(fault("rewriting.errors.texts", field=name))
    if isinstance(column, Mapping):
        return [str(one) for one in column], list(column.values())
    texts = list(column)
    return [str(row) for row in range(len(texts))], texts


def _unpaired(items: Sequence[Item]) -> list[Fault]:
    fields = fields_of(items)
    held = {name: [one.record for one in items if one.field == name] for name in fields}
    every = dict.fromkeys(record for records in held.values() for record in records)
    lacking = {name: [one for one in every if one not in set(records)]
               for name, records in held.items()}  # fmt: skip
    return [fault("rewriting.errors.unpaired", ids=ids, field=name)
            for name, ids in lacking.items() if ids]  # fmt: skip

"""Rows of judgements, and one row a query, become checked gold; faults say their lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Gold, fault
from monosashi.embeddings.checks import duplicate_ids
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.numerals import as_number
from monosashi.stores.judged_rows import ids_of, with_lines


def gold_per_query(table: Table, item: str, answers: Any) -> Gold:
    """A row a query: one id, a list of ids, or ``{id: grade}``."""
    (queries,) = ids_of(table, item)
    if len(set(queries)) < len(queries):
        raise with_lines(DataError(*duplicate_ids(queries, f"{table.source} [{item}]")), table)
    given = {query: [] if held is None else held
             for query, held in zip(queries, answers, strict=True)}  # fmt: skip
    gold = gold_of_mapping(given, table.source, [*table.lines])
    return replace(gold, notices=(*table.notices, *gold.notices))


def gold_of_mapping(given: Mapping[str, Any], source: str, lines: list[int] | None = None) -> Gold:
    """Rows of a mapping; a query without answers is told, not forgotten."""
    rows: list[tuple[Any, Any, Any]] = []
    places: list[int] = []
    bare: list[str] = []
    for place, (query, answers) in enumerate(given.items()):
        found = list(_rows(query, answers))
        rows += found
        places += [place] * len(found)
        bare += [] if found else [str(query)]
    held = [lines[place] for place in places] if lines else []
    gold = gold_of_rows(rows, Table(source, {}, held))
    note = [fault("stores.notices.queries_without_gold", ids=bare, path=source)] if bare else []
    return replace(gold, notices=(*note, *gold.notices))


def _rows(query: Any, answers: Any) -> Iterable[tuple[Any, Any, Any]]:
    if isinstance(answers, Mapping):
        return [(query, document, grade) for document, grade in answers.items()]
    listed = list(answers) if isinstance(answers, list | tuple | np.ndarray) else [answers]
    return [(query, document, 1) for document in listed]


def gold_of_rows(rows: Iterable[tuple[Any, Any, Any]], table: Table) -> Gold:
    """Gold of the rows; negative grades become 0 and are counted."""
    listed = list(rows)
    negative = [place for place, (_, _, grade) in enumerate(listed) if as_number(grade) < 0]
    for place in negative:
        listed[place] = (*listed[place][:2], 0)
    notices = table.notices
    if negative:
        where = [table.lines[place] for place in negative] if len(table.lines) else negative
        notices += (fault("stores.notices.negative_grades", where, path=table.source),)
    try:
        gold = Gold.from_rows(listed, source=table.source, notices=notices)
    except DataError as error:
        raise with_lines(DataError(*table.faults, *error.faults), table) from None
    if table.faults:
        raise DataError(*table.faults)
    return gold

"""One row a query, with its list of documents, becomes rankings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from monosashi.embeddings import DataError, Rankings, fault
from monosashi.embeddings.checks import duplicate_ids
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.id_kinds import is_name
from monosashi.stores.judged_rows import (
    DOCUMENT_NAMES,
    ITEM_NAMES,
    SCORE_NAMES,
    ids_of,
    name_among,
)


def rankings_per_query(table: Table, query: str, listed: str) -> Rankings:
    """Rankings of a column of lists; rows that hold none are faults."""
    (queries,) = ids_of(table, query)
    faults = Faults()
    if len(set(queries)) < len(queries):
        faults.found += duplicate_ids(queries, f"{table.source} [{query}]")
    given: dict[str, Any] = {}
    odd: list[int] = []
    for row, (name, answers) in enumerate(zip(queries, table.columns[listed], strict=True)):
        given[name] = _answers(answers)
        odd += [row] if given[name] is None else []
    if odd:
        faults.found.append(fault("stores.errors.run_list", odd, list(queries[odd]),
                                  path=table.source, name=listed))  # fmt: skip
    if faults.found:
        raise DataError(*table.with_lines(faults.found))
    made = Rankings.of(given, source=table.source)
    return replace(made, notices=(*table.notices, *made.notices))


def _answers(answers: Any) -> Any:
    """Ids in order, or ``{id: score}``; None for anything else, or a document given twice."""
    if isinstance(answers, Mapping):
        return answers
    if not isinstance(answers, list) or any(isinstance(one, list) for one in answers):
        return None
    mapped = [isinstance(one, Mapping) for one in answers]
    if not any(mapped):
        return answers
    return _scored(answers) if all(mapped) else None


def _scored(answers: list[Mapping[str, Any]]) -> Any:
    pairs = [(_named(one, (*ITEM_NAMES, *DOCUMENT_NAMES)), _named(one, SCORE_NAMES))
             for one in answers]  # fmt: skip
    names, scores = [name for name, _ in pairs], [score for _, score in pairs]
    if not all(map(is_name, names)) or len(set(map(str, names))) < len(names):
        return None
    if all(score is None for score in scores):
        return names
    return None if None in scores else dict(zip(names, scores, strict=True))


def _named(one: Mapping[str, Any], known: tuple[str, ...]) -> Any:
    name = name_among([*one], known)
    return None if name is None else one[name]

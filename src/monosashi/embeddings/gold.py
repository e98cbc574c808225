"""Gold: which documents answer which query, and how well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.id_kinds import is_name, merged_spellings
from monosashi.embeddings.numerals import as_number

Relevance = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Gold:
    """Judgements: query id → document id → grade; a grade above 0 is relevant.

    Attributes
    ----------
    relevance : mapping of query id to mapping of document id to grade
        Grades are finite and at least 0; a query may have no relevant document at all.
    source : str
        What the judgements were read from, for messages.
    notices : tuple of Fault
    """

    relevance: Relevance
    source: str = "gold"
    notices: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, given: Any, *, source: str = "gold") -> Gold:
        """Take a Gold, or a mapping of query id to one id, several ids, or ``{id: grade}``.

        Raises
        ------
        DataError
            Gaps in ids, ids that are neither text nor whole numbers or stand as both, grades that
            are no numbers, are negative or not finite, and the same pair judged twice; all are
            listed.

        Examples
        --------
        >>> Gold.of({"q1": "d3", "q2": ["d1", "d2"], "q3": {"d1": 2, "d4": 1}}).n_queries
        3
        """
        if isinstance(given, Gold):
            return given
        if not isinstance(given, Mapping):
            kind = type(given).__name__
            raise DataError(fault("embeddings.errors.gold_kind", kind=kind, source=source))
        return cls.from_rows(_rows(given), source=source)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[tuple[Any, Any, Any]],
        *,
        source: str = "gold",
        notices: tuple[Fault, ...] = (),
    ) -> Gold:
        """Collect (query id, document id, grade) rows; ``of`` says what is refused."""
        found: dict[str, dict[str, float]] = {}
        faulty: dict[str, list[int]] = {}
        listed = list(rows)
        for n, (query, document, grade) in enumerate(listed):
            if code := _what_is_wrong(query, document, grade, found):
                faulty.setdefault(code, []).append(n)
                continue
            found.setdefault(str(query), {})[str(document)] = as_number(grade)
        faults = [fault(f"embeddings.errors.{code}", where, source=source)
                  for code, where in faulty.items()]  # fmt: skip
        faults += _mixed(listed, source)
        if not listed:
            faults.append(fault("embeddings.errors.no_records", path=source))
        if faults:
            raise DataError(*faults)
        return cls(found, source, notices)

    @property
    def n_queries(self) -> int:
        """Queries that have at least one relevant document."""
        return sum(any(grade > 0 for grade in row.values()) for row in self.relevance.values())

    def relevant(self, query: str) -> dict[str, float]:
        """Documents with a grade above 0."""
        return {name: grade for name, grade in self.relevance.get(query, {}).items() if grade > 0}


def _rows(given: Mapping[Any, Any]) -> Iterable[tuple[Any, Any, Any]]:
    for query, answers in given.items():
        if isinstance(answers, Mapping):
            yield from ((query, document, grade) for document, grade in answers.items())
        elif isinstance(answers, Sequence) and not isinstance(answers, str):
            yield from ((query, document, 1) for document in answers)
        else:
            yield query, answers, 1


def _mixed(rows: Sequence[tuple[Any, Any, Any]], source: str) -> list[Fault]:
    """Ids of queries, or of documents, that stand both as number and as text."""
    faults = []
    for what, place in (("query", 0), ("document", 1)):
        if clash := set(merged_spellings(row[place] for row in rows)):
            where = [n for n, row in enumerate(rows) if str(row[place]) in clash]
            faults.append(fault("embeddings.errors.mixed_types", where, sorted(clash),
                                what=f"{source} [{what}]"))  # fmt: skip
    return faults


def _what_is_wrong(query: Any, document: Any, grade: Any, found: Relevance) -> str | None:
    if is_missing(query) or is_missing(document):
        return "gold_gap"
    if not is_name(query) or not is_name(document):
        return "gold_id"
    if not as_number(grade) >= 0:
        return "gold_grade"
    return "gold_twice" if str(document) in found.get(str(query), {}) else None

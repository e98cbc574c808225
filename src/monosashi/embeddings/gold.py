"""Gold: which documents answer which query, and how well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import DataError, Fault, fault

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
            Gaps in ids, grades that are no numbers, are negative or not finite, and the same
            pair judged twice; all are listed.

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
        n = -1
        for n, (query, document, grade) in enumerate(rows):
            if code := _what_is_wrong(query, document, grade, found):
                faulty.setdefault(code, []).append(n)
                continue
            found.setdefault(str(query), {})[str(document)] = float(grade)
        faults = [fault(f"embeddings.errors.{code}", where, source=source)
                  for code, where in faulty.items()]  # fmt: skip
        if n < 0:
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


def _what_is_wrong(query: Any, document: Any, grade: Any, found: Relevance) -> str | None:
    if is_missing(query) or is_missing(document):
        return "gold_gap"
    try:
        number = float(grade)
    except (TypeError, ValueError):
        return "gold_grade"
    if not 0 <= number < float("inf"):
        return "gold_grade"
    return "gold_twice" if str(document) in found.get(str(query), {}) else None

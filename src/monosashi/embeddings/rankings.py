"""Rankings: what any system answered to each query, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import isnan
from typing import Any

from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.id_kinds import is_name, merged_spellings
from monosashi.embeddings.numerals import as_number


@dataclass(frozen=True)
class Rankings:
    """Ranked lists of documents, one for each query.

    Attributes
    ----------
    documents : mapping of query id to document ids, best first
        A query may have an empty list.
    scores : mapping of query id to scores in the same order, or None
        None where a system gave an order without scores (then nothing is known about ties).
    name : str
        Name of the system.
    source : str
    notices : tuple of Fault
    """

    documents: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, tuple[float, ...] | None]
    name: str = ""
    source: str = "rankings"
    notices: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, given: Any, *, name: str = "", source: str = "rankings") -> Rankings:
        """Take Rankings, or a mapping of query id to ids in order, or to ``{id: score}``.

        With scores the order is by falling score, ties in the order given.

        Raises
        ------
        DataError
            Names the queries with gaps, ids that are neither text nor whole numbers or stand as
            both, a document listed twice, or scores that are no finite numbers.

        Examples
        --------
        >>> Rankings.of({"q1": ["d3", "d1"], "q2": {"d1": 0.2, "d2": 0.9}}).documents["q2"]
        ('d2', 'd1')
        """
        if isinstance(given, Rankings):
            return given
        if not isinstance(given, Mapping):
            kind = type(given).__name__
            raise DataError(fault("embeddings.errors.rankings_kind", kind=kind, source=source))
        faulty: dict[str, list[str]] = {}
        documents: dict[str, tuple[str, ...]] = {}
        scores: dict[str, tuple[float, ...] | None] = {}
        for query, answers in given.items():
            if code := _what_is_wrong(query, answers):
                faulty.setdefault(code, []).append(str(query))
                continue
            documents[str(query)], scores[str(query)] = _ordered(answers)
        faults = [fault(f"embeddings.errors.{code}", ids=ids, source=source)
                  for code, ids in faulty.items()]  # fmt: skip
        faults += _mixed(given, source)
        if faults:
            raise DataError(*faults)
        if not documents:
            raise DataError(fault("embeddings.errors.no_records", path=source))
        return cls(documents, scores, name, source)

    def tied(self, query: str) -> int:
        """Neighbouring places of a list that hold equal scores."""
        held = self.scores[query]
        return 0 if held is None else sum(a == b for a, b in pairwise(held))


def _ordered(answers: Any) -> tuple[tuple[str, ...], tuple[float, ...] | None]:
    if not isinstance(answers, Mapping):
        return tuple(str(document) for document in answers), None
    pairs = sorted(((str(d), as_number(s)) for d, s in answers.items()), key=lambda pair: -pair[1])
    return tuple(d for d, _ in pairs), tuple(s for _, s in pairs)


def _what_is_wrong(query: Any, answers: Any) -> str | None:
    if isinstance(answers, str) or not isinstance(answers, Sequence | Mapping):
        return "ranking_kind"
    if is_missing(query) or any(is_missing(document) for document in answers):
        return "ranking_gap"
    if not is_name(query) or not all(map(is_name, answers)):
        return "ranking_id"
    if len({str(document) for document in answers}) < len(answers):
        return "ranking_twice"
    if isinstance(answers, Mapping) and any(isnan(as_number(s)) for s in answers.values()):
        return "ranking_score"
    return None


def _mixed(given: Mapping[Any, Any], source: str) -> list[Fault]:
    """Ids of queries, or of all documents, that stand both as number and as text."""
    lists = [one for one in given.values()
             if isinstance(one, Sequence | Mapping) and not isinstance(one, str)]  # fmt: skip
    sides = {"query": given, "document": chain.from_iterable(lists)}
    found = [(what, merged_spellings(names)) for what, names in sides.items()]
    return [fault("embeddings.errors.mixed_names", ids=clash, source=source, what=what)
            for what, clash in found if clash]  # fmt: skip

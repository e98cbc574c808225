"""What queries with known answers find in a mixed pool, before and after repairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.embeddings import DataError, fault
from monosashi.language.bias_tables import estimate_row
from monosashi.results import Estimate, Finding, Result, Row, Tables

GAINS = ("map", "own", "cross")


@dataclass(frozen=True)
class SearchedLanguage:
    """Queries of one language, put to the pages of all.

    Attributes
    ----------
    language : str
    repair : str
        Empty for the vectors as they are.
    n, n_units : int
        Queries, and independent things asked about (queries that share an answer are one).
    map : Estimate
        Mean average precision over the answers of all languages, ties against them.
    optimistic_map : float
        The same with ties in their favour.
    own, cross : mapping of k to Estimate, or None
        Recall of the best answer in the query's own, and in another, language in the mixed pool,
        the other languages' answers taken out. None where no query has one.
    cross_alone : Estimate or None
        recall@1 of the best foreign answer among the pages of its language alone.
    cross_drop : Estimate or None
        cross_alone - cross[1], paired: what mixing costs, in two parts:
    cross_language_drop : Estimate or None
        cross_alone less recall@1 in a mixed pool thinned to the size of the other language (as
        ``Direction.language_drop``). 0 on average where language plays no part.
    cross_candidates_drop : Estimate or None
        The rest: cross_drop - cross_language_drop.
    same_language_share : Estimate
        Share of the first 10 in the query's language.
    neutral_share : float
        That share if language played no part.
    gains : mapping of "map", "own", "cross" to Estimate
        After - before, paired (``own`` and ``cross`` of recall@1); empty without a repair.
    signs : tuple of str
        Signs of a gamed repair (``judging.gamed``); with any it must not be taken.
    """

    language: str
    repair: str
    n: int
    n_units: int
    map: Estimate
    optimistic_map: float
    own: Mapping[int, Estimate] | None
    cross: Mapping[int, Estimate] | None
    cross_alone: Estimate | None
    cross_drop: Estimate | None
    cross_language_drop: Estimate | None
    cross_candidates_drop: Estimate | None
    same_language_share: Estimate
    neutral_share: float
    gains: Mapping[str, Estimate]
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LanguageSearch(Result):
    """Queries with several known answers, language by language and repair by repair.

    Attributes
    ----------
    rows : tuple of SearchedLanguage
        The vectors as they are first, then every repair, best mean average precision first.
    languages : tuple of str
        Of the documents.
    documents : mapping of language to number of documents
    answers : float
        Mean number of answers a query.
    ks : tuple of int
    confidence : float
    drops, language_drops : mapping of language to Estimate
        ``cross_drop`` and ``cross_language_drop`` of the vectors as they are, by the language of
        the queries.
    """

    kind: ClassVar[str] = "language_search"
    rows: tuple[SearchedLanguage, ...]
    languages: tuple[str, ...]
    documents: Mapping[str, int]
    answers: float
    ks: tuple[int, ...]
    confidence: float
    drops: Mapping[str, Estimate] = field(default_factory=dict)
    language_drops: Mapping[str, Estimate] = field(default_factory=dict)

    def of(self, language: str, repair: str = "") -> SearchedLanguage:
        """The row of one query language and repair; others are refused by what there is."""
        for row in self.rows:
            if (row.language, row.repair) == (language, repair):
                return row
        known = {name: ", ".join(dict.fromkeys(repr(getattr(row, name)) for row in self.rows))
                 for name in ("language", "repair")}  # fmt: skip
        raise DataError(fault("language.errors.no_such_row", language=language, repair=repair,
                              languages=known["language"], repairs=known["repair"]))  # fmt: skip

    def tables(self) -> Tables:
        """``language_search``: language, repair, quantity, value and interval."""
        return {"language_search": [line for row in self.rows for line in _lines(row)]}

    def findings(self) -> list[Finding]:
        """``language.search``: what is lost between languages; ``language.gamed``.

        ``language.search_little_found`` where too little is found for a small loss to be good;
        ``language.search_chunks`` where pages are cut differently.
        """
        from monosashi.language.search.findings import search_findings

        return search_findings(self)

    def __repr__(self) -> str:
        lines = [f"  {row.language}{f' ({row.repair})' if row.repair else ''}: mAP {row.map:.3f}, "
                 f"own language {_at_1(row.own)}, other {_at_1(row.cross)}"
                 for row in self.rows]  # fmt: skip
        return "\n".join(["LanguageSearch", *lines])


def _at_1(recall: Mapping[int, Estimate] | None) -> str:
    return "-" if recall is None else f"{recall[1]:.3f}"


def _lines(row: SearchedLanguage) -> Iterator[Row]:
    names = {"language": row.language, "repair": row.repair}
    yield {**names, "quantity": "map", **estimate_row(row.map)}
    for side in ("own", "cross"):
        for k, estimate in (getattr(row, side) or {}).items():
            yield {**names, "quantity": f"{side} recall@{k}", **estimate_row(estimate)}
    for name in ("cross_alone", "cross_drop", "cross_language_drop", "cross_candidates_drop",
                 "same_language_share"):  # fmt: skip
        yield {**names, "quantity": name, **estimate_row(getattr(row, name))}
    yield {**names, "quantity": "neutral_share", "value": row.neutral_share}
    for name, gain in row.gains.items():
        yield {**names, "quantity": f"gain {name}", **estimate_row(gain)}

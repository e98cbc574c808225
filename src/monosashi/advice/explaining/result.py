"""Why queries missed: the shares of the layers, the mends, and every miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.explaining.before import Neighbour
from monosashi.advice.explaining.effects import Mend
from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import Estimate, Finding, Result, Tables, hidden
from monosashi.results.plain import plain

SHOWN, TOLD = 20, 200


@dataclass(frozen=True)
class Answer:
    """What the trial of a layer says of one miss.

    Attributes
    ----------
    trial, layer : str
    mended : bool
        The answer then stands among the first k.
    rank : int or None
        Where it then stands; None where the trial gives no rank.
    chance : float
        How often the control mends it.
    told : bool
        Whether that counts: the control mends it in fewer than one of five draws, and the trial
        mends more such misses than any draw of its control.
    """

    trial: str
    layer: str
    mended: bool
    rank: int | None
    chance: float
    told: bool


@dataclass(frozen=True)
class ExplainedMiss:
    """One query whose answer does not stand among the first k.

    Attributes
    ----------
    gold_id, gold_text, gold_rank, gold_cosine
        The right document that stands best (its rank: ties against it).
    query_language, gold_language : str or None
    layer : str
        The label; ``also`` holds later layers that would mend it, too.
    answers : tuple of Answer
        Of all trials.
    neighbours : tuple of Neighbour
        The first five documents of the query.
    """

    query_id: str
    query_text: str | None
    group: str
    query_language: str | None
    gold_id: str
    gold_text: str | None
    gold_rank: int
    gold_cosine: float
    gold_language: str | None
    layer: str
    also: tuple[str, ...]
    answers: tuple[Answer, ...]
    neighbours: tuple[Neighbour, ...]


@dataclass(frozen=True)
class Layer:
    """One class of misses.

    Attributes
    ----------
    layer : str
    count : int
        Misses with this label.
    share : Estimate or None
        Of all explained misses; None when there are none.
    of_all : Estimate
        Share of all judged queries that miss with this label.
    would_mend : int or None
        Misses that a trial of the layer mends, whatever comes first and whatever controls do.
    by_chance : float or None
        Mean number of misses that draws of the controls mend, of those that they mend rarely.
    reason : Fault or None
        Why the layer was not tested, or why it is not named although it mends some.
    """

    layer: str
    count: int
    share: Estimate | None
    of_all: Estimate
    would_mend: int | None
    by_chance: float | None
    reason: Fault | None


@dataclass(frozen=True, kw_only=True, repr=False)
class MissExplanation(Result):
    """Every miss under the layer that failed, and what mending each layer does to all queries.

    Attributes
    ----------
    name : str
    k : int
        A miss is a query without an answer among the first k, ties against it.
    n_queries, n_groups, n_documents : int
    n_missed : int
        Misses that are explained.
    n_not_here : int
        Queries beside these whose answers are not in the collection, or that have no vector.
    not_here : tuple of str
        At most 20 of them.
    found : float
        Share of all judged queries with an answer among the first k.
    order : tuple of str
        In which layers were asked for each label.
    layers : tuple of Layer
        In that order, ``other`` last.
    mends : tuple of Mend
        The largest surely gained first.
    missing : mapping of trial or mend to Fault
        What was not tried, and why.
    draws : int
        Of every control.
    misses : tuple of ExplainedMiss
        Deepest first.
    hits : mapping of query to rank
        The queries that find their answer.
    absent : frozenset of str
        Those that cannot be explained.
    """

    kind: ClassVar[str] = "misses"
    name: str
    k: int
    n_queries: int
    n_groups: int
    n_documents: int
    n_missed: int
    n_not_here: int
    not_here: tuple[str, ...]
    found: float
    order: tuple[str, ...]
    layers: tuple[Layer, ...]
    mends: tuple[Mend, ...]
    missing: Mapping[str, Fault]
    draws: int
    confidence: float
    misses: tuple[ExplainedMiss, ...] = hidden()
    hits: Mapping[str, int] = hidden(default_factory=dict)
    absent: frozenset[str] = hidden(default=frozenset())

    def why(self, query: str) -> ExplainedMiss | None:
        """The story of one query; None for one that finds its answer.

        Raises
        ------
        DataError
            A query that cannot be explained, or that is not here.
        """
        for miss in self.misses:
            if miss.query_id == query:
                return miss
        if query in self.hits:
            return None
        if query in self.absent:
            raise DataError(fault("misses.errors.not_here", query=query))
        known = [miss.query_id for miss in self.misses]
        raise DataError(fault("misses.errors.no_query", ids=known, query=query))

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values: the label of every miss, the stories of the deepest 200.

        And of the deepest 20 of every layer.
        """
        lost = {one.layer: plain(one.of_all) for one in self.layers}
        labels = {miss.query_id: miss.layer for miss in self.misses}
        told = plain(self._deepest())
        return {**super().to_dict(), "lost": lost, "labels": labels, "misses": told}

    def _deepest(self) -> list[ExplainedMiss]:
        counts: Counter[str] = Counter()
        kept = []
        for place, miss in enumerate(self.misses):
            counts[miss.layer] += 1
            if place < TOLD or counts[miss.layer] <= SHOWN:
                kept.append(miss)
        return kept

    def tables(self) -> Tables:
        """Layers, mends, and misses with their trials and lists: one row each."""
        from monosashi.advice.explaining.tables import miss_tables

        return miss_tables(self)

    def findings(self) -> list[Finding]:
        """One for each layer that is named, with what was tried against it."""
        from monosashi.advice.explaining.findings import miss_findings

        return miss_findings(self)

    def __repr__(self) -> str:
        counts = ", ".join(f"{one.layer} {one.count}" for one in self.layers if one.count)
        missed = f"{self.n_missed} of {self.n_queries} queries miss their answer"
        return f"MissExplanation({self.name or 'unnamed'}, {missed}: {counts or 'none'})"

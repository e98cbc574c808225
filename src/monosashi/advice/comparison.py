"""Several models on the same items, as one document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.choosing import EmbedderFacts, ModelComparison
from monosashi.advice.choosing.compare import Measured, compared, language_of
from monosashi.advice.choosing.findings import chosen_verdict
from monosashi.advice.document import Document
from monosashi.advice.model_search import ModelSearch, Questions, measure_model_search
from monosashi.advice.search_sections import search_sections
from monosashi.advice.search_verdict import search_verdict
from monosashi.embeddings import Column, DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.errors import distinct
from monosashi.embeddings.panel import Panel
from monosashi.results import Finding, Provenance, Result, Tables, hidden, worst_first
from monosashi.results.plain import plain
from monosashi.retrieval import RetrievalComparison, Switch
from monosashi.shape import ShapeComparison, compare_shapes

TWO = 2


@dataclass(frozen=True, kw_only=True)
class Comparison(Document):
    """What `compare` measured.

    Attributes
    ----------
    comparison : ShapeComparison or None
        How much of the spread the groups explain; None without groups.
    retrieval_comparison : RetrievalComparison or None
        Who finds the known answers; None without gold.
    switch : Switch or None
        For exactly two models with queries: what changes when the second takes the place of the
        first.
    models : ModelComparison or None
        All criteria in one table, and the choice where weights were given; None of two models that
        were asked one question.
    cards : mapping of name to ModelCard
    """

    kind: ClassVar[str] = "comparison"
    comparison: ShapeComparison | None = None
    retrieval_comparison: RetrievalComparison | None = None
    switch: Switch | None = None
    models: ModelComparison | None = None
    cards: dict[str, ModelCard] = hidden(default_factory=dict)

    @property
    def shapes(self) -> ShapeComparison:
        """The comparison of groups, for those who gave some."""
        if self.comparison is None:
            raise DataError(fault("advice.errors.no_groups"))
        return self.comparison

    def findings(self) -> list[Finding]:
        """Who finds more and what a switch costs, then who groups more clearly; worst first."""
        return worst_first([found for part in self.sections().values()
                            for found in part.findings()])  # fmt: skip

    def sections(self) -> dict[str, Result]:
        """The table of all criteria; search, switch and groups, those that were measured."""
        parts: dict[str, Result] = {} if self.models is None else {"models": self.models}
        if self.retrieval_comparison is not None:
            parts |= search_sections(self.retrieval_comparison)
        elif self.switch is not None:
            parts["switch"] = self.switch
        return parts if self.comparison is None else {**parts, "comparison": self.comparison}

    def tables(self) -> Tables:
        """Levels and paired differences, and who gains and loses."""
        return {name: rows for part in self.sections().values()
                for name, rows in part.tables().items()}  # fmt: skip

    def _data(self) -> dict[str, Any]:
        """Items and models, each with its dimension and card; how many queries were asked."""
        known = {**super()._data(), "dimension": None, "model": {}, "models": plain(self.cards)}
        if self.switch is None and self.retrieval_comparison is None:
            return known
        asked = self.retrieval_comparison or self.switch
        return {**known, "queries": asked.n_queries if asked else None, "documents": known["n"],
                "depth": None}  # fmt: skip

    @property
    def verdict(self) -> dict[str, Any]:
        """The choice where one was asked for, else who finds more, what changes, the groups."""
        if self.models is not None and (line := chosen_verdict(self.models)):
            return line
        if self.retrieval_comparison is not None:
            return search_verdict(self.retrieval_comparison)
        if self.switch is not None:
            told = next(one for one in self.switch.findings()
                        if one.code == "retrieval.overlap")  # fmt: skip
            numbers = {name: told.numbers[name] for name in ("old", "new", "k", "overlap")}
            return {"code": "advice.verdicts.overlap", "numbers": numbers}
        if self.comparison is None:
            return {"code": "choosing.verdicts.separate", "numbers": {"models": len(self.cards)}}
        return _group_verdict(self.comparison)


def _group_verdict(found: ShapeComparison) -> dict[str, Any]:
    """Who shows the groups more clearly, by name, as far as the adjusted tests can tell."""
    numbers: dict[str, Any] = {"n_groups": found.n_groups, "models": ", ".join(found.models)}
    if found.best is None:
        return {"code": "advice.verdicts.no_order", "numbers": numbers}
    others = [name for name in found.tied_with_best if name != found.best]
    numbers |= {"best": found.best, "tied": ", ".join(others)}
    kind = (
        "ahead" if not others else "tied" if len(others) == len(found.models) - 1 else "ahead_tied"
    )
    return {"code": f"advice.verdicts.{kind}", "numbers": numbers}


def compare(
    panel: Panel,
    groups: Column | None = None,
    *,
    queries: Sequence[EmbeddingSet] | None = None,
    gold: Any = None,
    query_groups: Column | None = None,
    document: Column | None = None,
    exclude: Any = None,
    key: Column | None = None,
    language: Column | None = None,
    cube: Any = None,
    facts: Mapping[str, EmbedderFacts] | None = None,
    weights: Mapping[str, float] | None = None,
    margin: float | None = None,
    left_out: Mapping[str, Sequence[str]] | None = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    **about: Any,
) -> Comparison:
    """Compare several models on the same items by paired differences.

    With ``groups``: how clearly each model groups the items (R²), which is no measure of search.
    With ``queries`` and ``gold``: who finds the known answers, and for two models, in the order
    old, new, who gains and who loses by a switch. With ``queries`` alone: how much of the first
    10 documents stays, which does not say which model is better. With ``key`` and ``language``:
    what mixing languages costs. All of it, hubs, sizes and speeds stand in one table
    (``compare_models``); with ``weights`` one model is chosen, or said to be tied.

    Parameters
    ----------
    panel : Panel
        The documents of every model, aligned by id.
    groups : column of the documents, optional
    queries : one EmbeddingSet a model, in the order of ``panel.names``, optional
        The same queries, in the query role of each model; aligned by id.
    gold : Gold, or mapping of query id to a document id, several, or ``{id: grade}``, optional
    query_groups : column of the queries, optional
        Wordings of one question: they stand or fall together in intervals.
    document : column of the documents, optional
        Name of the document each row belongs to, where rows are chunks.
    exclude : "id" or column names, optional
        Documents that a query never sees, as in ``measure_retrieval``; needs gold.
    key, language, cube, facts, weights : optional
        As in ``compare_models``.
    margin : float, optional
        Largest difference in R² that would not matter: which models are equivalent within it.
    left_out : mapping of model name to query ids, optional
        Judged queries that this model lacks and that were left out for all models before: they are
        counted (``n_left_out``) and told in a warning.
    about : title, source, command, created
        For the report.

    Raises
    ------
    DataError
        Nothing to compare by; queries that a model lacks; and all that ``compare_shapes``,
        ``measure_retrieval`` and ``compare_models`` refuse.
    """
    if queries is None and (gold is not None or query_groups is not None):
        raise DataError(fault("advice.errors.no_queries", given="gold" if query_groups is None
                              else "query_groups"))  # fmt: skip
    if all(given is None for given in (groups, queries, key, cube, weights)):
        raise DataError(fault("advice.errors.compare_nothing"))
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    shapes = None if groups is None else compare_shapes(panel, groups, margin=margin, **rest)
    search = ModelSearch()
    if queries is not None:
        questions = Questions(queries, gold, query_groups, document, exclude, left_out or {})
        search = measure_model_search(panel, questions, **rest)
    bias = None if key is None else language_of(panel, key, language, **rest)
    apart = all(given is None for given in (key, cube, weights))
    whole = not apart or in_one_table(len(panel), search, shapes)
    held = Measured(search, groups, shapes, bias, cube, facts)
    return Comparison(
        provenance=_provenance(panel, search, confidence),
        comparison=shapes,
        retrieval_comparison=search.compared,
        switch=search.switch,
        models=compared(panel, held, weights, **rest) if whole else None,
        cards={name: one.model for name, one in panel},
        **about,
    )


def in_one_table(models: int, search: ModelSearch, shapes: ShapeComparison | None) -> bool:
    """Whether all criteria belong beside each other.

    Two models and one question have a page of their own: what a switch changes, or who groups more
    clearly. Without gold no model is better, so that nothing is laid beside it.
    """
    asked = (search.compared is not None) + (shapes is not None)
    return asked > 1 or (asked == 1 and models > TWO)


def _provenance(panel: Panel, search: ModelSearch, confidence: float) -> Provenance:
    """That of the first model, with the notices of all."""
    found = Provenance.of(panel.sets[0], confidence=confidence, models=list(panel.names))
    notices = [*panel.notices, *(note for one in panel.sets for note in one.notices),
               *search.notices]  # fmt: skip
    return replace(found, notices=distinct(notices))

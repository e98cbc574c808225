"""``compare_models``: several models on the same items, in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from monosashi.advice.choosing.choice import choose
from monosashi.advice.choosing.criterion import Criterion
from monosashi.advice.choosing.facts import EmbedderFacts, fact_criteria
from monosashi.advice.choosing.of_rewriting import robustness_criteria
from monosashi.advice.choosing.of_search import search_criteria
from monosashi.advice.choosing.of_spaces import (
    groups_criterion,
    hubs_criterion,
    language_criterion,
)
from monosashi.advice.choosing.result import ModelComparison, table_rows
from monosashi.advice.choosing.standing import Standing
from monosashi.advice.choosing.weights import weighed
from monosashi.advice.model_search import ModelSearch, Questions, measure_model_search
from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.embeddings.panel import Panel
from monosashi.language import measure_language_bias
from monosashi.language.comparing import LanguageComparison, compare_language_drops
from monosashi.results import Provenance
from monosashi.shape import ShapeComparison, compare_shapes
from monosashi.statistics.generators import as_generator
from monosashi.statistics.options import check_confidence


@dataclass(frozen=True)
class Measured:
    """What other parts of the same run have measured of the models."""

    search: ModelSearch = field(default_factory=ModelSearch)
    groups: Column | None = None
    shapes: ShapeComparison | None = None
    language: LanguageComparison | None = None
    cube: Any = None
    facts: Mapping[str, EmbedderFacts] | None = None


def compare_models(
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
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> ModelComparison:
    """Put several models into one table, one column a criterion, and choose where asked to.

    Every criterion is a question of its own: who finds the known answers, what mixing languages
    costs, how unevenly items stand in lists, how much groups explain, what rewriting costs, what
    is cut, how large and how fast. Without ``weights`` nothing is averaged. With them every
    criterion is put on a scale of points that does not depend on which models are compared.

    It does not say which model is better for anything that was not measured here, nor what the
    weights should be.

    Parameters
    ----------
    panel : Panel
        The documents of every model, aligned by id.
    groups : column of the documents, optional
        For R².
    queries : one EmbeddingSet a model, in the order of ``panel.names``, optional
    gold : Gold, or mapping of query id to a document id, several, or ``{id: grade}``, optional
    query_groups, document, exclude : optional
        As in ``measure_retrieval``.
    key, language : columns of the documents, optional
        What is said, and in which language: the language drop, as ``measure_language_bias`` has it.
    cube : what ``robustness_statistics`` takes, optional
        Scores before and after rewriting of models of these names.
    facts : mapping of model to EmbedderFacts, optional
        Speed, texts cut, size of the weights, where they are known.
    weights : mapping of criterion to number, optional
        Of ``retrieval, recall, language, hubs, groups, robustness, robustness.AXIS, truncation,
        size, speed``. Only what is named counts.
    confidence : float
    rng : int or Generator, optional

    Returns
    -------
    ModelComparison

    Raises
    ------
    DataError
        Gold without queries, key without language; weights on what was not measured, or on holes
        (all are named); and all that the measures refuse.

    Notes
    -----
    Points: 100 times nDCG, recall and R²; 100 (1 - x) for the language drop, the share of items in
    no list and the share of texts cut; 100 minus the points lost to rewriting; 10 less for every
    doubling of a vector above 64 bytes; 10 for every doubling of the speed above 1 text a second.
    All are cut to 0 and 100. A score is their weighted mean. Its error comes from 2,000 joint
    resamples: queries, keys, items, groups and datasets each with replacement, the same draw for
    all models; different kinds of units are drawn independently. Hubs and R² are resampled by their
    jackknife values. Leads are tested by t with Satterthwaite's degrees of freedom, adjusted over
    the pairs of models (Holm 1979).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> pages = rng.normal(size=(40, 8))
    >>> asked = pages + 0.5 * rng.normal(size=pages.shape)
    >>> gold = {str(i): str(i) for i in range(40)}
    >>> def one(vectors): return EmbeddingSet.from_arrays(vectors, ids=list(gold))
    >>> panel = Panel.of(one(pages), one(pages[:, :3]), names=["whole", "cut"])
    >>> found = compare_models(panel, queries=[one(asked), one(asked[:, :3])], gold=gold,
    ...                        weights={"retrieval": 1})
    >>> found.choice.best, found.choice.decided, found.choice.decided_by
    ('whole', True, 'ndcg@10')
    """
    check_confidence(confidence)
    _check(queries, gold, key, language)
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    search = ModelSearch()
    if queries is not None and gold is not None:
        asked = Questions(queries, gold, query_groups, document, exclude)
        search = measure_model_search(panel, asked, **rest)
    shapes = None if groups is None else compare_shapes(panel, groups, **rest)
    bias = None if key is None else language_of(panel, key, language, **rest)
    held = Measured(search, groups, shapes, bias, cube, facts)
    return compared(panel, held, weights, **rest)


def compared(
    panel: Panel,
    held: Measured,
    weights: Mapping[str, float] | None,
    *,
    confidence: float,
    rng: int | np.random.Generator | None,
) -> ModelComparison:
    """The table of what was measured, and the choice."""
    seed = int(as_generator(rng).integers(2**62))
    criteria = _criteria(panel, held, confidence)
    standings = {one.name: _standing(one, confidence) for one in criteria if one.levels}
    choice = None
    if weights is not None:
        choice = choose(weighed(criteria, weights, panel.names), panel.names, confidence, seed)
    told = None if weights is None else dict(weights)
    origin = Provenance.of(panel.sets[0], confidence=confidence, models=list(panel.names),
                           weights=told, seed=seed)  # fmt: skip
    return ModelComparison(
        provenance=replace(origin, notices=panel.notices),
        reasons={} if choice else {"choice": fault("choosing.reasons.no_weights")},
        models=panel.names, n=panel.n,
        rows=tuple(table_rows(criteria, panel.names, standings)),
        differences=tuple({"criterion": one.name, **row}
                          for one in criteria for row in one.differences),
        best={name: one.best for name, one in standings.items()},
        tied={name: one.tied for name, one in standings.items()},
        choice=choice, facts=dict(held.facts or {}), confidence=confidence,
    )  # fmt: skip


def language_of(
    panel: Panel, key: Column, language: Column | None, *, confidence: float,
    rng: int | np.random.Generator | None,
) -> LanguageComparison:  # fmt: skip
    """The language part of every model, paired over keys."""
    if language is None:
        raise DataError(fault("choosing.errors.key_and_language"))
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    found = {name: measure_language_bias(one, key=key, language=language, ks=(1,), **rest)
             for name, one in panel}  # fmt: skip
    return compare_language_drops(found, **rest)


def _criteria(panel: Panel, held: Measured, confidence: float) -> list[Criterion]:
    """All columns, in the order in which they are read."""
    found: list[Criterion] = []
    if held.search.compared is not None:
        found += search_criteria(held.search.compared, held.search.measured)
    if held.language is not None:
        found.append(language_criterion(held.language))
    found.append(hubs_criterion(panel, confidence))
    if held.shapes is not None and held.groups is not None:
        found.append(groups_criterion(panel, held.groups, held.shapes))
    if held.cube is not None:
        found += robustness_criteria(held.cube, panel.names, confidence)
    return [*found, *fact_criteria(panel, held.facts or {})]


def _standing(one: Criterion, confidence: float) -> Standing:
    values = {model: one.value(model) for model in one.levels}
    return Standing.of(values, one.differences, confidence, higher=one.scale.higher_is_better)


def _check(queries: Any, gold: Any, key: Any, language: Any) -> None:
    faults = []
    if gold is not None and queries is None:
        faults.append(fault("advice.errors.no_queries", given="gold"))
    if key is not None and language is None:
        faults.append(fault("choosing.errors.key_and_language"))
    if faults:
        raise DataError(*faults)

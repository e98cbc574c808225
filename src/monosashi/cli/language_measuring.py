"""Every part that `monosashi language` measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from monosashi.cli.language_reading import ReadPages
from monosashi.cli.language_values import NO_REPAIRS

if TYPE_CHECKING:
    from monosashi.advice.language_document import LanguageDocument
    from monosashi.cli.language_run import LanguageRun
    from monosashi.embeddings import Fault
    from monosashi.language.experiments import LanguageExperiments
    from monosashi.language.fitted import FittedRepair


def measure_pages(run: LanguageRun, pages: ReadPages) -> LanguageDocument:
    """Bias, repairs, queries with answers, equal pools, knobs: what was asked for."""
    from monosashi.advice.language_document import language_document
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.progress import show_step
    from monosashi.cli.retrieval_measuring import listed_ks
    from monosashi.language import measure_language_bias, measure_repair_effect

    key, language = run.columns()
    how = run.how
    told: dict[str, Any] = {"key": key, "language": language}
    usual: dict[str, Any] = {"ks": listed_ks(how.k), "confidence": how.confidence, "rng": how.seed}
    alone = pages.queries if pages.gold is None else None  # with gold, pages ask for translations
    bias = measure_language_bias(
        pages.documents, **told, **usual, queries=alone, source=how.source, target=how.target,
        keep_copies=how.keep_copies, translated=how.translated,
    )  # fmt: skip
    parts: dict[str, Any] = {}
    skipped: dict[str, Fault] = {}
    fitted = _fitted(run, pages, language, skipped)
    if fitted:
        show_step("repairs")
        parts["repairs"] = measure_repair_effect(
            pages.documents, **told, **usual, queries=alone, repairs=fitted,
            before=bias,
        )  # fmt: skip
    if pages.gold is not None:
        parts["language_search"] = _search(pages, told, usual, fitted)
    if how.equal_pools is not None:
        parts["equal_pools"] = _equal_pools(run, pages, told, skipped)
    if how.experiments:
        show_step("experiments")
        parts["experiments"] = _experiments(run, pages, told)
    settings = {"rng": how.seed, "repairs": listed_names(how.repairs) or None}
    return language_document(bias, settings, skipped=skipped, **parts)


def _fitted(
    run: LanguageRun, pages: ReadPages, language: str, skipped: dict[str, Fault]
) -> Mapping[str, FittedRepair]:
    """Repairs asked for by name, or the usual ones; too few documents forbid the usual ones."""
    from monosashi.cli.comma_lists import listed_names
    from monosashi.embeddings import DataError
    from monosashi.language import shipped_repairs

    names = listed_names(run.how.repairs)
    if names == [NO_REPAIRS]:
        return {}
    try:
        return shipped_repairs(pages.documents, language=language, queries=pages.queries,
                               names=names or None)  # fmt: skip
    except DataError as error:
        if names:
            raise
        skipped["repairs"] = error.faults[0]
        return {}


def _search(
    pages: ReadPages,
    told: Mapping[str, Any],
    usual: Mapping[str, Any],
    fitted: Mapping[str, FittedRepair],
) -> Any:
    from monosashi.cli.progress import show_step
    from monosashi.language.search import measure_language_search

    show_step("retrieval")
    return measure_language_search(pages.documents, **told, **usual, queries=pages.queries,
                                   gold=pages.gold or "", repairs=fitted)  # fmt: skip


def _equal_pools(
    run: LanguageRun, pages: ReadPages, told: Mapping[str, Any], skipped: dict[str, Fault]
) -> Any:
    """Pools that are equal already need no drawing."""
    from monosashi.embeddings import DataError
    from monosashi.language.equal_pools import measure_equal_pools

    alone = pages.queries if pages.gold is None else None
    try:
        return measure_equal_pools(pages.documents, **told, queries=alone,
                                   keep_copies=run.how.keep_copies,
                                   repeats=run.how.equal_pools or 0, rng=run.how.seed)  # fmt: skip
    except DataError as error:
        if [one.code for one in error.faults] != ["language.errors.pools_equal"]:
            raise
        skipped["equal_pools"] = error.faults[0]
        return None


def _experiments(
    run: LanguageRun, pages: ReadPages, told: Mapping[str, Any]
) -> LanguageExperiments:
    """With a model also cleaned texts and roles; with vectors only dimensions and a threshold."""
    from monosashi.cli.embedding import embed_texts
    from monosashi.embeddings import EmbeddingSet, TextSet
    from monosashi.language.experiments import try_knobs

    usual: dict[str, Any] = {**told, "keep_copies": run.how.keep_copies,
                             "confidence": run.how.confidence, "rng": run.how.seed}  # fmt: skip
    if not pages.embedders or "text" not in pages.documents.columns:
        return try_knobs(pages.documents, **usual)
    model = pages.embedders[0]

    def embed(texts: Any, role: Any) -> EmbeddingSet:
        held = TextSet.from_lists(list(texts), ids=pages.documents.ids)
        return embed_texts(held, model, run.texts, role)

    return try_knobs(pages.documents, **usual, embed=embed, roles=model.roles)

"""Changes of meaning beside rewritings, so that a model that sees nothing does not win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.models import Embedder, embed
from monosashi.models.job import Store
from monosashi.results import Row
from monosashi.robustness.runs.space import Vectors, fit_to
from monosashi.robustness.runs.wordings import Wording
from monosashi.robustness.sensitivity import measure_sensitivity
from monosashi.robustness.tasks.task import Task

TEXTS = 300
LANGUAGES = ("en", "ja")
LEVELS = {"robustness.blind": "blind", "robustness.order_blind": "order_blind",
          "robustness.less_than_harmless": "less_than_harmless",
          "robustness.same_vector": "same_vector"}  # fmt: skip


def sensitivity_rows(model: str, task: Task, wordings: Sequence[Wording],
                     embedder: Embedder | EmbeddingSet, *, store: Store,
                     confidence: float) -> list[Row]:  # fmt: skip
    """Rows of ``measure_sensitivity``, each with ``model, dataset, says, cut_at``.

    Of the first 300 texts of the field that is drawn; harmless are those of the first wording of
    them in their own language.
    """
    row: Row = {"model": model, "dataset": task.name}
    if task.language not in LANGUAGES or isinstance(embedder, EmbeddingSet):
        return [{**row, "reason": fault("robustness_run.reasons.no_rules")}]
    fit_to(task, embedder)
    unit = task.kind.unit
    texts = task.fields[unit].joined[:TEXTS]
    harmless = _harmless(unit, wordings, len(texts))
    try:
        found = measure_sensitivity(list(texts), embedder=_function(task, embedder, store),
                                    language=task.language, harmless=harmless,
                                    confidence=confidence)  # fmt: skip
    except DataError as error:
        return [{**row, "reason": error.faults[0]}]
    says = {one.numbers.get("kind", ""): LEVELS[one.code] for one in found.findings()
            if one.code in LEVELS}  # fmt: skip
    rows = [{**row, **held, "says": says.get(held["kind"], says.get(""))} for held in found.kinds]
    if found.harmless is not None:
        rows.append({**row, "kind": "harmless", **found.harmless})
    return [{**one, "cut_at": found.cut_at} for one in rows]


def _harmless(unit: str, wordings: Sequence[Wording], n: int) -> list[str | None] | None:
    same = [one for one in wordings if unit in one.texts and one.axis != "language"]
    if not same:
        return None
    kept = same[0].keep[unit]
    return [text if kept[row] else None for row, text in enumerate(same[0].texts[unit][:n])]


def _function(task: Task, embedder: Embedder, store: Store) -> Callable[[list[str]], Vectors]:
    role = task.kind.fields[task.kind.unit] if embedder.roles else "passage"

    def vectors(texts: list[str]) -> Any:
        return embed(texts, embedder, role=role, store=store).vectors

    return vectors

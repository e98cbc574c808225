"""Changes of meaning beside rewritings, so that a model that sees nothing does not win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.models import Embedder, embed
from monosashi.models.job import Store
from monosashi.results import Row
from monosashi.robustness.axes import LEXICAL, label
from monosashi.robustness.runs.space import Vectors, fit_to
from monosashi.robustness.runs.wordings import Wording
from monosashi.robustness.sensitivity import measure_sensitivity
from monosashi.robustness.tasks.task import Task

TEXTS = 300
LANGUAGES = ("en", "ja")
LEVELS = {"robustness.blind": "blind", "robustness.order_blind": "order_blind",
          "robustness.less_than_harmless": "less_than_harmless",
          "robustness.blind_beside": "blind",
          "robustness.same_vector": "same_vector"}  # fmt: skip
OWN = "own wordings of the same texts"
HARMLESS = ("paraphrasing", "backtranslation", "style_change", OWN, "register", "politeness",
            "contractions", "spelling", "kana", "typos", "case", "width")  # fmt: skip
"""Rewritings that keep the meaning, the best to compare with first. What shortens, lengthens or
translates a text is none; letters written otherwise come last, for many models read them alike."""


def sensitivity_rows(model: str, task: Task, wordings: Sequence[Wording],
                     embedder: Embedder | EmbeddingSet, *, store: Store,
                     confidence: float) -> list[Row]:  # fmt: skip
    """Rows of ``measure_sensitivity``, each with ``model, dataset, says, cut_at``.

    Of the first 300 texts of the field that is drawn. Harmless are texts that the first wording in
    the order of ``HARMLESS`` changed; ``wording`` says which it was.
    """
    row: Row = {"model": model, "dataset": task.name}
    if task.language not in LANGUAGES or isinstance(embedder, EmbeddingSet):
        return [{**row, "reason": fault("robustness_run.reasons.no_rules")}]
    fit_to(task, embedder)
    unit = task.kind.unit
    texts = task.fields[unit].joined[:TEXTS]
    harmless = harmless_of(texts, unit, wordings)
    beside = None if harmless is None else harmless.texts
    try:
        found = measure_sensitivity(list(texts), embedder=_function(task, embedder, store),
                                    language=task.language, harmless=beside,
                                    confidence=confidence)  # fmt: skip
    except DataError as error:
        return [{**row, "reason": error.faults[0]}]
    says = {one.numbers.get("kind", ""): LEVELS[one.code] for one in found.findings()
            if one.code in LEVELS}  # fmt: skip
    rows = [{**row, **held, "says": says.get(held["kind"], says.get(""))} for held in found.kinds]
    if harmless and found.harmless is not None:
        rows.append({**row, "kind": "harmless", **found.harmless, "wording": harmless.name})
    return [{**one, "cut_at": found.cut_at} for one in rows]


@dataclass(frozen=True)
class Harmless:
    """Texts in other words that mean the same, and which wording they are of."""

    name: str
    texts: list[str | None]


def harmless_of(texts: Sequence[str], unit: str, wordings: Sequence[Wording]) -> Harmless | None:
    """The first wording in the order of ``HARMLESS`` that changed a text; unchanged ones are None.

    Whichever order the transformations were asked for in.
    """
    fitting = [one for one in wordings if unit in one.texts and _rank(one) < len(HARMLESS)]
    for one in sorted(fitting, key=lambda w: (_rank(w), w.transformation, w.generator, w.seed)):
        kept = one.keep[unit]
        changed = [other if kept[row] and other != text else None for row, (text, other)
                   in enumerate(zip(texts, one.texts[unit], strict=False))]  # fmt: skip
        if any(other is not None for other in changed):
            return Harmless(label(one.transformation, one.generator), changed)
    return None


def _rank(one: Wording) -> int:
    """Place in the order of harmless wordings; behind all where it is none."""
    own = one.axis == LEXICAL and one.transformation not in HARMLESS
    name = OWN if own else one.transformation
    return HARMLESS.index(name) if name in HARMLESS else len(HARMLESS)


def _function(task: Task, embedder: Embedder, store: Store) -> Callable[[list[str]], Vectors]:
    role = task.kind.fields[task.kind.unit] if embedder.roles else "passage"

    def vectors(texts: list[str]) -> Any:
        return embed(texts, embedder, role=role, store=store).vectors

    return vectors

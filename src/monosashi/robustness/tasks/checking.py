"""Everything that can be wrong with a task, told at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.tasks.task import Task, TaskTexts

NEEDED = {
    "sts": ("scores",),
    "pair_classification": ("labels",),
    "classification": ("labels", "train_labels"),
    "clustering": ("labels",),
    "retrieval": ("relevance",),
    "reranking": ("relevance", "candidates"),
    "bitext": (),
    "summarisation": ("scores", "parents"),
}
LENGTH_OF = {"train_labels": "train", "groups": "text"}
FEWEST = 2


def checked(task: Task) -> Task:
    """The task, with labels as text and scores as numbers.

    Raises
    ------
    DataError
        All that is wrong.
    """
    faults = [*_fields(task), *_texts(task)]
    if not faults:
        gold, faults = _gold(task)
        task = replace(task, gold=gold)
    if not faults:
        faults = [*_relations(task), *_too_few(task)]
    if faults:
        raise DataError(*faults)
    return task


def _about(task: Task, code: str, ids: Sequence[str] = (), rows: Sequence[int] = (),
           **values: Any) -> Fault:  # fmt: skip
    return fault(f"robustness_run.errors.{code}", list(rows), list(ids), task=task.name, **values)


def _fields(task: Task) -> list[Fault]:
    lacking = [name for name in task.kind.fields if name not in task.fields]
    told = [_about(task, "fields", missing=", ".join(lacking), kind=task.kind.name)
            ] if lacking else []  # fmt: skip
    lengths = {name: held.n for name, held in task.fields.items()}
    if task.kind.paired and len(set(lengths.values())) > 1:
        given = ", ".join(f"{name}: {n}" for name, n in lengths.items())
        told.append(_about(task, "lengths", given=given))
    elif task.kind.paired and not lacking:
        left, right = task.fields["left"].ids, task.fields["right"].ids
        apart = [a for a, b in zip(left, right, strict=True) if a != b]
        told += [_about(task, "apart", apart)] if apart else []
    return told


def _texts(task: Task) -> list[Fault]:
    told = []
    for name, held in task.fields.items():
        odd = [row for row in range(held.n) if not _has_text(held, row)]
        if odd:
            told.append(_about(task, "empty_texts", [held.ids[row] for row in odd], odd,
                               field=name))  # fmt: skip
        twice = [record for record, count in Counter(held.ids).items() if count > 1]
        if twice:
            told.append(_about(task, "twice", twice, field=name))
    return told


def _has_text(held: TaskTexts, row: int) -> bool:
    """A text, or at least a title; callers may have given anything."""
    text: Any = held.texts[row]
    return isinstance(text, str) and bool(text.strip() or _title(held.titles, row))


def _title(titles: Sequence[str], row: int) -> str:
    return titles[row].strip() if titles else ""


def _gold(task: Task) -> tuple[dict[str, Any], list[Fault]]:
    gold = dict(task.gold)
    told = [_about(task, "no_gold", name=name) for name in NEEDED[task.kind.name]
            if name not in gold]  # fmt: skip
    for name in ("scores", "labels", "train_labels", "groups"):
        if name not in gold:
            continue
        wanted = task.fields[LENGTH_OF.get(name, task.kind.unit)]
        gold[name], odd = _values(name, gold[name], task)
        if len(gold[name]) != wanted.n:
            told.append(_about(task, "gold_length", name=name, given=len(gold[name]), n=wanted.n))
        elif odd:
            told.append(_about(task, "odd_gold", [wanted.ids[i] for i in odd], odd, name=name))
    return gold, told


def _values(name: str, given: Any, task: Task) -> tuple[list[Any], list[int]]:
    values = list(given)
    if name == "scores" or (name == "labels" and task.kind.name == "pair_classification"):
        numbers = [_number(value) for value in values]
        odd = [i for i, value in enumerate(numbers) if value is None]
        if name == "labels":
            odd = [i for i, value in enumerate(numbers) if value not in {0.0, 1.0}]
        return numbers, odd
    odd = [i for i, value in enumerate(values) if value is None or not str(value).strip()]
    return [str(value) for value in values], odd


def _number(value: Any) -> float | None:
    try:
        made = float(value)
    except (TypeError, ValueError):
        return None
    return made if math.isfinite(made) else None


def _relations(task: Task) -> list[Fault]:
    """Answers and candidates that name what is not there."""
    told: list[Fault] = []
    if "relevance" in task.gold:
        known, documents = task.fields["query"].place, task.fields["document"].place
        rows = task.gold["relevance"]
        if lost := list(dict.fromkeys(q for q, _, _ in rows if q not in known)):
            told.append(_about(task, "unknown_queries", lost))
        if all(d not in documents for _, d, _ in rows):
            told.append(_about(task, "no_document", [d for _, d, _ in rows[:5]]))
    if "candidates" in task.gold:
        documents = task.fields["document"].place
        named = [d for held in task.gold["candidates"].values() for d in held]
        if lost := list(dict.fromkeys(d for d in named if d not in documents)):
            told.append(_about(task, "unknown_candidates", lost))
    return told


def _too_few(task: Task) -> list[Fault]:
    if task.n < FEWEST:
        return [_about(task, "too_few", n=task.n, least=FEWEST)]
    if task.kind.name in {"classification", "clustering"}:
        labels = task.gold.get("train_labels") or task.gold["labels"]
        if len(set(labels)) < FEWEST:
            return [_about(task, "one_label", label=labels[0])]
    return []

"""Tables to tasks, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.robustness.tasks.columns import Columns, flat, is_list
from monosashi.robustness.tasks.pairs_file import pairs_task
from monosashi.robustness.tasks.task import Task, TaskTexts

TRAIN = ("train", "training")
TEST = ("test", "eval", "validation", "dev")


def task_of(columns: Columns, kind: str, name: str, train: Columns | None = None,
            **more: Any) -> Task:  # fmt: skip
    """The task of a table; ``train`` is a table of its own with the training split."""
    if kind == "classification":
        return _classification(columns, name, train, more)
    if kind not in MAKERS:
        raise DataError(fault("robustness_run.errors.kind", given=kind,
                              known=", ".join([*MAKERS, "classification"])))  # fmt: skip
    return MAKERS[kind](columns, name, more)


def _sides(columns: Columns) -> dict[str, TaskTexts]:
    """Two sides; pairs in lists of one row (as mteb's older pair tasks) are unpacked."""
    made = {}
    for side in ("left", "right"):
        values = columns.take(side)
        packed = is_list(values)
        texts = flat(values) if packed else values
        ids = [str(row) for row in range(len(texts))] if packed else columns.ids()
        made[side] = TaskTexts(tuple(ids), tuple(texts), column=columns.name(side) or "")
    return made


def _sts(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    return Task.of(name, "sts", _sides(columns), {"scores": columns.take("score")}, **more)


def _pair_labels(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    labels = columns.take("label")
    gold = {"labels": flat(labels) if is_list(labels) else labels}
    return Task.of(name, "pair_classification", _sides(columns), gold, **more)


def _bitext(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    return Task.of(name, "bitext", _sides(columns), {}, **more)


def _classification(columns: Columns, name: str, train: Columns | None,
                    more: dict[str, Any]) -> Task:  # fmt: skip
    """Training and test texts from two tables, or from one with a column of splits."""
    if train is not None:
        parts = {"text": (columns, list(range(columns.table.n))),
                 "train": (train, list(range(train.table.n)))}  # fmt: skip
    else:
        told = [str(one).lower() for one in columns.take("split")]
        rows = {field: [i for i, one in enumerate(told) if one in known]
                for field, known in (("text", TEST), ("train", TRAIN))}  # fmt: skip
        if not rows["text"] or not rows["train"]:
            raise DataError(fault("robustness_run.errors.splits", task=name,
                                  known=", ".join(dict.fromkeys(told))))  # fmt: skip
        parts = {field: (columns, held) for field, held in rows.items()}
    fields, labels = {}, {}
    for field, (source, held) in parts.items():
        texts, ids, given = source.take("text"), source.ids(), source.take("label")
        fields[field] = TaskTexts(tuple(ids[i] for i in held), tuple(texts[i] for i in held),
                                  column=source.name("text") or "")  # fmt: skip
        labels["labels" if field == "text" else "train_labels"] = [given[i] for i in held]
    return Task.of(name, "classification", fields, labels, **more)


def _clustering(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    """A label a text; or, in lists, one clustering a row, of which the mean is taken."""
    what = "sentences" if columns.has("sentences") else "text"
    texts, labels = columns.take(what), columns.take("label")
    gold: dict[str, Any] = {"labels": labels}
    ids = columns.ids()
    if is_list(texts):
        gold = {"labels": flat(labels),
                "groups": [str(row) for row, held in enumerate(texts) for _ in held]}  # fmt: skip
        texts = flat(texts)
        ids = [str(row) for row in range(len(texts))]
    elif columns.has("group"):
        gold["groups"] = columns.take("group")
    held = TaskTexts(tuple(ids), tuple(texts), column=columns.name(what) or "")
    return Task.of(name, "clustering", {"text": held}, gold, **more)


def _reranking(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    """Rows of a query, its right and its wrong documents; equal documents are one."""
    queries, ids = columns.take("query"), columns.ids()
    right, wrong = columns.take("positive"), columns.take("negative")
    place: dict[str, str] = {}
    candidates: dict[str, list[str]] = {}
    gold: list[tuple[str, str, float]] = []
    for query, good, bad in zip(ids, right, wrong, strict=True):
        names = [place.setdefault(text, f"d{len(place)}") for text in [*good, *bad]]
        candidates[query] = list(dict.fromkeys(names))
        gold += [(query, place[text], 1.0) for text in dict.fromkeys(good)]
    fields = {"query": TaskTexts(tuple(ids), tuple(queries), column=columns.name("query") or ""),
              "document": TaskTexts(tuple(place.values()), tuple(place))}  # fmt: skip
    return Task.of(name, "reranking", fields, {"relevance": gold, "candidates": candidates}, **more)


def _summaries(columns: Columns, name: str, more: dict[str, Any]) -> Task:
    """Rows of a text with its human and machine summaries and the scores of the latter."""
    ids, scores = columns.ids(), columns.take("relevance")
    fields, parents = {}, {}
    for field in ("human", "machine"):
        held = columns.take(field)
        parents[field] = [one for one, texts in zip(ids, held, strict=True) for _ in texts]
        names = [f"{one}/{k}" for one, texts in zip(ids, held, strict=True)
                 for k in range(len(texts))]  # fmt: skip
        fields[field] = TaskTexts(tuple(names), tuple(flat(held)), column=columns.name(field) or "")
    gold = {"scores": flat(scores), "parents": parents}
    return Task.of(name, "summarisation", fields, gold, **more)


MAKERS: Mapping[str, Callable[[Columns, str, dict[str, Any]], Task]] = {
    "sts": _sts,
    "pair_classification": _pair_labels,
    "clustering": _clustering,
    "bitext": _bitext,
    "reranking": _reranking,
    "summarisation": _summaries,
    "retrieval": lambda columns, name, more: pairs_task(columns, name, **more),
}

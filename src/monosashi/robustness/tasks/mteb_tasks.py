"""Tasks of mteb, taken at the level of their data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.table import Table
from monosashi.models.translators.apertium_codes import short
from monosashi.robustness.tasks.columns import Columns
from monosashi.robustness.tasks.tables import task_of
from monosashi.robustness.tasks.task import Task, TaskTexts

KIND_OF = {"STS": "sts", "PairClassification": "pair_classification",
           "Classification": "classification", "Clustering": "clustering",
           "Retrieval": "retrieval", "Reranking": "reranking", "BitextMining": "bitext",
           "Summarization": "summarisation"}  # fmt: skip
SEARCH = ("retrieval", "reranking")


def task_from_mteb(task: Any, *, split: str = "test", subset: str = "default",
                   name: str | None = None) -> Task:  # fmt: skip
    """Take the texts and answers out of a task object of mteb.

    An encoder around another one would see two calls without names for the sides of a pair, and
    mteb's caches know nothing of rewriting: scores of the original would come back for it. So the
    records are taken, rewritten, and scored here.

    Parameters
    ----------
    task : object of mteb, as ``mteb.get_task("STSBenchmark")`` gives
        Its data are loaded if they are not: built-in ones come from a hub, your own need not.
    split, subset : str

    Raises
    ------
    DataError
        A type of task that has no counterpart here, or a split or subset that is not there.
    """
    about = task.metadata
    kind = KIND_OF.get(about.type)
    if kind is None:
        raise DataError(fault("robustness_run.errors.mteb_kind", name=about.name, kind=about.type,
                              known=", ".join(KIND_OF)))  # fmt: skip
    if not getattr(task, "data_loaded", False):
        task.load_data()
    held = _part(task.dataset, subset, split, about.name)
    more = {"language": _language(about) if subset == "default" else subset}
    named = name or (about.name if subset == "default" else f"{about.name} [{subset}]")
    if kind in SEARCH:
        return _search(held, kind, named, ignore=bool(getattr(task, "ignore_identical_ids", False)),
                       **more)  # fmt: skip
    given = _columns_of(task)
    train = None
    if kind == "classification":
        learnt = getattr(task, "train_split", "train")
        train = Columns(_table(_part(task.dataset, subset, learnt, about.name), named), given)
    return task_of(Columns(_table(held, named), given), kind, named, train=train, **more)


def _language(about: Any) -> str:
    """Code of the language of a task in one language: ``eng-Latn`` is ``en``."""
    spoken = getattr(about, "eval_langs", None)
    return short(str(spoken[0])) if isinstance(spoken, list) and len(spoken) == 1 else ""


def _part(dataset: Any, subset: str, split: str, name: str) -> Any:
    """``dataset[subset][split]``; tasks of one subset may leave it out."""
    held = dataset[subset] if subset in dataset else dataset  # noqa: SIM401  # no mapping
    if split not in held:
        raise DataError(fault("robustness_run.errors.mteb_split", name=name, split=split,
                              known=", ".join(map(str, held))))  # fmt: skip
    return held[split]


def _columns_of(task: Any) -> dict[str, str]:
    """Names that a task gives its own columns."""
    kinds = {"text": "input_column_name", "label": "label_column_name"}
    return {what: getattr(task, name) for what, name in kinds.items()
            if isinstance(getattr(task, name, None), str)
            and getattr(task, name) not in {"text", "label", "labels", "sentences"}}  # fmt: skip


def _table(rows: Any, name: str) -> Table:
    """Columns of a data set of mteb, or of a list of rows."""
    if hasattr(rows, "to_dict"):
        columns = rows.to_dict()
    elif isinstance(rows, Mapping):
        columns = {key: list(values) for key, values in rows.items()}
    else:
        listed = list(rows)
        columns = {key: [row[key] for row in listed] for key in listed[0]}
    return Table(name, {key: _array(values) for key, values in columns.items()})


def _array(values: list[Any]) -> np.ndarray[Any, Any]:
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def _search(held: Mapping[str, Any], kind: str, name: str, *, ignore: bool, **more: Any) -> Task:
    corpus, queries = _records(held["corpus"]), _records(held["queries"])
    gold = [
        (str(query), str(document), float(grade))
        for query, row in held["relevant_docs"].items()
        for document, grade in row.items()
    ]
    judged = {query for query, _, _ in gold}
    asked = [row for row in queries if row[0] in judged]
    titles = tuple(row[2] for row in corpus)
    fields = {
        "query": TaskTexts(tuple(row[0] for row in asked), tuple(row[1] for row in asked)),
        "document": TaskTexts(tuple(row[0] for row in corpus), tuple(row[1] for row in corpus),
                              titles if any(titles) else ()),
    }  # fmt: skip
    known = {row[0] for row in asked}
    answers: dict[str, Any] = {"relevance": [row for row in gold if row[0] in known]}
    if kind == "reranking":
        answers["candidates"] = {str(query): [str(one) for one in names]
                                 for query, names in held["top_ranked"].items()
                                 if str(query) in known}  # fmt: skip
    return Task.of(name, kind, fields, answers, ignore_identical_ids=ignore, **more)


def _records(rows: Any) -> list[tuple[str, str, str]]:
    """Id, text and title, from rows or from a mapping of id to text or row."""
    if isinstance(rows, Mapping):
        rows = [{"id": key, **(row if isinstance(row, Mapping) else {"text": row})}
                for key, row in rows.items()]  # fmt: skip
    return [(str(row["id"]), str(row.get("text") or ""), str(row.get("title") or ""))
            for row in rows]  # fmt: skip

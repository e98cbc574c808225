"""A file of queries with the document each is answered by: the shortest way to a retrieval task."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monosashi.robustness.tasks.columns import Columns
from monosashi.robustness.tasks.task import Task, TaskTexts


def retrieval_from_pairs(
    queries: Sequence[str], documents: Sequence[str], *, name: str = "pairs",
    ids: Sequence[str] | None = None, **more: Any,
) -> Task:  # fmt: skip
    """Search each document with its query, among all documents of the file.

    Equal documents are one document; equal queries stay apart, by their ids.

    Examples
    --------
    >>> one = retrieval_from_pairs(["a?", "b?", "c?"], ["x", "y", "x"])
    >>> one.fields["document"].n, one.gold["relevance"][2]
    (2, ('2', 'd0', 1.0))
    """
    names = [str(row) for row in range(len(queries))] if ids is None else [str(one) for one in ids]
    place = {text: f"d{i}" for i, text in enumerate(dict.fromkeys(documents))}
    fields = {"query": TaskTexts(tuple(names), tuple(queries)),
              "document": TaskTexts(tuple(place.values()), tuple(place))}  # fmt: skip
    gold = [(query, place[text], 1.0) for query, text in zip(names, documents, strict=True)]
    return Task.of(name, "retrieval", fields, {"relevance": gold}, **more)


def pairs_task(columns: Columns, name: str, **more: Any) -> Task:
    """A retrieval task of the columns of a file."""
    return retrieval_from_pairs(columns.take("query"), columns.take("document"), name=name,
                                ids=columns.ids(), **more)  # fmt: skip


def stem(path: Path) -> str:
    """A file's name without its endings.

    >>> stem(Path("data/sts_en.jsonl.gz"))
    'sts_en'
    """
    return path.name.split(".")[0] or path.name

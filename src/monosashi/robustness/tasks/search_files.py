"""Retrieval and reranking from three files, as BEIR and mteb lay them out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.checks import is_missing
from monosashi.robustness.tasks.columns import Columns, listed
from monosashi.robustness.tasks.task import Task, TaskTexts
from monosashi.stores.judgements import read_gold
from monosashi.stores.text_tables import load_table

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet", ".csv", ".tsv")
SPLITS = ("test", "dev", "validation", "train")


@dataclass(frozen=True)
class SearchFiles:
    """Where the parts of a retrieval task are; ``candidates`` makes it one of reranking."""

    corpus: Path
    queries: Path
    gold: Path
    candidates: Path | None = None

    @classmethod
    def in_folder(cls, folder: Path, split: str | None = None) -> SearchFiles | None:
        """``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv``; None where they are not."""
        corpus, queries = (_part(folder, name) for name in ("corpus", "queries"))
        if corpus is None or queries is None:
            return None
        splits = (split,) if split else SPLITS
        places = [folder / "qrels" / f"{one}{end}" for one in splits
                  for end in (".tsv", *ENDINGS)]  # fmt: skip
        flat = [path for name in ("qrels", "relevant_docs") if (path := _part(folder, name))]
        gold = next((path for path in [*places, *flat] if path.is_file()), None)
        if gold is None:
            raise DataError(fault("robustness_run.errors.no_qrels", path=folder))
        return cls(corpus, queries, gold, _part(folder, "top_ranked"))


def _part(folder: Path, name: str) -> Path | None:
    """A file of this name, or the only file in a folder of this name."""
    for end in ENDINGS:
        if (folder / f"{name}{end}").is_file():
            return folder / f"{name}{end}"
    inside = sorted((folder / name).glob("*.*")) if (folder / name).is_dir() else []
    return inside[0] if len(inside) == 1 and inside[0].name.endswith(ENDINGS) else None


def search_task(files: SearchFiles, name: str, **more: Any) -> Task:
    """Read all three (or four); judged queries only."""
    gold = read_gold(files.gold)
    relevance = [(query, document, float(grade)) for query, held in gold.relevance.items()
                 for document, grade in held.items()]  # fmt: skip
    asked = _texts(files.queries, titles=False)
    judged = [row for row, one in enumerate(asked.ids) if one in gold.relevance]
    query = TaskTexts(tuple(asked.ids[row] for row in judged),
                      tuple(asked.texts[row] for row in judged), column=asked.column)  # fmt: skip
    fields = {"query": query, "document": _texts(files.corpus, titles=True)}
    held = set(query.ids)
    answers: dict[str, Any] = {"relevance": [row for row in relevance if row[0] in held]}
    if files.candidates is None:
        return Task.of(name, "retrieval", fields, answers, **more)
    answers["candidates"] = _candidates(files.candidates, held)
    return Task.of(name, "reranking", fields, answers, **more)


def _texts(path: Path, *, titles: bool) -> TaskTexts:
    columns = Columns(load_table(path))
    held = columns.table.columns
    texts = tuple("" if is_missing(one) else str(one) for one in columns.take("text"))
    named: tuple[str, ...] = ()
    if titles and "title" in held:
        named = tuple("" if is_missing(one) else str(one) for one in listed(held["title"]))
        named = named if any(named) else ()
    return TaskTexts(tuple(columns.ids()), texts, named, column=columns.name("text") or "")


def _candidates(path: Path, queries: set[str]) -> dict[str, list[str]]:
    """Rows of a query id and the list of its documents' ids (``corpus-ids``), or one id a row."""
    table = load_table(path)
    names = list(table.columns)
    who = next((name for name in names if name.lower() in {"query-id", "query_id", "query"}), None)
    what = next((name for name in names if name.lower().replace("_", "-") in
                 {"corpus-ids", "corpus-id", "doc", "document"}), None)  # fmt: skip
    if who is None or what is None:
        raise DataError(fault("robustness_run.errors.candidates", path=path.name,
                              known=", ".join(names)))  # fmt: skip
    made: dict[str, list[str]] = {}
    for query, held in zip(listed(table.columns[who]), listed(table.columns[what]), strict=True):
        ids = [str(held)] if isinstance(held, str | int) else [str(one) for one in held]
        if str(query) in queries:
            made.setdefault(str(query), []).extend(ids)
    return made

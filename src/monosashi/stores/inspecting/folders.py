"""Describe folders: a saved set, or a BEIR data set."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, Fault, Gold, TextSet, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.folder import read_folder
from monosashi.stores.inspecting.answers import gold_facts
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.tables import look_at_set, look_at_table
from monosashi.stores.inspecting.vector_facts import vector_row
from monosashi.stores.judgements import TABLE_ENDINGS, TREC_ENDINGS, read_gold
from monosashi.stores.text_columns import ID_NAMES, texts_of
from monosashi.stores.text_tables import load_table
from monosashi.stores.texts import beir_corpus

JUDGEMENTS = re.compile(r"(?i)^(qrels?|gold|judge?ments)\b")
QUERIES = ("queries.jsonl", "queries.jsonl.gz")


def look_at_saved(path: Path, asked: Questions) -> Inspection:
    """A set that ``EmbeddingSet.save`` wrote."""
    data = read_folder(path)
    table = Table(path.name, {"id": data.ids, **data.columns})
    rows = [vector_row("vectors", data.vectors)[0]]
    if data.query_vectors is not None:
        rows.append(vector_row("query_vectors", data.query_vectors)[0])
    found = look_at_table(path, "saved", table, Questions(text=asked.text))
    options = {name: found.found.get(name) for name in ("key", "language", "text", "groups")}
    return replace(found, vectors=rows, model=data.model.to_dict(), notices=data.notices,
                   found=options)  # fmt: skip


def look_at_beir(path: Path, asked: Questions) -> Inspection:
    """Corpus, queries and judgements together, and whether their ids meet."""
    faults = Faults()
    corpus = beir_corpus(path)
    if corpus is None:
        raise DataError(fault("stores.errors.unknown_folder", path=path))
    documents, known = _texts(corpus, asked, faults)
    file = beir_queries(path)
    if file is None:
        faults.found.append(fault("stores.errors.no_queries", path=path.name))
    held = None if file is None else _texts(file, asked, faults)[1]
    flat = None if (path / "qrels").is_dir() else flat_judgements(path)
    gold = faults.attempt(read_gold, flat or path)
    if documents is None:
        return Inspection(path.name, "beir", faults=tuple(faults.found))
    if gold is not None and held is not None:
        faults.found += _strangers(gold, held, known, path.name)
    found = look_at_set(path.name, "beir", documents, tuple(faults.found))
    facts = None if gold is None else {**gold_facts(gold), "queries_held": len(held or ())}
    told = [fault("stores.notices.flat_judgements", path=flat.name)] if flat else []
    notices = (*found.notices, *(() if gold is None else gold.notices), *told)
    return replace(found, gold=facts, notices=notices, found={"gold": flat.name} if flat else {})


def beir_queries(folder: Path) -> Path | None:
    """The queries of a BEIR folder."""
    return next((folder / name for name in QUERIES if (folder / name).is_file()), None)


def flat_judgements(folder: Path) -> Path | None:
    """The file beside the corpus that is called like judgements, where there is no ``qrels/``."""
    files = (file for file in sorted(folder.iterdir()) if file.is_file())
    named = [file for file in files if JUDGEMENTS.search(file.name)
             and file.name.lower().endswith((*TREC_ENDINGS, *TABLE_ENDINGS))]  # fmt: skip
    return min(named, key=lambda file: (len(file.name), file.name), default=None)


def _texts(file: Path, asked: Questions, faults: Faults) -> tuple[TextSet | None, set[str]]:
    """Texts without the empty ones (which are faults), and the ids of all."""
    table = faults.attempt(load_table, file, asked.encoding)
    if table is None:
        return None, set()
    options = asked.text_options(None)
    found = faults.attempt(texts_of, table, options)
    if found is None:
        found = Faults().attempt(texts_of, table, replace(options, invalid="drop"))
    column = table.columns.get(asked.id or next((n for n in ID_NAMES if n in table.columns), ""))
    return found, set() if column is None else set(map(str, column))


def _strangers(gold: Gold, queries: set[str], documents: set[str], source: str) -> list[Fault]:
    """Ids that are judged and stand nowhere."""
    judged = {name for row in gold.relevance.values() for name in row}
    found = []
    if names := sorted(set(gold.relevance) - queries):
        found.append(fault("stores.errors.gold_unknown_queries", ids=names, path=source))
    if names := sorted(judged - documents):
        found.append(fault("stores.errors.gold_unknown_documents", ids=names, path=source))
    return found

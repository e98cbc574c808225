"""Which kind of thing lies at a path, and who describes it."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings import DataError, Gold, Rankings, fault
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.folder import HEAD
from monosashi.stores.formats import LINE_ENDINGS, format_of
from monosashi.stores.inspecting.answers import (
    gold_facts,
    role_of_columns,
    role_of_fields,
    run_facts,
)
from monosashi.stores.inspecting.arrays import look_at_arrays
from monosashi.stores.inspecting.columns import column_rows
from monosashi.stores.inspecting.folders import look_at_beir, look_at_saved
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.run_results import is_result, look_at_result
from monosashi.stores.inspecting.tables import load_whole, look_at_table, look_at_texts
from monosashi.stores.json_mapping import read_mapping
from monosashi.stores.judged_rows import first_fields
from monosashi.stores.judgements import read_gold
from monosashi.stores.lines import read_line_file
from monosashi.stores.runs import read_rankings
from monosashi.stores.site import data_files, is_site, read_site
from monosashi.stores.texts import beir_corpus

TREC = (".qrels", ".qrel", ".run", ".trec", ".tsv", ".txt", ".qrels.gz", ".run.gz", ".txt.gz")
PLAIN = (".qrels", ".qrel", ".run", ".trec", ".qrels.gz", ".run.gz")
ARRAYS = {"npy", "npz", "safetensors", "faiss"}
ANSWERS = {"trec_gold": "gold", "trec_run": "run", "json": None}


def kind_of_path(path: Path, asked: Questions) -> str:
    """A word for what lies here: format of a file, or kind of a folder."""
    if is_result(path):
        return "result"
    if path.is_dir():
        return _kind_of_folder(path)
    name = path.name.lower()
    if name.endswith((".json", ".json.gz")):
        return "json"
    if name.endswith(TREC):
        try:
            role = role_of_fields(first_fields(path, asked.encoding))
        except DataError:
            role = None
        if role is not None or name.endswith(PLAIN):
            return f"trec_{role or ('run' if '.run' in name else 'gold')}"
    return "lines" if name.endswith(LINE_ENDINGS) else str(format_of(path))


def _kind_of_folder(path: Path) -> str:
    if (path / HEAD).is_file():
        return "saved"
    if beir_corpus(path):
        return "beir"
    if format_of(path) == "arrow":
        return "datasets"
    if is_site(path):
        return "site"
    if files := data_files(path):
        raise DataError(fault("stores.errors.folder_of_files", ids=[one.name for one in files],
                              path=path, example=files[0]))  # fmt: skip
    raise DataError(fault("stores.errors.unknown_folder", path=path))


def look(path: Path, kind: str, asked: Questions) -> Inspection:
    """Describe what lies here."""
    if kind == "result":
        return look_at_result(path)
    if kind in ARRAYS:
        return look_at_arrays(path, kind, asked)
    if kind in {"saved", "beir"}:
        return (look_at_saved if kind == "saved" else look_at_beir)(path, asked)
    if kind in {"site", "lines"}:
        read = read_site if kind == "site" else read_line_file
        return look_at_texts(path, kind, read, asked)
    if kind in ANSWERS:
        return _answers(path, kind, ANSWERS[kind] or _role_of_json(path, asked), asked)
    return _look_at_rows(path, kind, asked)


def _look_at_rows(path: Path, kind: str, asked: Questions) -> Inspection:
    table = load_whole(path, kind, asked)
    role = role_of_columns(table)
    if role is not None and asked.text is None and asked.vectors is None:
        return _answers(path, kind, role, asked, table)
    return look_at_table(path, kind, table, asked)


def _role_of_json(path: Path, asked: Questions) -> str:
    """Scores of a system are hardly ever all whole numbers; grades are."""
    held = read_mapping(path, asked.encoding)
    numbers = [value for row in held.values() if isinstance(row, dict) for value in row.values()]
    broken = any(isinstance(number, float) and number % 1 for number in numbers)
    return "run" if broken else "gold"


def _answers(
    path: Path, kind: str, role: str, asked: Questions, table: Table | None = None
) -> Inspection:
    """Judgements or ranked lists."""
    columns = [] if table is None else column_rows(table)
    rows = None if table is None else table.n
    try:
        read = read_gold if role == "gold" else read_rankings
        held: Gold | Rankings = read(path, encoding=asked.encoding)
    except DataError as error:
        return Inspection(path.name, kind, rows, columns, faults=error.faults,
                          found={"role": role})  # fmt: skip
    if isinstance(held, Gold):
        facts = gold_facts(held)
        none = fault("retrieval.errors.no_relevant", source=path.name)
        return Inspection(path.name, kind, rows or facts["judgements"], columns, gold=facts,
                          faults=() if held.n_queries else (none,),
                          notices=held.notices)  # fmt: skip
    facts = run_facts(held)
    count = rows or sum(len(row) for row in held.documents.values())
    return Inspection(path.name, kind, count, columns, run=facts, notices=held.notices)

"""A task from a file or a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.robustness.tasks.columns import Columns
from monosashi.robustness.tasks.pairs_file import stem
from monosashi.robustness.tasks.search_files import ENDINGS, SearchFiles, search_task
from monosashi.robustness.tasks.tables import task_of
from monosashi.robustness.tasks.task import Task
from monosashi.stores.text_tables import load_table

PLACES = ("", "data")


def read_task(
    path: str | Path,
    *,
    kind: str | None = None,
    name: str | None = None,
    columns: Mapping[str, str] | None = None,
    split: str | None = None,
    language: str = "",
    group: str = "all",
    ignore_identical_ids: bool = False,
) -> Task:
    r"""Read texts with answers; nothing is fetched.

    Parameters
    ----------
    path : file or folder
        A JSONL, CSV, TSV or Parquet file (``.gz`` too): pairs with a score (sts), a label of 0 or
        1 (pair_classification) or neither (bitext); texts with labels and splits
        (classification) or without (clustering); queries with their document (retrieval) or with
        positives and negatives (reranking); human and machine summaries with relevance.
        Or a folder as BEIR's (corpus, queries, qrels; with top_ranked: reranking) or as mteb's
        (``test`` and ``train`` files, also below ``data/``).
    kind : str, optional
        Where the columns fit several kinds.
    columns : mapping, optional
        What stands in which column: ``{"left": "a", "right": "b", "score": "grade"}``.
    split : str, optional
        Which split of a folder is measured; default test.
    language : str
        Code; a pair in two languages is ``en-de``.
    group : str
        Datasets of one group are summed together.
    ignore_identical_ids : bool
        Retrieval: hide from a query the document that has its id.

    Raises
    ------
    DataError
        What is missing or odd, all of it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "faq.csv")
    ...     _ = file.write_text("query,document\nlost card?,Call us.\nopen?,Nine to five.\n")
    ...     read_task(file)
    Task('faq', retrieval, n=2)
    """
    place = Path(path)
    if not place.exists():
        raise DataError(fault("robustness_run.errors.no_file", path=place))
    more: dict[str, Any] = {"language": language, "group": group,
                            "ignore_identical_ids": ignore_identical_ids}  # fmt: skip
    named = name or stem(place)
    if place.is_dir():
        return _folder(place, kind, named, (columns, split), more)
    held = Columns(load_table(place), columns)
    return task_of(held, _kind(held, kind), named, **more)


def _folder(
    folder: Path, kind: str | None, name: str, read: tuple[Mapping[str, str] | None, str | None],
    more: dict[str, Any],
) -> Task:  # fmt: skip
    columns, split = read
    files = SearchFiles.in_folder(folder, split)
    if files is not None:
        return search_task(files, name, **more)
    test = _split_file(folder, split or "test")
    if test is None:
        raise DataError(fault("robustness_run.errors.layout", path=folder, split=split or "test"))
    held = Columns(load_table(test), columns)
    train = _split_file(folder, "train")
    if train is not None and kind is None and held.has("text", "label"):
        kind = "classification"
    learnt = Columns(load_table(train), columns) if train and kind == "classification" else None
    return task_of(held, _kind(held, kind), name, train=learnt, **more)


def _split_file(folder: Path, split: str) -> Path | None:
    """``test.jsonl``, or ``data/test-00000-of-00001.parquet``."""
    for below in PLACES:
        for path in sorted((folder / below).glob(f"{split}[.-]*")):
            if path.is_file() and path.name.endswith(ENDINGS):
                return path
    return None


def _kind(columns: Columns, given: str | None) -> str:
    kind = given or columns.kind()
    if kind is None:
        raise DataError(fault("robustness_run.errors.which_kind", source=columns.table.source,
                              known=", ".join(columns.table.columns)))  # fmt: skip
    return kind

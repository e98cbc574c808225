"""Several tasks in one TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.tasks.pairs_file import stem
from monosashi.robustness.tasks.reading import read_task
from monosashi.robustness.tasks.search_files import SearchFiles, search_task
from monosashi.robustness.tasks.task import Task

FILES = ("corpus", "queries", "qrels", "candidates")
OPTIONS = ("kind", "name", "columns", "split", "language", "group", "ignore_identical_ids")


def read_suite(path: str | Path) -> list[Task]:
    r"""The tasks of a suite.

    ``[[task]]`` with ``path``, or with ``corpus``, ``queries`` and ``qrels`` (``candidates`` for
    reranking); and the options of ``read_task``. Paths are relative to the file.

    Raises
    ------
    DataError
        All that is wrong in all tasks.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.csv").write_text("s1,s2,score\nx,y,1\nz,w,2\n")
    ...     suite = Path(folder, "suite.toml")
    ...     _ = suite.write_text('[[task]]\npath = "a.csv"\nlanguage = "en"\n')
    ...     read_suite(suite)
    [Task('a', sts, n=2)]
    """
    place = Path(path)
    try:
        held = tomllib.loads(place.read_text(encoding="utf-8"))
    except OSError:
        raise DataError(fault("robustness_run.errors.no_file", path=place)) from None
    except ValueError as error:
        raise DataError(fault("robustness_run.errors.suite_broken", path=place.name,
                              why=error)) from None  # fmt: skip
    given = held.get("task")
    if not isinstance(given, list) or not given:
        raise DataError(fault("robustness_run.errors.suite_empty", path=place.name))
    tasks: list[Task] = []
    faults: list[Fault] = []
    for number, one in enumerate(given, 1):
        try:
            tasks.append(_task(one, place.parent, number, place.name))
        except DataError as error:
            faults += error.faults
    faults += _twice(tasks)
    if faults:
        raise DataError(*faults)
    return tasks


def _task(given: Mapping[str, Any], home: Path, number: int, suite: str) -> Task:
    unknown = [name for name in given if name not in {*FILES, *OPTIONS, "path"}]
    if unknown:
        raise DataError(fault("robustness_run.errors.suite_keys", ids=unknown, number=number,
                              path=suite, known=", ".join(["path", *FILES, *OPTIONS])))  # fmt: skip
    options = {name: given[name] for name in OPTIONS if name in given}
    if "path" in given:
        return read_task(home / given["path"], **options)
    missing = [name for name in FILES[:3] if name not in given]
    if missing:
        raise DataError(fault("robustness_run.errors.suite_files", ids=missing, number=number,
                              path=suite))  # fmt: skip
    files = SearchFiles(home / given["corpus"], home / given["queries"], home / given["qrels"],
                        home / given["candidates"] if "candidates" in given else None)  # fmt: skip
    lost = [path for path in (files.corpus, files.queries, files.gold) if not path.is_file()]
    if lost:
        raise DataError(*(fault("robustness_run.errors.no_file", path=path) for path in lost))
    name = options.pop("name", None) or stem(files.queries)
    more = {key: options[key] for key in ("language", "group", "ignore_identical_ids")
            if key in options}  # fmt: skip
    return search_task(files, name, **more)


def _twice(tasks: list[Task]) -> list[Fault]:
    names = [task.name for task in tasks]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    return [fault("robustness_run.errors.names_twice", ids=twice)] if twice else []

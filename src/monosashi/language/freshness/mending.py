"""Mend a set block by block onto disk, so that memory does not grow with its rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.errors import fault
from monosashi.embeddings.scratch import scratch_folder
from monosashi.embeddings.sets import Column
from monosashi.language.fitted import FittedRepair, Side

ROWS, NUMBERS = 16_384, 2**23  # of one part: fewer rows where vectors are long
IN_MEMORY = 2**26  # bytes; larger ones go by way of the disk


@contextmanager
def mended_on_disk(
    repair: FittedRepair, data: EmbeddingSet, near: Path | None, *,
    language: Column | None = None, side: Side = "document",
) -> Iterator[EmbeddingSet]:  # fmt: skip
    """The mended set for as long as the context lasts.

    Large sets stand in a hidden folder in ``near`` (default the system's place for such files),
    which is removed at the end; one that a killed run left there is removed by the next. Faults are
    those of ``repair.apply``, with the rows of ``data``.
    """
    if data.vectors.nbytes <= IN_MEMORY:
        yield repair.apply(data, language=language, side=side)
        return
    with scratch_folder(near) as folder:
        yield _mend(repair, data, folder, language, side)


def _mend(
    repair: FittedRepair, data: EmbeddingSet, folder: Path, language: Column | None, side: Side
) -> EmbeddingSet:
    vectors = _matrix(folder / "vectors.npy", data.vectors)
    asked = data.query_vectors
    queries = None if asked is None else _matrix(folder / "query_vectors.npy", asked)
    given = language if language is None or isinstance(language, str) else (
        data.column(language, "language"))  # fmt: skip
    faults: list[Fault] = []
    card, told = data.model, data.notices
    step = max(1, min(ROWS, NUMBERS // data.dimension))
    for start in range(0, data.n, step):
        block = slice(start, min(start + step, data.n))
        part = _part(data, block)
        named = given if given is None or isinstance(given, str) else given[block]
        try:
            made = repair.apply(part, language=named, side=side)
        except DataError as error:
            faults += [_moved(one, start, data) for one in error.faults]
            if not any(one.rows for one in error.faults):
                break  # true of every block alike
            continue
        vectors[block], card, told = made.vectors, made.model, made.notices
        if queries is not None and made.query_vectors is not None:
            queries[block] = made.query_vectors
    if faults:
        raise DataError(*faults)
    return replace(data, vectors=vectors, query_vectors=queries, model=card, notices=told)


def _matrix(file: Path, like: FloatArray) -> FloatArray:
    made: FloatArray = np.lib.format.open_memmap(file, mode="w+", dtype=like.dtype,
                                                 shape=like.shape)  # fmt: skip
    return made


def _part(data: EmbeddingSet, block: slice) -> EmbeddingSet:
    """Some rows, as views."""
    asked = data.query_vectors
    return replace(
        data, vectors=data.vectors[block], ids=data.ids[block],
        columns={name: values[block] for name, values in data.columns.items()},
        query_vectors=None if asked is None else asked[block],
    )  # fmt: skip


def _moved(one: Fault, start: int, data: EmbeddingSet) -> Fault:
    """The rows of the whole set, not of the block; ids where the sentence lists those."""
    if not one.rows or not start:
        return one
    rows = [row + start for row in one.rows]
    kept = {name: value for name, value in one.values.items() if name not in ("rows", "count")}
    ids = kept.pop("ids", "")
    made = fault(one.code, rows, [str(name) for name in data.ids[rows]], **kept)
    return made if "unknown" not in one.code else replace(
        made, values={**made.values, "ids": ids})  # fmt: skip

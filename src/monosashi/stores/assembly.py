"""Rows and their vectors become a checked set, or all faults with the lines they stand in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.table import Table, holds_vectors
from monosashi.embeddings.partners import unpaired_notice
from monosashi.stores.options import Options
from monosashi.stores.placing import Placed
from monosashi.stores.roles import Finder
from monosashi.stores.rows import IntArray, Rows


def assemble(rows: Rows, finder: Finder, card: ModelCard, options: Options) -> EmbeddingSet:
    """Place the vectors of both roles, keep the rows that have them, check everything."""
    faults = Faults()
    documents = faults.attempt(finder.documents)
    queries = faults.attempt(finder.queries)
    placed = [one for one in (documents, queries) if one is not None]
    faults.found += _once(one for role in placed for one in role.faults)
    if documents is None or faults.found:
        raise DataError(*rows.table.with_lines(_once(faults.found)))
    present = np.logical_and.reduce([role.present for role in placed])
    kept = np.flatnonzero(present)
    data = _checked(rows, placed, kept, card, options)
    notices = _once(note for role in placed for note in role.notices)
    if len(kept) < len(rows.ids) and rows.long is None:
        data = replace(data, read_rows=kept[data.source_rows(np.arange(data.n))])
    return replace(
        data, notices=(*notices, *_unused(rows, placed), *data.notices, *_alone(data, rows))
    )


def _checked(
    rows: Rows, placed: list[Placed], kept: IntArray, card: ModelCard, options: Options
) -> EmbeddingSet:
    used = {rows.id_name, *(role.column for role in placed)}
    columns = {name: _rows_of(values, kept) for name, values in rows.table.columns.items()
               if name not in used and not holds_vectors(values)}  # fmt: skip
    matrices = [role.build(kept) for role in placed]
    try:
        return EmbeddingSet.from_arrays(
            matrices[0],
            ids=rows.ids[kept],
            columns=columns,
            model=card,
            query_vectors=matrices[1] if len(matrices) > 1 else None,
            invalid=options.invalid,
        )
    except DataError as error:
        held = Table(rows.table.source, {}, [rows.table.lines[row] for row in kept]
                     if len(rows.table.lines) else ())  # fmt: skip
        raise DataError(*held.with_lines(error.faults)) from None


def _rows_of(values: npt.NDArray[np.generic], kept: IntArray) -> npt.NDArray[np.generic]:
    return values if len(kept) == len(values) else values[kept]


def _once(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, in order (both roles of one file find the same)."""
    found: list[Fault] = []
    for one in faults:
        if one not in found:
            found.append(one)
    return found


def _unused(rows: Rows, placed: list[Placed]) -> list[Fault]:
    """Columns of vectors that nobody asked for are never left out in silence."""
    used = {role.column for role in placed}
    names = [name for name in rows.table.vector_columns() if name not in used]
    if not names:
        return []
    return [fault("embeddings.notices.unused_vectors", ids=names, source=rows.table.source)]


def _alone(data: EmbeddingSet, rows: Rows) -> list[Fault]:
    """Items of wide rows that have one language only."""
    if rows.long is None:
        return []
    keys, key_codes = np.unique(data.columns["key"], return_inverse=True)
    codes = np.unique(data.columns["language"], return_inverse=True)[1]
    note = unpaired_notice(keys, key_codes, codes)
    return [] if note is None else [note]

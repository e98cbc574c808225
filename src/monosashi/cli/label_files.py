"""Labels that stand in a file of their own: joined by id, else row by row, never in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter

from monosashi.cli.options import DATA, DataOptions, named_path

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault, TextSet

    Rows = TypeVar("Rows", EmbeddingSet, TextSet)
else:
    Rows = TypeVar("Rows")

IDS = ("id", "ids")


@Parameter(name="*")
@dataclass(frozen=True)
class LabelOptions:
    """Columns from another file, and what to do with rows that have no label."""

    labels: Annotated[Path | None, Parameter(group=DATA, converter=named_path)] = None
    """Table of more columns: joined by id where both files have ids, else row by row."""
    unlabelled: Annotated[Literal["error", "drop"], Parameter(group=DATA)] = "error"
    """Rows without a label: stop, or leave them out and count them."""

    @property
    def lenient(self) -> bool:
        """Whether rows without a label are left out."""
        return self.unlabelled == "drop"

    def settings(self) -> dict[str, Any]:
        """Options that were given."""
        return {"labels": None if self.labels is None else str(self.labels),
                "unlabelled": self.unlabelled if self.lenient else None}  # fmt: skip


@dataclass(frozen=True)
class Joined:
    """Columns in the order of the objects (None where the file has no row), and notices."""

    columns: Mapping[str, list[Any]]
    notices: tuple[Fault, ...]
    ids: list[str] | None


def joined(held: Rows, asked: LabelOptions, data: DataOptions, *, partly: bool = False) -> Rows:
    """The rows with the columns of the file of labels; ``partly`` allows ids that it lacks."""
    if asked.labels is None:
        return held
    import numpy as np

    from monosashi.cli.label_columns import refuse_other_values

    found: Joined = join(list(held.ids), held.n, asked, data, partly=partly or asked.lenient)
    refuse_other_values(held.columns, found.columns, asked.labels.name)
    columns = {name: np.fromiter(values, dtype=object) for name, values in found.columns.items()}
    with_labels: Rows = replace(held, columns={**held.columns, **columns},
                                notices=(*held.notices, *found.notices))  # fmt: skip
    return with_labels


def join(
    ids: Sequence[str] | None, n: int, asked: LabelOptions, data: DataOptions, *, partly: bool
) -> Joined:
    """Columns of the file for these ids; by position where only one side has ids.

    A column that holds exactly these ids is taken where none of that name belongs to them.

    Raises
    ------
    DataError
        Ids that stand in the file twice, ids that it lacks (all are listed); without common ids a
        file of another length.
    """
    from monosashi.cli.label_columns import matching_column
    from monosashi.embeddings import DataError, fault
    from monosashi.stores.formats import has_encoding, local_path
    from monosashi.stores.text_tables import load_table

    path = local_path(asked.labels or Path())
    table = load_table(path, data.encoding if has_encoding(path) else None)
    key = next((name for name in (data.id, *IDS) if name and name in table.columns), None)
    names = None if key is None else [str(value) for value in table.columns[key]]
    own = None if ids is None or _numbered(ids) else ids
    told: tuple[Fault, ...] = ()
    if own is not None and not set(own) & set(names or ()):
        other = matching_column(own, {name: list(table.columns[name]) for name in table.columns})
        if other is not None:
            key, names = other, [str(value) for value in table.columns[other]]
            told = (fault("cli.notices.labels_by_column", path=path.name, column=other),)
    columns = {name: list(values) for name, values in table.columns.items() if name != key}
    if names is None or (own is None and not _same(ids, names)):
        if table.n != n:
            raise DataError(fault("cli.errors.shape_labels", path=path.name, count=table.n, n=n))
        return Joined(columns, tuple(_by_row(path.name, own, names)), names)
    found = _by_id(list(ids or ()), names, columns, path.name, partly=partly)
    return replace(found, notices=(*told, *found.notices))


def _numbered(ids: Sequence[str]) -> bool:
    return all(name == str(row) for row, name in enumerate(ids))


def _same(ids: Sequence[str] | None, names: Sequence[str]) -> bool:
    return ids is not None and set(ids) == set(names)


def _by_row(path: str, own: Sequence[str] | None, names: Sequence[str] | None) -> list[Fault]:
    """That rows were taken to be in one order, where one side has ids that say nothing of it."""
    from monosashi.embeddings import fault

    kind = "labels_alone" if names is not None else "vectors_alone" if own is not None else "none"
    return [fault(f"cli.notices.labels_by_row_{kind}", path=path)]


def _by_id(
    ids: list[str], names: list[str], columns: Mapping[str, list[Any]], path: str, *, partly: bool
) -> Joined:
    from collections import Counter

    from monosashi.embeddings import DataError, fault

    faults = []
    if twice := sorted(name for name, count in Counter(names).items() if count > 1):
        faults.append(fault("cli.errors.labels_twice", ids=twice, path=path))
    place = {name: row for row, name in enumerate(names)}
    missing = [name for name in ids if name not in place]
    if missing and (not partly or len(missing) == len(ids)):
        faults.append(fault("cli.errors.shape_unlabelled", ids=missing, path=path))
    if faults:
        raise DataError(*faults)
    extra = [name for name in names if name not in set(ids)] if len(names) > len(ids) else []
    notices = (fault("cli.notices.labels_unused", ids=extra, path=path),) if extra else ()
    ordered = {name: [values[place[one]] if one in place else None for one in ids]
               for name, values in columns.items()}  # fmt: skip
    return Joined(ordered, notices, None)

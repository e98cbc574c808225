"""Columns in messages by the names that they have in the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import Fault

TEXT = "text"  # what the column of texts is called once it is read


@contextmanager
def names_in_file(data: DataOptions, texts: TextOptions) -> Iterator[None]:
    """Whoever misspells a column reads the names that stand in the file."""
    from monosashi.embeddings import DataError

    try:
        yield
    except DataError as error:
        raise DataError(*(_as_in_file(one, data, texts) for one in error.faults)) from None


def _as_in_file(one: Fault, data: DataOptions, texts: TextOptions) -> Fault:
    if not one.code.startswith("embeddings.errors.no_column"):
        return one
    names = {TEXT: texts.text or TEXT}
    known = [names.get(name, name) for name in str(one.values["known"]).split(", ")]
    missing = [data.id] if data.id and data.id not in known else []
    near = {"near": names.get(one.values["near"], one.values["near"])} if (
        "near" in one.values) else {}  # fmt: skip
    return replace(one, values={**one.values, **near, "known": ", ".join([*missing, *known])})

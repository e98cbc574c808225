"""Rewritten texts from wherever they are: sets, their folders, and recorded files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.checks import is_missing
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.robustness.axes import axis_of, transformation_named
from monosashi.robustness.tasks.columns import listed
from monosashi.robustness.tasks.pairs_file import stem
from monosashi.stores.text_tables import load_table

NAMES: Mapping[str, tuple[str, ...]] = {
    "dataset": ("dataset",), "record": ("record", "id"), "field": ("field", "side"),
    "transformation": ("transformation",), "axis": ("axis",), "generator": ("generator",),
    "seed": ("seed",), "language": ("language",), "status": ("status",), "kept": ("kept",),
    "original": ("original",), "text": ("text", "transformed", "rewritten"),
}  # fmt: skip
NEEDED = ("record", "transformation", "text")
KEPT = ("ok", "unchanged")


@dataclass(frozen=True)
class Rewrites:
    """Rows of one or several sets.

    Attributes
    ----------
    rows : tuple of RewriteRow
    digests : mapping of name to digest
        Of every set or file, over its texts.
    parts : mapping of name to rows
        The rows of every set or file.
    makers : mapping of name to str
        What made each: ``model, program, rules, recorded``.
    """

    rows: tuple[RewriteRow, ...]
    digests: Mapping[str, str]
    parts: Mapping[str, tuple[RewriteRow, ...]]
    makers: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Of all of them."""
        told = json.dumps(sorted(self.digests.values())).encode()
        return hashlib.sha256(told).hexdigest()


def read_rewrites(given: Any) -> Rewrites:
    """Rewritten texts of a set, a folder that ``rewrite run`` wrote, a file, or several of these.

    A file (JSONL, CSV, Parquet) holds ``id`` (or ``record``), ``transformation`` and ``text``, and
    may hold ``dataset, field, seed, generator, axis, language, original, status``. Without
    ``generator`` it is the name of the file; an empty text has failed.

    Raises
    ------
    DataError
        Nothing is there, columns are missing, the same text stands twice.
    """
    parts = given if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    digests: dict[str, str] = {}
    by_name: dict[str, tuple[RewriteRow, ...]] = {}
    makers: dict[str, str] = {}
    for number, one in enumerate(parts, start=1):
        held = one if isinstance(one, RewriteSet) else _read(Path(one))
        name = held.generator if isinstance(one, RewriteSet) else Path(one).name
        name = name if name not in digests else f"{name} {number}"
        digests[name], by_name[name], makers[name] = held.digest, held.rows, held.made_by
    rows = tuple(row for held in by_name.values() for row in held)
    _refuse_twice(rows)
    return Rewrites(rows, digests, by_name, makers)


def _read(path: Path) -> RewriteSet:
    if path.is_dir():
        return RewriteSet.load(path)
    if not path.is_file():
        raise DataError(fault("robustness_run.errors.no_file", path=path))
    table = load_table(path)
    known = {name.lower(): name for name in table.columns}
    found = {what: next((known[name] for name in names if name in known), None)
             for what, names in NAMES.items()}  # fmt: skip
    missing = [what for what in NEEDED if found[what] is None]
    if missing:
        raise DataError(
            fault(
                "robustness_run.errors.rewrite_columns",
                path=path.name,
                missing=", ".join(missing),
                known=", ".join(table.columns),
            )
        )
    columns = {what: listed(table.columns[name]) for what, name in found.items() if name}
    rows = tuple(_row({what: values[i] for what, values in columns.items()}, stem(path))
                 for i in range(table.n))  # fmt: skip
    generators = dict.fromkeys(row.generator for row in rows)
    return RewriteSet(rows, ", ".join(generators), "recorded", {"kind": "file"})


def _row(held: Mapping[str, Any], generator: str) -> RewriteRow:
    said = {what: "" if is_missing(value) else str(value) for what, value in held.items()}
    text, original = said["text"], said.get("original", "")
    status = said.get("status") or ("ok" if text.strip() else "empty")
    if status == "ok" and original and text.strip() == original.strip():
        status = "unchanged"
    kept = said["kept"].lower() in {"true", "1"} if said.get("kept") else status in KEPT
    name = transformation_named(said["transformation"])
    return RewriteRow(
        dataset=said.get("dataset", ""), record=said["record"], field=said.get("field") or "text",
        transformation=name, axis=said.get("axis") or axis_of(name),
        generator=said.get("generator") or generator, seed=_seed(said.get("seed", "")),
        language=said.get("language") or None, pivot=None, status=status,
        kept=kept and bool(text.strip()), attempts=0, mends=(), notes=(), original=original,
        text=text,
    )  # fmt: skip


def _seed(given: str) -> int:
    try:
        return int(float(given)) if given else 0
    except ValueError:
        raise DataError(fault("robustness_run.errors.rewrite_seed", given=given)) from None


def _refuse_twice(rows: Sequence[RewriteRow]) -> None:
    seen: set[tuple[Any, ...]] = set()
    twice: list[str] = []
    for row in rows:
        key = (row.dataset, row.record, row.field, row.transformation, row.generator, row.seed)
        twice += [row.record] if key in seen else []
        seen.add(key)
    if twice:
        raise DataError(fault("robustness_run.errors.rewrites_twice", ids=twice))

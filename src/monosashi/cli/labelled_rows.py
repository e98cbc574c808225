"""Rows that have labels: the others are left out and counted where that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from monosashi.cli.label_files import LabelOptions, joined
from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.embeddings import DataError, EmbeddingSet, Fault, TextSet
    from monosashi.embeddings.panel import Panel

    Rows = TypeVar("Rows", EmbeddingSet, TextSet)
else:
    Rows = TypeVar("Rows")

# options that name a column of labels
COLUMNS = ("groups", "key", "within", "whole", "stage", "clusters", "query_groups",
           "document_groups")  # fmt: skip


def labelled(
    held: Rows, asked: LabelOptions, data: DataOptions, wanted: Sequence[str | None]
) -> Rows:
    """The rows with their labels, those without one left out where that is asked for.

    Without that the measures say what a gap means to them: a key may be missing.
    """
    found = joined(held, asked, data)
    return (
        only_labelled(found, asked, [name for name in wanted if name]) if asked.lenient else found
    )


def labelled_rows(columns: Mapping[str, Any], wanted: Sequence[str]) -> list[int]:
    """Rows that have a label in every wanted column that there is."""
    from monosashi.embeddings.checks import is_missing

    held = [columns[name] for name in wanted if name in columns]
    return [row for row, values in enumerate(zip(*held, strict=True))
            if not any(map(is_missing, values))]  # fmt: skip


def only_labelled(held: Rows, asked: LabelOptions, wanted: Sequence[str]) -> Rows:
    """Without the rows that lack a label, counted in a notice, where that is asked for.

    Text that looks like a gap is told: it counts as a label.
    """
    from monosashi.cli.label_columns import empty_looking

    held = replace(held, notices=(*held.notices, *empty_looking(held.columns, wanted)))
    wanted = [name for name in wanted if name in held.columns]
    if not wanted or len(rows := labelled_rows(held.columns, wanted)) == held.n:
        return held
    if not asked.lenient:
        raise blank(list(held.ids), rows, wanted)
    kept: Rows = held.take(rows)
    return replace(kept, notices=(*kept.notices, left_out(list(held.ids), rows, wanted)))


def blank(ids: Sequence[str], rows: Sequence[int], wanted: Sequence[str]) -> DataError:
    """The error of rows without a label, which says how to leave them out."""
    from monosashi.embeddings import DataError, fault

    kept = set(rows)
    gone = [row for row in range(len(ids)) if row not in kept]
    return DataError(fault("cli.errors.blank_labels", gone, [ids[row] for row in gone],
                           columns=", ".join(wanted), n=len(ids)))  # fmt: skip


def left_out(ids: Sequence[str], rows: Sequence[int], wanted: Sequence[str]) -> Fault:
    """The notice of rows without a label; nothing left is an error."""
    from monosashi.embeddings import DataError, fault

    kept = set(rows)
    gone = [row for row in range(len(ids)) if row not in kept]
    told: dict[str, Any] = {"columns": ", ".join(wanted), "n": len(ids)}
    if not rows:
        raise DataError(fault("cli.errors.no_labels", **told))
    return fault("cli.notices.unlabelled", gone, [ids[row] for row in gone], **told)


def named_columns(command: str, own: Mapping[str, Any], file: str) -> list[str]:
    """The columns of labels that a command about shape names, those of one of its files."""
    from monosashi.cli.comma_lists import listed_names

    foreign = {"queries": "document_groups", "documents": "query_groups"}.get(file)
    named = [own.get(option) for option in COLUMNS if option != foreign]
    if command in {"shape", "shape distances"}:  # of a dose it is a list of stages
        named.append(own.get("order"))
    factors = [part for one in listed_names(own.get("factors")) for part in one.split(":")]
    beside = listed_names(own.get("covariates"))
    return list(dict.fromkeys([*filter(None, named), *factors, *beside]))


def labelled_panel(
    panel: Panel, asked: LabelOptions, data: DataOptions, wanted: Sequence[str]
) -> Panel:
    """The same items of all models with the labels of the file, without those that lack one."""
    if asked.labels is None and not asked.lenient:
        return panel
    from monosashi.embeddings.panel import Panel

    first = joined(panel.sets[0], asked, data)
    kept = only_labelled(first, asked, wanted)
    others = panel.sets[1:]
    if kept.n < first.n:
        rows = labelled_rows(first.columns, wanted)
        others = tuple(one.take(rows) for one in others)
    return Panel((kept, *others), panel.names, panel.notices)

"""Where rewritten texts belong: to which task, and to which of its fields."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.summary import ASKED, NEARLY_NOTHING
from monosashi.robustness.runs.rewrite_rows import Rewrites
from monosashi.robustness.tasks.task import Task

NO_NAME = ("", "texts")  # what rewrite sets are called that nobody named
SAME_FIELD = {"queries": "query", "corpus": "document", "documents": "document",
              "passage": "document"}  # fmt: skip
TITLE = "title"
EXAMPLES = 3  # ids that show what a set or a task looks like


def belonging(task: Task, rows: Sequence[RewriteRow], *, alone: bool) -> list[RewriteRow]:
    """Rows of the data set of a task.

    Where it is the only task (``alone``), the only data set of the rows is taken for it, whatever
    its name, if the originals are there to compare.
    """
    one_set = alone and len({row.dataset for row in rows}) == 1 and all(r.original for r in rows)
    return [row for row in rows if one_set or row.dataset == task.name
            or (alone and row.dataset in NO_NAME)]  # fmt: skip


def field_of(row: RewriteRow, task: Task, fields: Sequence[str]) -> str:
    """The field of the task that a row speaks of."""
    name = SAME_FIELD.get(row.field, row.field)
    if name == "text" and "train" in fields and row.record in task.fields["train"].place:
        return "train"
    if name in task.fields or name == TITLE:
        return name
    by_column = [one for one in task.fields if task.fields[one].column == name]
    if len(by_column) == 1:
        return by_column[0]
    return fields[0] if name == "text" and len(fields) == 1 else name


def refuse_foreign(held: Rewrites, tasks: Sequence[Task], side: str | None) -> None:
    """Refuse sets of which no text belongs to any task: beside others nobody would notice them.

    Raises
    ------
    DataError
        Names every such set, what it holds, and what the tasks look for.
    """
    if len(held.parts) < 2:  # alone it is refused with its task
        return
    fitting: set[int] = set()
    for task in tasks:
        fields = task.side(side)
        fitting |= {id(row) for row in belonging(task, held.rows, alone=len(tasks) == 1)
                    if _is_there(row, task, fields)}  # fmt: skip
    wanted = "; ".join(_held(task.name, name, task.fields[name].ids)
                       for task in tasks for name in task.side(side))  # fmt: skip
    told = [_foreign(name, rows, wanted) for name, rows in held.parts.items()
            if not any(id(row) in fitting for row in rows)]  # fmt: skip
    if told:
        raise DataError(*told)


def refuse_unusable(held: Rewrites) -> None:
    """Refuse what ``rewrite check`` refuses: next to nothing of a generator can be used.

    All sets of one generator count together: one task of several may be hard to reword.
    """
    made: dict[str, list[RewriteRow]] = {}
    names: dict[str, list[str]] = {}
    for name, rows in held.parts.items():
        for generator in dict.fromkeys(row.generator for row in rows):
            if held.makers[name] in ASKED:
                made.setdefault(generator, []).extend(r for r in rows if r.generator == generator)
                names.setdefault(generator, []).append(name)
    told: list[Fault] = []
    for generator, held_rows in made.items():
        count = sum(row.usable for row in held_rows)
        if count <= NEARLY_NOTHING * len(held_rows):
            told.append(fault("robustness_run.errors.unusable_set", generator=generator,
                              name=", ".join(names[generator]), count=count,
                              n=len(held_rows)))  # fmt: skip
    if told:
        raise DataError(*told)


def _is_there(row: RewriteRow, task: Task, fields: Sequence[str]) -> bool:
    name = field_of(row, task, fields)
    held = task.fields.get("document" if name == TITLE else name)
    return name in {*fields, TITLE} and held is not None and row.record in held.place


def _held(dataset: str, field: str, ids: Sequence[str]) -> str:
    """What texts are called, with a few ids.

    >>> _held("faq", "query", ["q1", "q2"])
    'faq (query: q1, q2)'
    """
    few = [*ids[:EXAMPLES], *(["…"] if len(ids) > EXAMPLES else [])]
    return f"{dataset or '–'} ({field}: {', '.join(few)})"


def _foreign(name: str, rows: Sequence[RewriteRow], wanted: str) -> Fault:
    sets: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        sets.setdefault((row.dataset, row.field), []).append(row.record)
    told = "; ".join(_held(*key, list(dict.fromkeys(ids))) for key, ids in sets.items())
    return fault("robustness_run.errors.foreign_set", name=name, n=len(rows), held=told,
                 wanted=wanted)  # fmt: skip

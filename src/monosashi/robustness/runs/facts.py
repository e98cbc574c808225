"""What the models, tasks and the preset of a run are, as its result tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from monosashi.embeddings import Fault, fault
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.results import Row
from monosashi.robustness.cube_row import CubeRow
from monosashi.robustness.runs.cells import POINTS
from monosashi.robustness.runs.options import Model
from monosashi.robustness.runs.presets import Preset
from monosashi.robustness.runs.space import Space, identity_row
from monosashi.robustness.runs.wordings import Wording
from monosashi.robustness.tasks.chance import chance_level
from monosashi.robustness.tasks.spoken import doubted_fields, excerpt
from monosashi.robustness.tasks.task import Task


def model_row(name: str, model: Model, spaces: Sequence[Space],
               table: Mapping[str, tuple[str, float]]) -> Row:  # fmt: skip
    """What a model is, with its family and size where they were given."""
    family, parameters = table.get(name, (None, None))
    return {**identity_row(name, model, spaces), "family": family, "parameters": parameters}


def task_row(task: Task, side: str | None, metric: str, wordings: Sequence[Wording]) -> Row:
    """What a task is, and how many of its records no rewriting has."""
    fields = task.side(side)
    missing = [int((~one.asked[name]).sum()) for one in wordings for name in fields
               if name in one.asked]  # fmt: skip
    return {"dataset": task.name, "kind": task.kind.name, "metric": metric,
            "side": ", ".join(fields), "n": task.n, "language": task.language,
            "dataset_group": task.group, "chance": POINTS * chance_level(task),
            "n_left_out": max(missing, default=0), **_spoken(task)}  # fmt: skip


def _spoken(task: Task) -> Row:
    """How many texts are in another script than the declared language."""
    odd = doubted_fields(task)
    first = next(iter(odd), None)
    return {"n_other_script": sum(map(len, odd.values())),
            "n_looked_at": sum(task.fields[name].n for name in odd),
            "other_script": None if first is None
            else excerpt(task.fields[first].texts[odd[first][0]])}  # fmt: skip


def preset_row(preset: Preset, rows: Sequence[RewriteRow]) -> Row:
    """A preset, with what it asks for and the rewritten texts lack."""
    held = {row.transformation for row in rows}
    return {"name": preset.name, "transformations": list(preset.transformations),
            "left_out": list(preset.left_out),
            "absent": [name for name in preset.transformations if name not in held]}  # fmt: skip


def left_out(tasks: Sequence[Row], rows: Sequence[CubeRow], failed: str) -> list[Fault]:
    """What leaves the scores of each task: records without a rewriting, and those that failed."""
    told = [fault("robustness_run.notices.left_out", dataset=row["dataset"], n=row["n"],
                  count=row["n_left_out"]) for row in tasks if row["n_left_out"]]  # fmt: skip
    counted: dict[tuple[str, str], dict[tuple[str, str | None], tuple[int, int]]] = {}
    for one in rows:  # models have the same texts
        held = counted.setdefault((one.dataset, one.generator), {})
        held[one.transformation, one.seed] = one.n or 0, one.n_failed or 0
    for (dataset, generator), cells in counted.items():
        n, count = (sum(pair[i] for pair in cells.values()) for i in (0, 1))
        if count:
            code = "failed" if failed == "drop" else "stand_in"
            told.append(fault(f"robustness_run.notices.{code}", dataset=dataset,
                              generator=generator, n=n, count=count))  # fmt: skip
    return told

"""``measure_robustness``: tasks, models and rewritings to scores, profiles and a choice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.job import Store
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.results import Provenance, Row
from monosashi.robustness.cube import Cube
from monosashi.robustness.measure import robustness_statistics
from monosashi.robustness.runs.cells import Cell, Measuring, draws_of_records
from monosashi.robustness.runs.choice import choose, named_weights
from monosashi.robustness.runs.facts import left_out, model_row, preset_row, task_row
from monosashi.robustness.runs.meaning import sensitivity_rows
from monosashi.robustness.runs.moved import drift_row, worst_rows
from monosashi.robustness.runs.options import (
    Model,
    check,
    check_dose,
    chosen_preset,
    listed_tasks,
    named_models,
)
from monosashi.robustness.runs.placing import refuse_foreign, refuse_unusable
from monosashi.robustness.runs.presets import Preset
from monosashi.robustness.runs.profile import levels_of, profile_rows
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.rewrite_rows import Rewrites, read_rewrites
from monosashi.robustness.runs.space import Space, space_of
from monosashi.robustness.runs.spread import input_output_row, spread_rows
from monosashi.robustness.runs.unscored import unscored_rows
from monosashi.robustness.runs.wordings import Failed, Unchanged, Wording, wordings_of
from monosashi.robustness.scaling import model_table
from monosashi.robustness.tasks.scoring import Scorer
from monosashi.robustness.tasks.task import Task
from monosashi.statistics.generators import as_generator
from monosashi.statistics.options import check_confidence

Progress = Callable[[str, str, int, int], None]
DRAWS = 500


@dataclass(frozen=True)
class How:
    """What every model and task is measured with."""

    draws: int
    generator: np.random.Generator
    store: Store
    progress: Progress | None


def measure_robustness(
    task: Task | Sequence[Task],
    *,
    embedders: Any,
    rewrites: Any,
    side: str | None = None,
    failed: Failed = "drop",
    unchanged: Unchanged = "keep",
    like: str = "mteb",
    weights: Mapping[str, float] | None = None,
    preset: str | None = None,
    dose: Sequence[str] | None = None,
    models: Any = None,
    hteb_generators: Sequence[str] = (),
    sensitivity: bool = True,
    draws: int = DRAWS,
    confidence: float = 0.95,
    store: Store = None,
    progress: Progress | None = None,
    rng: int | np.random.Generator | None = None,
) -> RobustnessRun:
    """Score models on tasks as they are and in other words, on the same records.

    It says what these rewritings cost on these texts. It does not say that users write so, that a
    rewriting kept the meaning, nor that a model that loses nothing sees meaning at all (see
    ``measure_sensitivity``).

    Parameters
    ----------
    task : Task or several
        See ``read_task`` and ``read_suite``.
    embedders : names, embedders, EmbeddingSets with a column ``text``, or a mapping of these
        Each text is embedded once a role, and never again where a store is kept. A model that
        must be fitted learns from the documents or training texts of each task, never from its
        queries; where there are neither, from its texts.
    rewrites : RewriteSet, folder or file of one, or several
        Rows are matched by data set, field and record id, never by text; rewritings of other texts
        than the task holds are refused.
    side : str, optional
        What is rewritten. Default: queries of retrieval and reranking, both sides of pairs, the
        test texts of classification, all of clustering, the left side of bitext. ``corpus``,
        ``both``, ``left``, ``right``, ``train_and_test`` (as HTEB does) or ``machine`` hold for
        the tasks that have them.
    failed : "drop" or "original"
        Failed texts leave both sides; or the original stands in, as in HTEB, which makes models
        look more robust.
    unchanged : "keep" or "drop"
    like : "mteb" or "hteb"
        Whose metric, where the two differ.
    weights : mapping of axis to weight, optional
        For the choice: ``{"original": 1, "lexical": 2}``.
    preset : str, optional
        ``minimal, support, multilingual, legal, hteb``: transformations and weights.
    dose : transformations from weak to strong, optional
        To test whether wordings spread more along them.
    models : table ``model, family, parameters``, optional
    hteb_generators : sequence of str
        As in ``robustness_statistics``.
    sensitivity : bool
        Also whether changes of meaning move the vectors (English and Japanese texts).
    draws : int
        Draws of records: which model comes first in how many of them, and the intervals of scores
        that are no means of records.
    store : path, False or None
        Of vectors; as in ``embed``.
    progress : function of (model, dataset, texts done, texts in all), optional
    rng : seed or Generator

    Raises
    ------
    DataError
        Whatever cannot be used, before anything is embedded.

    Examples
    --------
    >>> from monosashi.robustness.tasks import Task
    >>> words = ["a red car", "a blue car", "one green tree", "two tall trees", "the sea"]
    >>> pairs = Task.of("toy", "sts", {"left": words, "right": words[1:] + words[:1]},
    ...                 {"scores": [4, 1, 3, 0, 0]})
    >>> from monosashi.models.rewriters.rewriting import rewrite
    >>> made = rewrite(pairs.to_rewrite(), transformations=["typos"], rewriter="rules",
    ...                seeds=[1], dataset="toy", language="en")
    >>> found = measure_robustness(pairs, embedders=["hashing"], rewrites=made, draws=50)
    >>> [(row["axis"], row["n_texts"]) for row in found.profile]
    [('surface', 5)]
    """
    check_confidence(confidence)
    tasks, named, asked = listed_tasks(task), named_models(embedders), chosen_preset(preset)
    weights = weights or (None if asked is None else asked.weights)
    check(tasks, side=side, failed=failed, unchanged=unchanged, weights=weights)
    held, table = read_rewrites(rewrites), model_table(models, list(named))
    refuse_unusable(held)
    rows = _chosen(held, asked)
    check_dose(dose, list(dict.fromkeys(row.transformation for row in rows)))
    weights = named_weights(weights, list(dict.fromkeys(row.axis for row in rows)))
    worded = {one.name: wordings_of(one, rows, side=side, failed=failed, unchanged=unchanged,
                                    alone=len(tasks) == 1) for one in tasks}  # fmt: skip
    refuse_foreign(held, tasks, side)
    how = How(draws, as_generator(rng), store, progress)
    cells, spaces = _measured(tasks, named, worded, lambda one: Scorer(one, like), how)
    facts = [task_row(one, side, Scorer(one, like).metric, worded[one.name]) for one in tasks]
    cube = _cube(cells, facts)
    settings = {"side": side, "failed": failed, "unchanged": unchanged, "like": like,
                "preset": preset, "draws": draws, "confidence": confidence,
                "rewrites": dict(held.digests), "rewrites_digest": held.digest}  # fmt: skip
    seen = () if not sensitivity else [
        row for one in tasks for name, model in named.items()
        for row in sensitivity_rows(name, one, worded[one.name], model, store=store,
                                    confidence=confidence)]  # fmt: skip
    return RobustnessRun(
        provenance=_provenance(
            cube, settings, [*cube.notices, *left_out(facts, cube.rows, failed)]
        ),
        cube=tuple(cube.table()),
        models=tuple(model_row(name, model, spaces[name], table) for name, model in named.items()),
        preset=None if asked is None else preset_row(asked, rows),
        tasks=tuple(facts),
        sensitivity=tuple(seen),
        rewrites=dict(held.digests),
        failed=failed,
        unchanged=unchanged,
        like=like,
        confidence=confidence,
        statistics=robustness_statistics(
            cube,
            models=models,
            confidence=confidence,
            rng=rng,
            hteb_generators=hteb_generators,
            failed=failed,
        ),
        checked_cube=cube,
        **_of_cells(cells, weights, dose, confidence),
    )


def _of_cells(
    cells: Sequence[Cell],
    weights: Mapping[str, float] | None,
    dose: Sequence[str] | None,
    confidence: float,
) -> dict[str, Any]:
    """Profile, choice, and what moved: everything that needs vectors or draws."""
    levels = levels_of(cells)
    choice = choose(levels, weights, confidence)
    groups = _by_generator(cells)
    return {
        "profile": tuple(profile_rows(levels, confidence)),
        "unscored": tuple(unscored_rows(cells, levels)),
        "choice": choice.rows,
        "weights": dict(choice.weights),
        "weights_unmeasured": choice.missing,
        "drift": tuple(drift_row(cell, confidence) for cell in cells),
        "spread": tuple(row for group in groups for row in spread_rows(group, dose, confidence)),
        "input_output": tuple(input_output_row(group, confidence) for group in groups),
        "worst": tuple(row for cell in _first_seeds(cells) for row in worst_rows(cell)),
    }


def _cube(cells: Sequence[Cell], facts: Sequence[Row]) -> Cube:
    known = {row["dataset"]: row for row in facts}
    return Cube(tuple(cell.row(known[cell.task.name]["metric"], known[cell.task.name]["chance"])
                      for cell in cells))  # fmt: skip


def _chosen(held: Rewrites, preset: Preset | None) -> list[RewriteRow]:
    if preset is None:
        return list(held.rows)
    rows = [row for row in held.rows if row.transformation in preset.transformations]
    if not rows:
        raise DataError(fault("robustness_run.errors.preset_empty", name=preset.name,
                              known=", ".join(preset.transformations)))  # fmt: skip
    return rows


def _measured(
    tasks: Sequence[Task],
    named: Mapping[str, Model],
    worded: Mapping[str, list[Wording]],
    scorers: Callable[[Task], Scorer],
    how: How,
) -> tuple[list[Cell], dict[str, list[Space]]]:
    """Model after model on each task; all see the same draws of records."""
    cells: list[Cell] = []
    spaces: dict[str, list[Space]] = {name: [] for name in named}
    for one in tasks:
        chosen = draws_of_records(one.n, how.draws, how.generator)
        for name, model in named.items():
            space = space_of(one, worded[one.name], model, store=how.store,
                             progress=_told(how.progress, name, one.name))  # fmt: skip
            cells += Measuring(name, one, space, scorers(one), chosen).cells(worded[one.name])
            spaces[name].append(space)
    return cells, spaces


def _told(progress: Progress | None, model: str, dataset: str
          ) -> Callable[[int, int], None] | None:  # fmt: skip
    if progress is None:
        return None
    return lambda done, total: progress(model, dataset, done, total)


def _by_generator(cells: Sequence[Cell]) -> list[list[Cell]]:
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        key = cell.model, cell.task.name, cell.wording.generator
        groups.setdefault(key, []).append(cell)
    return list(groups.values())


def _first_seeds(cells: Sequence[Cell]) -> list[Cell]:
    """One seed of each wording."""
    first: dict[tuple[str, str, str, str], Cell] = {}
    for cell in cells:
        first.setdefault((cell.model, cell.task.name, *cell.wording.key), cell)
    return list(first.values())


def _provenance(cube: Cube, settings: Mapping[str, Any], notices: Sequence[Fault]) -> Provenance:
    told = json.dumps([*map(repr, cube.rows), settings["rewrites_digest"]]).encode()
    return Provenance(len(cube.rows), 0, hashlib.sha256(told).hexdigest()[:16], settings=settings,
                      notices=tuple(notices))  # fmt: skip

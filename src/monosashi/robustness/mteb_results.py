"""Folders of mteb results, one of the original texts and one a transformation.

What is read is what ``mteb.ResultCache`` and ``TaskResult.to_disk`` of mteb 2 write.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from monosashi.embeddings import DataError, Fault, fault

ORIGINAL, RESULTS, EXPERIMENTS = "original", "results", "experiments"
META = "model_meta.json"
BELOW = 3  # model, revision, Task.json


@dataclass(frozen=True)
class _Score:
    """What one file holds of one subset."""

    condition: tuple[str, ...]
    model: str
    revision: str
    task: str
    subset: str
    language: str
    value: float

    @property
    def key(self) -> tuple[str, str, str]:
        return self.model, self.task, self.subset


def mteb_records(root: Path) -> list[dict[str, Any]]:
    """Rows of a cube from ``CONDITION/model/revision/Task.json`` below ``root``.

    CONDITION is ``original``, or ``transformation[/generator][/seed]``, a seed being a number; the
    folder of a ``ResultCache``, so that ``results/`` may follow. Experiments of a model are models
    of their own. The same task, subset and model stand on both sides; several splits are
    averaged, as mteb does; a score that is no number is a hole. Subsets of one task in the same
    language keep their name.
    """
    faults: list[Fault] = []
    scores = [score for file in sorted(root.rglob("*.json")) for score in _read(file, root, faults)]
    faults += _revisions(scores)
    before = {score.key: score.value for score in scores if score.condition == (ORIGINAL,)}
    after = [score for score in scores if score.condition != (ORIGINAL,)]
    if not before or not after:
        faults.append(fault("robustness.errors.mteb_layout", path=root.name))
    if faults:
        raise DataError(*faults)
    shared = _shared(scores)
    return [_record(score, before.get(score.key), shared) for score in after]


def _revisions(scores: Sequence[_Score]) -> list[Fault]:
    """Two revisions of a model are two models; which one is meant cannot be guessed."""
    held: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for score in scores:
        held[(*score.condition, score.model)][score.revision] = None
    return [fault("robustness.errors.mteb_revisions", path="/".join(place), ids=list(names))
            for place, names in held.items() if len(names) > 1]  # fmt: skip


def _shared(scores: Sequence[_Score]) -> set[tuple[str, str]]:
    """Tasks and languages of which there are several subsets."""
    held: dict[tuple[str, str], set[str]] = defaultdict(set)
    for score in scores:
        held[score.task, score.language].add(score.subset)
    return {place for place, subsets in held.items() if len(subsets) > 1}


def _record(score: _Score, original: float | None, shared: set[tuple[str, str]]) -> dict[str, Any]:
    transformation, *rest = score.condition
    seed = next((piece for piece in rest if piece.isdigit()), "")
    generator = next((piece for piece in rest if not piece.isdigit()), None)
    several = (score.task, score.language) in shared
    dataset = f"{score.task} ({score.subset})" if several else score.task
    return {"model": score.model, "dataset": dataset, "language": score.language,
            "transformation": transformation, "generator": generator, "seed": seed,
            "original": original, "transformed": score.value, "metric": "main_score"}  # fmt: skip


def _read(file: Path, root: Path, faults: list[Fault]) -> Iterator[_Score]:
    """Scores of a result of mteb; other JSON files are passed over."""
    pieces = file.relative_to(root).parts
    if len(pieces) <= BELOW or file.name == META:
        return
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        faults.append(fault("embeddings.errors.broken_file", path="/".join(pieces)))
        return
    if not isinstance(held, Mapping):
        return
    if not isinstance(held.get("scores"), Mapping):
        if "mteb_version" in held or "mteb_dataset_name" in held:
            faults.append(fault("robustness.errors.mteb_old", path="/".join(pieces)))
        return
    condition, model, revision = _place(pieces)
    task = str(held.get("task_name") or file.stem)
    for subset, (values, language) in _subsets(held["scores"]).items():
        yield _Score(condition, model, revision, task, subset, language, fmean(values))


def _place(pieces: Sequence[str]) -> tuple[tuple[str, ...], str, str]:
    """Condition, model and revision of a path, with or without an experiment.

    >>> _place(("original", "results", "org__m", "main", "STS12.json"))
    (('original',), 'org/m', 'main')
    >>> _place(("typos", "7", "m", "main", "experiments", "dim_64", "STS12.json"))
    (('typos', '7'), 'm (dim_64)', 'main')
    """
    *before, _ = pieces
    experiment = ""
    if len(before) > BELOW + 1 and before[-2] == EXPERIMENTS:
        *before, _, name = before
        experiment = f" ({name})"
    *condition, model, revision = before
    if len(condition) > 1 and condition[-1] == RESULTS:
        condition.pop()
    return tuple(condition), model.replace("__", "/") + experiment, revision


def _subsets(scores: Mapping[str, Any]) -> dict[str, tuple[list[float], str]]:
    """Main scores of every subset over the splits, and its language."""
    found: dict[str, tuple[list[float], str]] = {}
    for split in scores.values():
        for one in split if isinstance(split, list) else []:
            if not isinstance(one, Mapping) or not isinstance(one.get("main_score"), int | float):
                continue
            subset = str(one.get("hf_subset", "default"))
            spoken = one.get("languages") or [subset]
            language = "+".join(str(name).split("-")[0] for name in spoken)
            language = "" if language == "default" else language
            found.setdefault(subset, ([], language))[0].append(float(one["main_score"]))
    return found

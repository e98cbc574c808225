"""Folders of mteb results, one of the original texts and one a transformation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from monosashi.embeddings import DataError, Fault, fault

ORIGINAL = "original"
BELOW = 3  # model, revision, Task.json


@dataclass(frozen=True)
class _Score:
    """What one file holds of one subset."""

    condition: tuple[str, ...]
    model: str
    task: str
    subset: str
    language: str
    value: float

    @property
    def key(self) -> tuple[str, str, str]:
        return self.model, self.task, self.subset


def mteb_records(root: Path) -> list[dict[str, Any]]:
    """Rows of a cube from ``CONDITION/model/revision/Task.json`` below ``root``.

    CONDITION is ``original``, or ``transformation[/generator][/seed]``, a seed being a number. The
    same task, subset and model stand on both sides; several splits are averaged.
    """
    faults: list[Fault] = []
    scores = [score for file in sorted(root.rglob("*.json")) for score in _read(file, root, faults)]
    before = {score.key: score.value for score in scores if score.condition == (ORIGINAL,)}
    after = [score for score in scores if score.condition != (ORIGINAL,)]
    if not before or not after:
        faults.append(fault("robustness.errors.mteb_layout", path=root.name))
    if faults:
        raise DataError(*faults)
    return [_record(score, before.get(score.key)) for score in after]


def _record(score: _Score, original: float | None) -> dict[str, Any]:
    transformation, *rest = score.condition
    seed = next((piece for piece in rest if piece.isdigit()), "")
    generator = next((piece for piece in rest if not piece.isdigit()), None)
    return {"model": score.model, "dataset": score.task, "language": score.language,
            "transformation": transformation, "generator": generator, "seed": seed,
            "original": original, "transformed": score.value, "metric": "main_score"}  # fmt: skip


def _read(file: Path, root: Path, faults: list[Fault]) -> Iterator[_Score]:
    """Scores of a result of mteb; other JSON files (model_meta.json) are passed over."""
    pieces = file.relative_to(root).parts
    if len(pieces) <= BELOW:
        return
    *condition, model, _, _ = pieces
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        faults.append(fault("embeddings.errors.broken_file", path="/".join(pieces)))
        return
    if not isinstance(held, Mapping) or not isinstance(held.get("scores"), Mapping):
        return
    task = str(held.get("task_name") or file.stem)
    named = model.replace("__", "/")
    for subset, (values, language) in _subsets(held["scores"]).items():
        yield _Score(tuple(condition), named, task, subset, language, fmean(values))


def _subsets(scores: Mapping[str, Any]) -> dict[str, tuple[list[float], str]]:
    """Main scores of every subset over the splits, and its language."""
    found: dict[str, tuple[list[float], str]] = {}
    for split in scores.values():
        for one in split if isinstance(split, list) else []:
            if not isinstance(one.get("main_score"), int | float):
                continue
            subset = str(one.get("hf_subset", "default"))
            spoken = one.get("languages") or [subset]
            language = "+".join(str(name).split("-")[0] for name in spoken)
            language = "" if language == "default" else language
            found.setdefault(subset, ([], language))[0].append(float(one["main_score"]))
    return found

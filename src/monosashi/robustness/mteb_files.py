"""What one result of mteb 2 holds: main scores of every subset, and where it lies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from monosashi.embeddings import DataError, fault

RESULTS, EXPERIMENTS = "results", "experiments"
META = "model_meta.json"
BELOW = 3  # model, revision, Task.json


@dataclass(frozen=True)
class Score:
    """What one file holds of one subset."""

    condition: tuple[str, ...]
    model: str
    revision: str
    dataset_revision: str
    task: str
    subset: str
    language: str
    value: float

    @property
    def key(self) -> tuple[str, str, str]:
        """What stands on both sides."""
        return self.model, self.task, self.subset


def is_place(file: Path, root: Path) -> bool:
    """Whether a result of mteb may lie there."""
    return len(file.relative_to(root).parts) > BELOW and file.name != META


def scores_of(file: Path, root: Path) -> tuple[list[Score], bool]:
    """Scores of a result, and whether something in it is no score.

    Raises
    ------
    DataError
        A damaged file; a result of an mteb before 1.11.
    """
    pieces = file.relative_to(root).parts
    try:
        held = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise DataError(fault("embeddings.errors.broken_file", path="/".join(pieces))) from None
    if not isinstance(held, Mapping):
        return [], True
    if not isinstance(held.get("scores"), Mapping):
        if "scores" not in held and ("mteb_version" in held or "mteb_dataset_name" in held):
            raise DataError(fault("robustness.errors.mteb_old", path="/".join(pieces)))
        return [], True
    condition, model, revision = place_of(pieces)
    task, data = str(held.get("task_name") or file.stem), str(held.get("dataset_revision") or "")
    subsets, odd = _subsets(held["scores"])
    return [Score(condition, model, revision, data, task, subset, language, fmean(values))
            for subset, (values, language) in subsets.items()], odd or not subsets  # fmt: skip


def place_of(pieces: Sequence[str]) -> tuple[tuple[str, ...], str, str]:
    """Condition, model and revision of a path, with or without an experiment.

    >>> place_of(("original", "results", "org__m", "main", "STS12.json"))
    (('original',), 'org/m', 'main')
    >>> place_of(("typos", "7", "m", "main", "experiments", "dim_64", "STS12.json"))
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


def _subsets(scores: Mapping[str, Any]) -> tuple[dict[str, tuple[list[float], str]], bool]:
    """Main scores of every subset over the splits, and its language; whether any is none."""
    found: dict[str, tuple[list[float], str]] = {}
    odd = False
    for split in scores.values():
        for one in split if isinstance(split, list) else [None]:
            value = _number(one.get("main_score")) if isinstance(one, Mapping) else None
            if value is None or not isinstance(one, Mapping):
                odd = True
                continue
            subset = str(one.get("hf_subset", "default"))
            found.setdefault(subset, ([], _language(one, subset)))[0].append(value)
    return found, odd


def _number(value: Any) -> float | None:
    """A number, NaN included; None of what is none, or too large for one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _language(one: Mapping[str, Any], subset: str) -> str:
    spoken = one.get("languages")
    if not isinstance(spoken, list) or not spoken:
        spoken = [subset]
    language = "+".join(str(name).split("-")[0] for name in spoken)
    return "" if language == "default" else language

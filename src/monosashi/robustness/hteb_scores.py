"""The scores file that HTEB's own program writes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

NEEDED = {"model", "dataset", "original", "transformations"}
SETTINGS = "settings.json"


def is_hteb(given: Any) -> bool:
    """Whether a JSON value is a list of HTEB's groups, one a model, dataset and pair of seeds.

    >>> is_hteb([{"model": "A", "dataset": "d", "original": 80, "transformations": {}}])
    True
    """
    if not isinstance(given, list) or not given:
        return False
    return all(
        isinstance(one, Mapping)
        and one.keys() >= NEEDED
        and isinstance(one["transformations"], Mapping)
        for one in given
    )


def hteb_records(given: Sequence[Mapping[str, Any]], path: Path) -> list[dict[str, Any]]:
    """Rows of a cube; the generator is that of ``settings.json`` beside, if it is there.

    A score is a number, or an object with ``score`` (translations name their languages).
    """
    generator, groups = _generator(path.with_name(SETTINGS)), _groups(given)
    return [
        {"model": one["model"], "dataset": one["dataset"], "transformation": name,
         "generator": generator, "dataset_group": groups.get(str(one["dataset"])),
         "seed": _seeds(one), "original": one["original"],
         "transformed": score.get("score") if isinstance(score, Mapping) else score}
        for one in given
        for name, score in one["transformations"].items()
    ]  # fmt: skip


def _seeds(one: Mapping[str, Any]) -> str:
    """Both seeds of a pair, or the one that there is."""
    held = [str(one[name]) for name in ("seed_transform", "seed_evaluation") if name in one]
    return "/".join(dict.fromkeys(held))


def _groups(given: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Language groups of the datasets that HTEB lists in one group only."""
    from monosashi.robustness.hteb_datasets import ENGLISH, MULTILINGUAL

    both = {**dict.fromkeys(ENGLISH, "english"), **dict.fromkeys(MULTILINGUAL, "multilingual")}
    held = {str(one["dataset"]) for one in given}
    return {name: both[name] for name in held if name in both}


def _generator(settings: Path) -> str | None:
    """Name of the model that rewrote."""
    try:
        held = json.loads(settings.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    name = held.get("generator_model") if isinstance(held, Mapping) else None
    if isinstance(name, Mapping):
        name = name.get("model_id")
    return name if isinstance(name, str) else None

"""The one file of limits that turns numbers into levels."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from operator import ge, gt, le, lt
from typing import Any, cast

from monosashi.results.estimate import Estimate
from monosashi.results.finding import LEVELS, Level

HOLDS = {"at_least": ge, "above": gt, "at_most": le, "below": lt}


@cache
def thresholds() -> dict[str, dict[str, Any]]:
    """All rules, as they stand in ``thresholds.toml``."""
    text = files("monosashi.results").joinpath("thresholds.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def explain_thresholds() -> str:
    """The file itself, comments and all: what ``--explain`` prints."""
    return files("monosashi.results").joinpath("thresholds.toml").read_text(encoding="utf-8")


def level_of(rule: str, number: float | Estimate) -> Level:
    """The first level of ``rule`` that ``number`` meets.

    >>> level_of("antihub_share", 0.35)
    'problem'
    """
    levels = thresholds()[rule]
    for level in LEVELS:
        if level in levels and _meets(levels[level], number):
            return level
    return cast("Level", levels["otherwise"])


def _meets(condition: dict[str, Any], number: float | Estimate) -> bool:
    value = _end(number, condition["end"])
    tests = [(HOLDS[name], limit) for name, limit in condition.items() if name in HOLDS]
    return value is not None and all(holds(value, limit) for holds, limit in tests)


def _end(number: float | Estimate, end: str) -> float | None:
    if isinstance(number, Estimate):
        return cast("float | None", getattr(number, end))
    return float(number)

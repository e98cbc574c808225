"""First rules for a switch of models: what a new model must not cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Any

from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.words import say


def switch_rules(head: Sequence[str], switch: Mapping[str, Any]) -> Iterator[Rule]:
    """That recall does not surely fall, and that not too many queries lose their answer.

    Gains elsewhere do not make up for a lost query, so both are asked. Without gold only the
    overlap is known: it must not fall below the lower end found now.
    """
    names = {"old": switch["old"], "new": switch["new"]}

    def rule(name: str, operator: Any, limit: float) -> Rule:
        k = switch["listed" if name == "overlap" else "k"]
        title = say(f"advice.rules.switch_{name}", **names, k=k)
        return Rule(path_of(*head, name), operator, limit, name=title)

    if switch["difference"] is None:
        if switch["overlap"] is None:
            return
        yield rule("overlap", ">=", floor(1000 * switch["overlap"]["low"]) / 1000)
        return
    limits = thresholds()
    yield rule("difference", ">=", limits["retrieval_switch"]["problem"]["below"])
    yield rule("lost", "<=", limits["switch_lost"]["problem"]["above"])

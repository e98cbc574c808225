"""First rules for a switch of models: what a new model must not cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.advice.retrieval_rules import rounded_down
from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.words import say


def switch_rules(head: Sequence[str], switch: Mapping[str, Any]) -> Iterator[Rule]:
    """That recall does not surely fall, and that not too many queries lose their answer.

    Gains elsewhere do not make up for a lost query, so both are asked. Without gold only the
    overlap is known: it must not fall below the lower end found now. Which model is the old one
    is asked, too: a result with both in the other order says the opposite.
    """
    names = {"old": switch["old"], "new": switch["new"]}
    rules = list(_limits(head, switch, names))
    if not rules:
        return
    for role, model in names.items():
        title = say(f"advice.rules.switch_{role}", model=model)
        yield Rule(path_of(*head, role), "==", model, name=title)
    yield from rules


def _limits(
    head: Sequence[str], switch: Mapping[str, Any], names: Mapping[str, str]
) -> Iterator[Rule]:
    def rule(name: str, operator: Any, limit: float) -> Rule:
        k = switch["listed" if name == "overlap" else "k"]
        title = say(f"advice.rules.switch_{name}", **names, k=k)
        return Rule(path_of(*head, name), operator, limit, name=title)

    if switch["difference"] is None:
        if switch["overlap"] is not None and (low := rounded_down(switch["overlap"]["low"])) > 0:
            yield rule("overlap", ">=", low)
        return
    limits = thresholds()
    yield rule("difference", ">=", limits["retrieval_switch"]["problem"]["below"])
    yield rule("lost", "<=", limits["switch_lost"]["problem"]["above"])

"""First rules for a switch of models: what a new model must not cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.advice.retrieval_rules import rounded_down
from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.retrieval.metric_names import metric_name
from monosashi.retrieval.switch_judged import FIELDS
from monosashi.words import say
from monosashi.words.filling import MINUS


def switch_rules(head: Sequence[str], switch: Mapping[str, Any]) -> Iterator[Rule]:
    """That no metric that judges a switch surely falls, and that not too many lose their answer.

    The main metric, recall within k and first place are asked, each by itself: what one gains does
    not make up for what another loses, nor gains elsewhere for a lost query. Without gold only the
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
    fall = limits["retrieval_switch"]["problem"]["below"]
    judged = {row["metric"]: FIELDS[row["role"]] for row in switch["judged"]}
    for metric, field in judged.items():
        title = say("advice.rules.switch_difference", **names, metric=metric_name(metric),
                    limit=f"{fall:.2f}".replace("-", MINUS))  # fmt: skip
        yield Rule(path_of(*head, field), ">=", fall, name=title)
    yield rule("lost", "<=", limits["switch_lost"]["problem"]["above"])

"""First rules for retrieval: no worse than now, beyond the error of both measurements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Any

from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.retrieval.metric_names import metric_name
from monosashi.words import say


def retrieval_rules(
    head: Sequence[str], retrieval: Mapping[str, Any], title: str = ""
) -> Iterator[Rule]:
    """The longest recall and nDCG of every system, and that no query is missing.

    There is no recall that is good or bad everywhere. The limit is the lower end of the interval
    found now, and the rule holds the upper end of a later one against it: it fails only when the
    later system is worse beyond doubt.
    """
    several = "systems" in retrieval
    for name, one in retrieval.get("systems", {"": retrieval}).items():
        place = [*head, *(["systems", name] if several else [])]
        system = ": ".join(text for text in (title, name if several else "") if text)
        for family, k in (("recall", max(one["ks"])), ("ndcg", max(one["ndcg_ks"]))):
            found = one[family][str(k)]
            low = found["value"] if found["low"] is None else found["low"]
            metric = metric_name(f"{family}@{k}")
            yield Rule(path_of(*place, family, str(k)), ">=", floor(1000 * low) / 1000,
                       name=_name("retrieval", system, metric=metric))  # fmt: skip
        yield Rule(path_of(*place, "n_missing"), "<=", 0, name=_name("retrieval_missing", system))


def _name(rule: str, system: str, **values: str) -> str:
    if system:
        return say(f"advice.rules.{rule}_of", system=system, **values)
    return say(f"advice.rules.{rule}", **values)

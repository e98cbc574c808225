"""First rules for retrieval: not surely below what was found now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Any

from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.retrieval.metric_names import metric_name
from monosashi.words import say


def retrieval_rules(
    head: Sequence[str], retrieval: Mapping[str, Any], title: str = "", *, baseline: bool = False
) -> Iterator[Rule]:
    """The first and last recall and nDCG of every system, and that no query is missing.

    There is no recall that is good or bad everywhere. The limit is the lower end of the interval
    found now, and the rule holds the upper end of a later one against it: it fails only when the
    later system is surely below that end. A lower end of 0 cannot be undercut and gives no rule.
    With ``baseline`` also that no metric falls by more than the limit of a switch.
    """
    several = "systems" in retrieval
    for name, one in retrieval.get("systems", {"": retrieval}).items():
        place = [*head, *(["systems", name] if several else [])]
        system = ": ".join(text for text in (title, name if several else "") if text)
        families = [("recall", min(one["ks"])), ("recall", max(one["ks"])),
                    ("ndcg", max(one["ndcg_ks"]))]  # fmt: skip
        for family, k in dict.fromkeys(families):
            path, metric = path_of(*place, family, str(k)), metric_name(f"{family}@{k}")
            yield from lower_end(path, one[family][str(k)], metric, system)
            if baseline:
                yield _fall(path, metric, system)
        yield missing_rule(path_of(*place, "n_missing"), system)
        if one.get("n_unknown") is not None:
            yield Rule(path_of(*place, "n_unknown"), "<=", 0,
                       name=_name("retrieval_unknown", system))  # fmt: skip


def level_rules(
    head: Sequence[str], compared: Mapping[str, Any], *, baseline: bool = False
) -> Iterator[Rule]:
    """The same recalls and nDCG for every system of a comparison that holds levels alone."""
    for system, levels in compared["levels"].items():
        for name in _guarded(levels):
            path, metric = path_of(*head, "levels", system, name), metric_name(name)
            yield from lower_end(path, levels[name], metric, system)
            if baseline:
                yield _fall(path, metric, system)


def _guarded(levels: Mapping[str, Any]) -> list[str]:
    """First and last recall and the last nDCG among these metrics."""
    recalls, ndcgs = _measured("recall", levels), _measured("ndcg", levels)
    return list(dict.fromkeys([*recalls[:1], *recalls[-1:], *ndcgs[-1:]]))


def _measured(family: str, levels: Mapping[str, Any]) -> list[str]:
    """The metrics of a family, the shortest list first."""
    names = [name for name in levels if name.startswith(f"{family}@")]
    return sorted(names, key=lambda name: int(name.partition("@")[2]))


def _fall(path: str, metric: str, system: str) -> Rule:
    """The change since the baseline is not surely a fall beyond that of a switch."""
    limit = thresholds()["retrieval_switch"]["problem"]["below"]
    title = _name("retrieval_change", system, metric=metric)
    return Rule(path, ">=", limit, baseline=True, name=title)


def missing_rule(path: str, system: str) -> Rule:
    """No judged query may lack its vector or list."""
    return Rule(path, "<=", 0, name=_name("retrieval_missing", system))


def left_out_rules(head: Sequence[str], compared: Mapping[str, Any]) -> Iterator[Rule]:
    """No query may be left out because one system lacks it."""
    for system in compared.get("n_left_out", {}):
        yield Rule(path_of(*head, "n_left_out", system), "<=", 0,
                   name=_name("left_out", system))  # fmt: skip


def rounded_down(low: float) -> float:
    """Three decimals, never above: a result must pass the rules written for it."""
    return floor(1000 * low) / 1000


def lower_end(path: str, found: Mapping[str, Any], metric: str, system: str) -> Iterator[Rule]:
    """Not surely below the lower end of the interval found now; none where that is 0."""
    limit = rounded_down(found["value"] if found["low"] is None else found["low"])
    if limit > 0:
        yield Rule(path, ">=", limit, name=_name("retrieval", system, metric=metric,
                                                 limit=f"{limit:.3f}"))  # fmt: skip


def _name(rule: str, system: str, **values: str) -> str:
    if system:
        return say(f"advice.rules.{rule}_of", system=system, **values)
    return say(f"advice.rules.{rule}", **values)

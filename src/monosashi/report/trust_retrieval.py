"""What the numbers of an evaluation of retrieval rest on, for "can these be trusted"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Fact
from monosashi.report.numerals import number
from monosashi.report.sentences import reason_sentence
from monosashi.report.tongue import Tongue


def asked_size(data: Mapping[str, Any], tongue: Tongue) -> str:
    """How many queries were put to how many documents; of ranked lists only the former."""
    queries, documents = number(data["queries"]), data["documents"]
    if documents is None:
        return tongue.say("trust_items.rankings", queries=queries)
    return tongue.say("trust_items.retrieval", queries=queries, documents=number(documents))


def design_notices(notices: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What was found worth saying about queries, gold and lists; nothing of it was left out."""
    return [notice for notice in notices
            if str(notice.get("code", "")).startswith("retrieval.notices.")]  # fmt: skip


def retrieval_facts(document: Mapping[str, Any], tongue: Tongue) -> list[Fact]:
    """The units behind the intervals, how gold and ties are counted, what to bear in mind."""
    results = document["results"]
    counts = _first(results.get("retrieval")) or results.get("retrieval_comparison")
    if not counts:
        return []
    n, groups = number(counts["n_queries"]), number(counts["n_groups"])
    kind = "queries" if counts["n_groups"] == counts["n_queries"] else "groups"
    units = tongue.say(f"trust_units.{kind}", n=n, groups=groups)
    counted = [tongue.say(f"trust_gold.{name}") for name in ("counted", "ties")]
    notices = design_notices(document.get("data", {}).get("notices", []))
    said = [reason_sentence(notice, tongue.language) for notice in notices]
    facts = (("units", [units]), ("gold", counted), ("design", said))
    return [Fact(tongue.say(f"trust_{name}.name"), values) for name, values in facts if values]


def _first(retrieval: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The one system, or the first of several: all answer the same queries."""
    if retrieval and "systems" in retrieval:
        return next(iter(retrieval["systems"].values()), None)
    return retrieval


def system_names(results: Mapping[str, Any]) -> list[str]:
    """The systems that are compared; of ranked lists also the only one, which has no card."""
    compared, switch = results.get("retrieval_comparison"), results.get("switch")
    if compared:
        return list(compared["systems"])
    if switch:
        return [switch["old"], switch["new"]]
    one = results.get("retrieval") or {}
    return [one["name"]] if one.get("depth") is not None and one["name"] else []

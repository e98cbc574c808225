"""Section: how well the known answers of queries are found, by one system or several."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Section
from monosashi.report.numerals import number, percent, value_of
from monosashi.report.sections.alignment import alignment_tables
from monosashi.report.sections.retrieval_figures import retrieval_figures
from monosashi.report.sections.retrieval_tables import retrieval_tables
from monosashi.report.tongue import Tongue
from monosashi.results import level_of
from monosashi.retrieval.metric_names import metric_name

System = Mapping[str, Any]
Systems = Mapping[str, System]
SAME = 1e-12


def retrieval_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """How often the answer comes first, in which rank it is found, what came instead."""
    systems, compared = systems_of(results.get("retrieval")), results.get("retrieval_comparison")
    if not systems and not compared:
        return None
    return Section(
        "retrieval",
        tongue.say("sections.retrieval"),
        tongue.say("short.retrieval"),
        _sentence(systems, compared, tongue),
        retrieval_figures(systems, compared, tongue),
        [table for table in (*retrieval_tables(systems, compared, tongue),
                             *alignment_tables(results.get("alignment"), tongue)) if table.rows],
        notes=all_doubts(systems, tongue),
        limits=_limits(tongue, compared=bool(compared)),
    )  # fmt: skip


def _limits(tongue: Tongue, *, compared: bool) -> list[str]:
    """What the room says of its numbers, then what a page has to add."""
    names = ["judged", "collection", "groups", *(["pairs"] if compared else [])]
    own = [limit for name in names for limit in tongue.limits(f"retrieval.limits.{name}")]
    return [*own, *tongue.limits("report.retrieval.limits")]


def systems_of(retrieval: Mapping[str, Any] | None) -> Systems:
    """Systems by name, whether one was measured or several."""
    if not retrieval:
        return {}
    if "systems" in retrieval:
        return dict(retrieval["systems"])
    return {retrieval["name"]: retrieval}


def _sentence(systems: Systems, compared: Mapping[str, Any] | None, tongue: Tongue) -> str:
    if compared:
        return _order(compared, tongue)
    (one,) = systems.values()
    first, last = min(one["ks"]), max(one["ks"])
    said = {"n": number(one["n_queries"]), "k": first, "last": last,
            "first_share": _share(one["hits"][str(first)]),
            "last_share": _share(one["hits"][str(last)])}  # fmt: skip
    kind = "one" if first == last else "first" if first == 1 else "within"
    return tongue.join([tongue.say(f"retrieval.sentence_{kind}", **said), *_ties(one, tongue)])


def _ties(one: System, tongue: Tongue) -> list[str]:
    """That ties decide how many queries are answered within the first k, where they do."""
    k = str(min(one["ks"]))
    won = one["optimistic"][f"hits@{k}"]
    if level_of("retrieval_ties", won - (value_of(one["hits"][k]) or 0.0)) == "good":
        return []
    return [tongue.say("retrieval.ties_decide", share=percent(won))]


def _order(compared: Mapping[str, Any], tongue: Tongue) -> str:
    """Which system is ahead in the main metric, or which cannot be told apart."""
    metric = compared["metric"]
    tied = list(compared["tied_with_best"][metric])
    level = value_of(compared["levels"][compared["best"][metric]][metric])
    said = {"best": compared["best"][metric], "models": tongue.listing(tied),
            "metric": metric_name(metric), "value": number(level or 0.0),
            "n": number(compared["n_queries"])}  # fmt: skip
    if len(tied) == 1:
        found = {"behind": _told(compared, ahead=True), "not_all": _told(compared, ahead=False)}
        more = [tongue.say(f"retrieval.{name}", metrics=tongue.listing(metrics))
                for name, metrics in found.items() if metrics]  # fmt: skip
        return tongue.join([tongue.say("retrieval.ahead", **said), *more])
    every = len(tied) == len(compared["systems"])
    held = [value_of(compared["levels"][name][metric]) or 0.0 for name in tied]
    if every and max(held) - min(held) < SAME:
        return tongue.say("retrieval.all_equal", **said)
    return tongue.say(f"retrieval.{'all_tied' if every else 'tied'}", **said)


def _told(compared: Mapping[str, Any], *, ahead: bool) -> list[str]:
    """Metrics in which another system is surely ahead of the best one, or may be."""
    best = compared["best"][compared["metric"]]
    return [metric_name(name) for name, tied in compared["tied_with_best"].items()
            if not name.startswith("hits@") and list(tied) != [best]
            and (best not in tied) == ahead]  # fmt: skip


def _share(estimate: Any) -> str:
    return percent(value_of(estimate) or 0.0)


def all_doubts(systems: Systems, tongue: Tongue, known: Collection[str] = frozenset()) -> list[str]:
    """The doubts of every system; what holds for all is said once, else whose it is.

    ``known`` is left out: a finding says it already.
    """
    whose: dict[str, list[str]] = {}
    for name, one in systems.items():
        for text in _doubts(one, tongue, known):
            whose.setdefault(text, []).append(name)
    return [text if len(names) == len(systems) else tongue.titled(tongue.listing(names), text)
            for text, names in whose.items()]  # fmt: skip


def _doubts(one: System, tongue: Tongue, known: Collection[str]) -> list[str]:
    """What was hidden, missing or undecided, in words; nothing where there was nothing."""
    absent, columns = one["golds_absent"] or (), _columns(one)
    low, high = _bracket(one)
    metric = f"recall@{min(one['ks'])}"
    counts: Sequence[tuple[str, int, dict[str, Any]]] = (
        ("ties", one["ties"] if low != high else 0, {"metric": metric, "low": low, "high": high}),
        ("missing", len(one["missing"]), {"ids": tongue.listing(one["missing"][:3])}),
        ("absent", len(absent), {"ids": tongue.listing(absent[:3])}),
        ("unjudged", one["n_unjudged"], {}),
        (
            "excluded_columns" if columns else "excluded",
            one["n_excluded"],
            {"columns": tongue.listing(columns)},
        ),
    )
    said = [tongue.say(f"retrieval.doubts.{key}", count=number(count), **more)
            for key, count, more in counts if count and key not in known]  # fmt: skip
    k = min(one["ks"])
    if (most := one["ceiling"][str(k)]) < 1 and "ceiling" not in known:
        said.append(tongue.say("retrieval.doubts.ceiling", k=k, value=number(most)))
    if one["depth"] is not None and "depth" not in known:
        said.append(tongue.say("retrieval.doubts.depth", depth=number(one["depth"])))
    return said


def _columns(one: System) -> list[str]:
    """The columns by which documents were hidden; none where a query hides its own id."""
    hidden = ((one.get("provenance") or {}).get("settings") or {}).get("exclude") or []
    return [] if hidden == "id" else [hidden] if isinstance(hidden, str) else list(hidden)


def _bracket(one: System) -> tuple[str, str]:
    """The first recall with ties against the system, and in its favour, as they are shown."""
    k = str(min(one["ks"]))
    return number(value_of(one["recall"][k]) or 0.0), number(one["optimistic"][f"recall@{k}"])

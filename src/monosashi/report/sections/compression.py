"""Section: what shorter or coarser vectors lose, and how much smaller they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import interval, number, percent, value_of
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

ROOM = "retrieval.compression"
SHARES = ("overlap", "rescored", "tied")
COLUMNS = ("bytes_per_vector", "times_smaller", *SHARES, "distance_spearman")


def compression_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """One row for each way to compress, with intervals."""
    found = results.get("compression")
    if not found or not found["variants"]:
        return None
    return Section(
        "compression",
        tongue.say("sections.compression"),
        tongue.say("short.compression"),
        tongue.join([_sentence(found, tongue), *_lost(results.get("compressed_search"), tongue)]),
        tables=[_table(found, tongue)],
        limits=tongue.limits(f"{ROOM}.limits"),
    )


def _name(variant: Mapping[str, Any], tongue: Tongue) -> str:
    """What was done, in words."""
    return tongue.compression(variant["name"])


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    """The one variant, or the one that keeps most and the one that keeps least."""
    ranked = sorted(found["variants"], key=lambda one: -(value_of(one["overlap"]) or 0.0))
    ends = {one["name"]: one for one in (ranked[0], ranked[-1])}
    said = [
        tongue.say("compression.keeps", variant=_name(one, tongue), k=number(found["k"]),
                   share=percent(value_of(one["overlap"]) or 0.0),
                   times=f"{_times(found, one):.3g}")
        for one in ends.values()
    ]  # fmt: skip
    return tongue.join(said)


def _lost(compared: Mapping[str, Any] | None, tongue: Tongue) -> list[str]:
    """What the search loses, where queries were put to both: compressed minus full."""
    if not compared:
        return []
    rows = {row["metric"]: row for row in compared["differences"]}
    said = {name.partition("@")[0]: _written(rows[name]) for name in ("recall@10", "ndcg@10")}
    return [tongue.say("compression.search", n=number(compared["n_queries"]), **said)]


def _written(row: Mapping[str, Any]) -> str:
    return f"{number(row['difference'])} {interval(row['low'], row['high'])}".rstrip()


def _times(found: Mapping[str, Any], variant: Mapping[str, Any]) -> float:
    return float(found["full_bytes"] / variant["bytes_per_vector"])


def _table(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(_name(one, tongue)), *(_cell(found, place, name, tongue) for name in COLUMNS)]
        for place, one in enumerate(found["variants"])
    ]
    columns = [tongue.term(ROOM, name, k=number(found["k"])) for name in ("variant", *COLUMNS)]
    sizes = {"n": "n_anchors", "k": "k", "pairs": "n_pairs", "bytes": "full_bytes"}
    held = {short: number(found[name]) for short, name in sizes.items()}
    note = tongue.say("compression.note", **held)
    return Table(tongue.say("compression.table"), columns, rows, note)


def _cell(found: Mapping[str, Any], place: int, name: str, tongue: Tongue) -> Cell:
    variant = found["variants"][place]
    if name == "times_smaller":
        return Cell(f"{_times(found, variant):.3g}", numeric=True)
    reason = why(f"variants.{place}.{name}", found.get("reasons", {}))
    if name in SHARES:
        return tongue.share(variant[name], reason)
    return tongue.cell(variant[name], reason)

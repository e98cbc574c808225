"""Section: the plain facts of a cloud of vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import DASH, number, percent
from monosashi.report.sections.mean_direction import (
    mean_direction_sentence,
    mean_direction_table,
)
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

QUANTITIES = (
    "n", "dimension", "zero_vectors", "norm_mean", "norm_low", "norm_high",
    "mean_resultant_length", "v", "v_unbiased", "top_dimension_share", "near_duplicate_pairs",
    "identical_vectors",
)  # fmt: skip
SHOWN = 5


def facts_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Lengths, common direction, dominant coordinates, copies."""
    facts = results.get("facts") or {}
    if not facts and not results.get("mean_direction"):
        return None
    title = tongue.say("sections.facts")
    quantities = quantity_table(tongue.say("quantities"), facts, QUANTITIES, "advice", tongue)
    direction = mean_direction_table(results, tongue)
    tables = [quantities, direction, _dominant(facts, tongue), _copies(facts, tongue)]
    return Section(
        "facts",
        title,
        tongue.say("short.facts"),
        tongue.join(
            filter(None, [_sentence(facts, tongue), mean_direction_sentence(results, tongue)])
        ),
        tables=[table for table in tables if table and table.rows],
        limits=tongue.limits("advice.limits.facts"),
    )


def _sentence(facts: Mapping[str, Any], tongue: Tongue) -> str:
    said = []
    card = (facts.get("provenance") or {}).get("model") or {}
    if card.get("compression"):
        said.append(
            tongue.say("facts.compressed", compression=tongue.compression(card["compression"]))
        )
    if facts.get("unit_norm") or ("unit_norm" in facts and not card.get("compression")):
        said.append(tongue.say("facts.unit" if facts["unit_norm"] else "facts.unequal"))
    r = facts.get("mean_resultant_length")
    if r is not None:
        said.append(tongue.say("facts.direction", r=number(r)))
    return tongue.join(said)


def _dominant(facts: Mapping[str, Any], tongue: Tongue) -> Table:
    names = ("dimension", "share", "centred_share")
    rows = [
        [Cell(str(row["dimension"])), *(_share(row.get(name), tongue) for name in names[1:])]
        for row in facts.get("dominant_dimensions", [])[:SHOWN]
    ]
    columns = [tongue.say(f"facts.{name}") for name in names]
    return Table(tongue.say("facts.dominant"), columns, rows)


def _share(share: float | None, tongue: Tongue) -> Cell:
    if share is None:
        return Cell(DASH, tongue.say("facts.nothing_varies"), missing=True)
    return Cell(percent(share), numeric=True)


def _copies(facts: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [_item(row, "a"), _item(row, "b"), Cell(f"{row['cosine']:.4f}", numeric=True)]
        for row in facts.get("near_duplicates", [])[:SHOWN]
    ]
    columns = [tongue.say("facts.first"), tongue.say("facts.second"), tongue.say("facts.cosine")]
    return Table(tongue.say("facts.copies"), columns, rows)


def _item(row: Mapping[str, Any], side: str) -> Cell:
    return Cell(str(row[f"id_{side}"]), excerpt(row.get(f"text_{side}") or ""))

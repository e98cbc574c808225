"""Section: the four layers on which a search depends, as one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import is_estimate, number, percent, sample_beside, value_of
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

LAYERS = {
    "queries": ("query_spread", "query_r_squared", "query_expected", "query_epsilon_squared"),
    "documents": ("document_spread", "document_r_squared", "gold_gap", "gold_crowded"),
    "alignment": ("margin", "margin_positive", "offset", "offset_share", "spread_ratio"),
    "rank": ("recall", "mrr", "ndcg"),
}  # fmt: skip
SHARES = {"query_r_squared", "query_expected", "document_r_squared", "gold_crowded",
          "margin_positive", "offset_share"}  # fmt: skip
COLUMNS = ("layer", "quantity", "value", "says", "not")


def layers_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Queries alone, documents alone, both together, ranks: what each says and does not."""
    layers = results.get("layers")
    if not layers:
        return None
    rows = [row for layer, names in LAYERS.items() for row in _rows(layer, names, layers, tongue)]
    columns = [tongue.say(f"layers.columns.{name}") for name in COLUMNS]
    return Section(
        "layers",
        tongue.say("sections.layers"),
        tongue.say("short.layers"),
        _sentence(layers, tongue),
        tables=[Table(tongue.say("layers.table"), columns, rows)],
        limits=tongue.limits("report.layers.limits"),
    )


def _sentence(layers: Mapping[str, Any], tongue: Tongue) -> str:
    said = [tongue.say("layers.judged", n=number(layers["n_judged"]),
                       asked=number(layers["n_queries"]))]  # fmt: skip
    positive = value_of(layers.get("margin_positive"))
    if positive is not None:
        said.append(tongue.say("layers.nearer", share=percent(positive)))
    return tongue.join([*said, tongue.say("layers.no_cause")])


def _rows(
    layer: str, names: tuple[str, ...], layers: Mapping[str, Any], tongue: Tongue
) -> Iterator[list[Cell]]:
    title = Cell(tongue.say(f"layers.names.{layer}"))
    for name in names:
        for term, held in _quantities(name, layers, tongue):
            yield [
                title,
                Cell(term),
                _value(name, held, layers, tongue),
                Cell(tongue.say(f"layers.says.{name}")),
                Cell(tongue.say(f"layers.not.{name}")),
            ]


def _quantities(name: str, layers: Mapping[str, Any], tongue: Tongue) -> Iterator[tuple[str, Any]]:
    """One quantity; recall for every length of list."""
    if name == "recall":
        for k, held in layers["recall"].items():
            yield f"recall@{k}", held
    elif name in layers:
        yield tongue.term("advice", name), layers[name]


def _value(name: str, held: Any, layers: Mapping[str, Any], tongue: Tongue) -> Cell:
    reason = why(name, layers.get("reasons", {}))
    share = name in SHARES and value_of(held) is not None
    cell = tongue.share(held, reason) if share else tongue.cell(held, reason)
    corrected = held.get("bias_corrected") if is_estimate(held) else None
    if corrected is None or sample_beside(held) is not None:
        return cell
    shown = percent(corrected) if share else number(corrected)
    said = tongue.say("layers.corrected", value=shown)
    return replace(cell, note=tongue.listing([text for text in (cell.note, said) if text]))

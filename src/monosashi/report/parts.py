"""Turn one document into the blocks of its part of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Part, Table
from monosashi.report.everything import full_tables
from monosashi.report.numerals import number
from monosashi.report.sections import sections
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.report.trust import repeat, trust


def build_part(document: Mapping[str, Any], anchor: str, tongue: Tongue) -> Part:
    """Everything one document says, in words."""
    verdict = document.get("verdict")
    found = document.get("findings", [])
    return Part(
        anchor=anchor,
        title=document.get("title") or tongue.say(f"kinds.{document['kind']}"),
        verdict=verdict_sentence(verdict, tongue.language) if verdict else None,
        summary=summary(document, tongue),
        findings=[finding_sentences(finding, tongue.language) for finding in found],
        trust=trust(document, tongue),
        sections=sections(document, tongue),
        tables=full_tables(document["results"], tongue),
        repeat=repeat(document, tongue),
    )


def summary(document: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """What, how many, which model, when: the line under a title."""
    data = document.get("data", {})
    pieces = [tongue.say(f"kinds.{document['kind']}")]
    if "n" in data:
        size = {"n": number(data["n"]), "dimension": data["dimension"]}
        pieces.append(tongue.say("trust_items.value", **size))
    model = (data.get("model") or {}).get("name")
    return [*pieces, *(text for text in (model, document.get("created")) if text)]


def overview(
    parts: Sequence[Part], documents: Sequence[Mapping[str, Any]], tongue: Tongue
) -> Table:
    """One row a part: what it is and what stands out in it."""
    columns = [
        tongue.say(f"overview_columns.{name}") for name in ("part", "vectors", "model", "says")
    ]
    rows = [_overview_row(p, d, tongue) for p, d in zip(parts, documents, strict=True)]
    return Table(tongue.say("overview"), columns, rows)


def _overview_row(part: Part, document: Mapping[str, Any], tongue: Tongue) -> list[Cell]:
    data = document.get("data", {})
    says = part.verdict or next((said.headline for said in part.findings), "")
    model = (data.get("model") or {}).get("name")
    count = Cell(number(data["n"]), numeric=True) if "n" in data else Cell("")
    return [Cell(part.title), count, Cell(model or tongue.say("unnamed_model")), Cell(says)]

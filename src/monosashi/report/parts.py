"""Turn one document into the blocks of its part of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Cell, Figure, Part, Section, Table
from monosashi.report.differing import unique_titles
from monosashi.report.everything import full_tables
from monosashi.report.figures import Drawing
from monosashi.report.figures.inline import rename_ids
from monosashi.report.numerals import number
from monosashi.report.repeating import repeat
from monosashi.report.sections import sections
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.report.trust import size, trust
from monosashi.report.trust_retrieval import system_names


def build_parts(documents: Sequence[Mapping[str, Any]], tongue: Tongue) -> list[Part]:
    """All parts; what a section does not tell stands open where it comes first."""
    parts = [build_part(d, f"part-{i + 1}", tongue) for i, d in enumerate(documents)]
    models = [_models(document, tongue) for document in documents]
    titles = unique_titles([part.title for part in parts], documents, models)
    parts = [replace(part, title=title) for part, title in zip(parts, titles, strict=True)]
    told: set[str] = set()
    for place, part in enumerate(parts):
        marked = [replace(_numbered(s, part.anchor), limits_known=s.name in told)
                  for s in part.sections]  # fmt: skip
        told.update(section.name for section in part.sections)
        parts[place] = replace(part, sections=marked)
    return parts


def _numbered(section: Section, anchor: str) -> Section:
    """Ids say part, section and place, so that none meet on the page."""
    name = f"{anchor}-{section.name}"
    figures = [_named(figure, f"{name}-figure-{i}") for i, figure in enumerate(section.figures, 1)]
    return replace(section, figures=figures, tables=_anchored(section.tables, f"{name}-table"))


def _named(figure: Figure, name: str) -> Figure:
    return replace(figure, svg=_renamed(figure.svg, name), anchor=name)


def _anchored(tables: Sequence[Table], name: str) -> list[Table]:
    return [replace(table, anchor=f"{name}-{i}") for i, table in enumerate(tables, 1)]


def _renamed(drawing: Drawing, name: str) -> Drawing:
    narrow = rename_ids(drawing.narrow, f"{name}-narrow")
    return replace(drawing, wide=rename_ids(drawing.wide, name), narrow=narrow)


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
        tables=_anchored(full_tables(document["results"], tongue), f"{anchor}-numbers"),
        repeat=repeat(document, tongue),
    )


def summary(document: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """What, how many, which model, when: the line under a title."""
    data = document.get("data", {})
    pieces = [tongue.say(f"kinds.{document['kind']}")]
    if "n" in data:
        pieces.append(size(document, tongue))
    day = (document.get("created") or "")[:10]
    return [*pieces, *(text for text in (_models(document, tongue), day) if text)]


def _models(document: Mapping[str, Any], tongue: Tongue) -> str:
    """Name of the model, or of all that are compared."""
    comparison = document.get("results", {}).get("comparison")
    if comparison:
        return tongue.listing(comparison["models"])
    if agreement := document.get("results", {}).get("agreement"):
        return tongue.listing([agreement["model_a"], agreement["model_b"]])
    if names := system_names(document.get("results", {})):
        return tongue.listing(names)
    return (document.get("data", {}).get("model") or {}).get("name") or ""


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
    model = _models(document, tongue)
    count = Cell(number(data["n"]), numeric=True) if "n" in data else Cell("")
    return [Cell(part.title), count, Cell(model or tongue.say("unnamed_model")), Cell(says)]

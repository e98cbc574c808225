"""One section for each capability; those without data are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Section
from monosashi.report.sections.facts import facts_section
from monosashi.report.sentences import finding_sentences
from monosashi.report.tongue import Tongue

MAKERS = (facts_section,)
ROOMS = {"facts": "advice", "comparison": "shape"}


def sections(document: Mapping[str, Any], tongue: Tongue) -> list[Section]:
    """Sections in reading order, each with what its findings advise."""
    made = [section for make in MAKERS if (section := make(document["results"], tongue))]
    return [replace(s, next=_advice(s.name, document, tongue)) for s in made]


def _advice(name: str, document: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """Remedies measured here, or what to try first, of this section's findings."""
    room = ROOMS.get(name, name)
    mine = [f for f in document.get("findings", []) if f["code"].startswith(f"{room}.")]
    said = [finding_sentences(finding, tongue.language) for finding in mine]
    texts = [text for one in said for text in (one.remedies or (one.next,)) if text]
    return list(dict.fromkeys(texts))

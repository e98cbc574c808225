"""Section: how far wordings move a query, against the spread of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Section
from monosashi.report.flattening import reason_for
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

QUANTITIES = ("ratio", "median_ratio", "queries_ms_within", "documents_ms_within")


def spread_ratio_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The ratio and what it is made of."""
    found = results.get("spread_ratio")
    if not found:
        return None
    return Section(
        "spread_ratio",
        tongue.say("sections.spread_ratio"),
        tongue.say("short.spread_ratio"),
        _sentence(found, tongue),
        tables=[quantity_table(tongue.say("quantities"), found, QUANTITIES, "shape", tongue)],
        limits=tongue.limits("report.spread_ratio.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    if found.get("ratio") is None:
        why = tongue.why(reason_for("ratio", found.get("reasons", {})))
        return tongue.say("spread_ratio.undefined", why=why)
    return tongue.say("spread_ratio.value", ratio=tongue.told(found["ratio"]),
                      questions=found["n_query_groups"],
                      groups=found["n_document_groups"])  # fmt: skip

"""Section: what rewriting costs, and whether it changes which model is best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Section
from monosashi.report.sections.robustness_figures import robustness_figures
from monosashi.report.sections.robustness_tables import robustness_tables, why_no_totals
from monosashi.report.sections.said_once import apart
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
MOST_FAMILIES = 3


def robustness_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Profiles, costs, map and order of every group and generator."""
    found = results.get("robustness")
    if not found:
        return None
    families = list(dict.fromkeys((row["dataset_group"], row["generator"])
                                  for row in found["tests"]))  # fmt: skip
    figures = [figure for family in families[:MOST_FAMILIES]
               for figure in robustness_figures(found, family, tongue)]  # fmt: skip
    return Section(
        "robustness",
        tongue.say("sections.robustness"),
        tongue.say("short.robustness"),
        _sentence(found, families, tongue),
        figures,
        robustness_tables(found, tongue),
        notes=[] if apart(found["totals"], "gap")[0] else why_no_totals(found, tongue),
        limits=tongue.limits("robustness.limits"),
    )  # fmt: skip


def _sentence(found: Row, families: Sequence[tuple[str, str]], tongue: Tongue) -> str:
    said = [
        tongue.say(
            "robustness.sizes",
            models=len(found["models"]),
            datasets=len(found["datasets"]),
            rewritings=len(found["rewritings"]),
            generators=tongue.listing(dict.fromkeys(one for _, one in families)),
        )
    ]
    if len(families) > MOST_FAMILIES:
        said.append(tongue.say("robustness.first_families", shown=MOST_FAMILIES,
                               total=len(families)))  # fmt: skip
    return tongue.join(said)

"""What removing the common direction would take away: one sentence and one small table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Table
from monosashi.report.numerals import (
    ends,
    percent,
    percent_interval,
    placed,
    sample_beside,
    value_of,
)
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

NAMES = ("share_along_mean", "even_share")


def mean_direction_sentence(results: Mapping[str, Any], tongue: Tongue) -> str:
    """The share with its interval beside the even share; nothing where it was not measured."""
    found = results.get("mean_direction") or {}
    share = value_of(found.get("share_along_mean"))
    if share is None:
        return ""
    low = ends(found["share_along_mean"])[0]
    said = _share(found["share_along_mean"], share, tongue)
    kind = "along_mean" if low is not None else "along_mean_here"
    return tongue.say(f"facts.{kind}", share=said, even=percent(found["even_share"]))


def _share(held: Any, share: float, tongue: Tongue) -> str:
    """The value that belongs to the interval; that of the sample beside it where they differ."""
    low, high = ends(held)
    sample = sample_beside(held)
    shown = percent(placed(held) or 0.0)
    if sample is None or low is None or high is None:
        return f"{shown} {percent_interval(low, high)}".rstrip()
    return tongue.say("percent_between_corrected", value=shown, low=percent(low),
                      high=percent(high), sample=percent(share))  # fmt: skip


def mean_direction_table(results: Mapping[str, Any], tongue: Tongue) -> Table | None:
    """The share and the even share, or why there is none."""
    found = results.get("mean_direction")
    if not found:
        return None
    return quantity_table(tongue.say("facts.mean_direction"), found, NAMES, "shape", tongue)

"""Words for misses that the page and the terminal share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.numerals import DASH, percent
from monosashi.report.sentences import sentence
from monosashi.report.tongue import Tongue


def layer_name(layer: str, tongue: Tongue) -> str:
    """A layer in words."""
    return sentence(f"misses.layers.{layer}", tongue.language)


def mend_name(mend: str, tongue: Tongue) -> str:
    """A trial or a mend in words."""
    return sentence(f"misses.mends.{mend}", tongue.language)


def about(one: Mapping[str, Any], tongue: Tongue) -> str:
    """What a listed document is: the answer, its near-duplicate, a hub; and its language."""
    held = [name for name in ("is_gold", "near_duplicate") if one[name]]
    said = [sentence(f"misses.screen.{name}", tongue.language) for name in held]
    if one["is_hub"]:
        said.append(sentence("misses.screen.hub", tongue.language, {"lists": one["wrong_lists"]}))
    return tongue.listing([*said, *([one["language"]] if one["language"] else [])])


def trial_cells(one: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """Mend, layer, whether the answer is then found, at which rank, how often by chance."""
    found = sentence(f"misses.screen.{'found' if one['mended'] else 'not_found'}", tongue.language)
    rank = DASH if one["rank"] is None else str(one["rank"])
    return [mend_name(one["trial"], tongue), layer_name(one["layer"], tongue), found, rank,
            percent(one["chance"])]  # fmt: skip


def also_line(layers: Sequence[str], tongue: Tongue) -> str:
    """Other layers that would mend a miss."""
    names = [layer_name(one, tongue) for one in layers]
    return sentence("misses.screen.also", tongue.language, {"layers": tongue.listing(names)})

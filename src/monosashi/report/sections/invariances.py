"""Tables: which change leaves which number alone, and what each number says and does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.tongue import Tongue

# what each level of the hierarchy allows, from the narrowest to the widest
CHANGES = ("isometry", "scale", "one_monotone", "own_monotone")
LEVELS = {"1": 1, "2": 2, "3a": 3, "3b": 4}
LEVEL_OF = {
    "v": "1", "mean_pair_distance": "1", "ms_within": "1", "w_tilde": "1",
    "participation_ratio_corrected": "2", "r_squared": "2", "icc": "2", "f": "2", "welch": "2",
    "linear_cka_debiased": "2", "auc": "3a", "distance_spearman": "3a",
    "knn_overlap": "3b", "rowwise_spearman": "3b", "w_bar": "1", "epsilon_squared": "2",
    "omega_squared": "2",
}  # fmt: skip
# what models are compared by
COMPARED = ("r_squared", "icc", "epsilon_squared", "omega_squared", "w_bar", "knn_overlap")
# which numbers of which section are told about, in this order
TOLD = {
    "shape": (
        "v",
        "w_tilde",
        "r_squared",
        "standardised_effect",
        "epsilon_squared",
        "icc",
        "permutation",
        "welch",
        "width_permutation",
    ),
    "group_auc": ("auc", "anosim_r"),
    "directions": ("participation_ratio_corrected", "effective_rank", "rank_me"),
    "agreement": ("linear_cka_debiased", "distance_spearman", "rowwise_spearman", "knn_overlap"),
    "comparison": COMPARED,
}
LEVELLED = {
    "shape": ("v", "mean_pair_distance", "ms_within", "r_squared", "icc", "f", "welch"),
    "group_auc": ("auc",),
    "directions": ("participation_ratio_corrected",),
    "agreement": TOLD["agreement"],
    "comparison": COMPARED,
}


def invariance_table(
    results: Mapping[str, Any], names: Sequence[str], tongue: Tongue
) -> Table | None:
    """One row a number that was measured: its level, and what it survives."""
    rows = [_row(name, tongue)
            for section in names if results.get(section)
            for name in LEVELLED[section] if _measured(results[section], name)]  # fmt: skip
    rows.sort(key=lambda row: row[1].text)
    if not rows:
        return None
    heads = ("number", "level", *CHANGES)
    columns = [tongue.say(f"invariances.columns.{name}") for name in heads]
    return Table(tongue.say("invariances.table"), columns, rows, tongue.say("invariances.note"))


def _measured(part: Mapping[str, Any], name: str) -> bool:
    return part.get(name) is not None


def _row(name: str, tongue: Tongue) -> list[Cell]:
    level = LEVEL_OF[name]
    survives = LEVELS[level]
    signs = [tongue.say(f"invariances.{'stays' if place < survives else 'moves'}")
             for place in range(len(CHANGES))]  # fmt: skip
    return [Cell(tongue.term("shape", name)), Cell(level), *map(Cell, signs)]


def says_table(results: Mapping[str, Any], names: Sequence[str], tongue: Tongue) -> Table | None:
    """One row a number: what it says, and what it does not say."""
    rows = [[Cell(tongue.term("shape", name)), Cell(tongue.say(f"shape_says.{name}")),
             Cell(tongue.say(f"shape_not.{name}"))]
            for section in names if results.get(section)
            for name in TOLD[section] if _present(results[section], name)]  # fmt: skip
    if not rows:
        return None
    columns = [tongue.say(f"invariances.columns.{name}") for name in ("number", "says", "not")]
    return Table(tongue.say("invariances.says"), columns, rows)


def _present(part: Mapping[str, Any], name: str) -> bool:
    """Measured; the spread of groups stands in the rows of the groups."""
    return bool(part.get("groups")) if name == "w_tilde" else part.get(name) is not None

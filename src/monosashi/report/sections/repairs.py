"""What repairs of language did, by direction, with the guards beside the gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.flattening import reason_for
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.tongue import Tongue

CODES = ("centering", "query_centering", "global_mean")
COLUMNS = ("after", "gain", "held_out", "recovery", "overlap")


@dataclass(frozen=True)
class Repaired:
    """One repair in one direction: its name in words, and what the result says."""

    name: str
    found: Mapping[str, Any]
    reasons: Mapping[str, Any]

    @property
    def recall(self) -> Any:
        """recall@1 in the mixed pool afterwards."""
        return self.found["after"]

    @property
    def share(self) -> Any:
        """Share of the query's language in the top 10 afterwards."""
        return self.found["same_language_share_after"]


def repaired_directions(effects: Any, tongue: Tongue) -> dict[str, list[Repaired]]:
    """Direction to its repairs, the one with the highest recall first."""
    directions: dict[str, list[Repaired]] = {}
    for effect in [effects] if isinstance(effects, Mapping) else effects or []:
        for key, repairs in effect["directions"].items():
            directions.setdefault(key, []).extend(
                Repaired(repair_name(name, effect, tongue), found, effect.get("reasons", {}))
                for name, found in repairs.items()
            )
    for repairs in directions.values():
        repairs.sort(key=lambda repair: -float(repair.recall["value"]))
    return directions


def repair_name(name: str, effect: Mapping[str, Any], tongue: Tongue) -> str:
    """The shipped repairs have words; others keep the name that the user gave them."""
    code = effect["repairs"].get(name)
    return tongue.say(f"repairs.{code}") if code in CODES else way_name(name, tongue)


def repairs_table(mended: Mapping[str, list[Repaired]], tongue: Tongue) -> Table:
    """One row for each direction and repair."""
    rows = [
        [
            Cell(tongue.titled(_arrow(key), repair.name)),
            *(_cell(repair, key, part, tongue) for part in COLUMNS),
        ]
        for key, repairs in mended.items()
        for repair in repairs
    ]
    names = (tongue.term("language", part) for part in COLUMNS[1:])
    columns = [tongue.say("repairs.repair"), tongue.say("repairs.after"), *names]
    return Table(tongue.say("sections.repairs"), columns, rows)


def _arrow(key: str) -> str:
    return key.replace("->", " → ")


def _cell(repair: Repaired, key: str, part: str, tongue: Tongue) -> Cell:
    path = f"directions.{key}.{repair.found['repair']}.{part}"
    return tongue.cell(repair.found[part], reason_for(path, repair.reasons))

"""What repairs of language did, by direction, with the guards beside the gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import ends
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.tongue import Tongue

CODES = ("centering", "query_centering", "global_mean")
GLOBAL = "global_mean"
COLUMNS = ("after", "gain", "held_out", "recovery", "overlap")


@dataclass(frozen=True)
class Repaired:
    """One repair in one direction: its name in words, and what the result says."""

    name: str
    found: Mapping[str, Any]
    reasons: Mapping[str, Any]
    is_contrast: bool = False

    @property
    def recall(self) -> Any:
        """recall@1 in the mixed pool afterwards."""
        return self.found["after"]

    @property
    def surely_gains(self) -> bool:
        """Whether the interval of the gain lies above 0."""
        return (ends(self.found["gain"])[0] or 0.0) > 0

    @property
    def surely_harms(self) -> bool:
        """Whether the interval of the gain lies below 0."""
        return (ends(self.found["gain"])[1] or 0.0) < 0

    @property
    def share(self) -> Any:
        """Share of the query's language in the top 10 afterwards."""
        return self.found["same_language_share_after"]


def repaired_directions(effects: Any, tongue: Tongue) -> dict[str, list[Repaired]]:
    """Direction to its repairs, in one order for all directions, since one index gets one repair.

    As in the advice: highest recall over all directions first, those that harm one for certain
    later, and the mean that knows no languages last, as a contrast.
    """
    directions: dict[str, list[Repaired]] = {}
    for effect in [effects] if isinstance(effects, Mapping) else effects or []:
        for key, repairs in effect["directions"].items():
            directions.setdefault(key, []).extend(
                Repaired(repair_name(name, effect, tongue), found, effect.get("reasons", {}),
                         effect["repairs"].get(name) == GLOBAL)
                for name, found in repairs.items()
            )  # fmt: skip
    places = _places([one for repairs in directions.values() for one in repairs])
    return {key: sorted(repairs, key=lambda one: places[one.name])
            for key, repairs in directions.items()}  # fmt: skip


def _places(found: Sequence[Repaired]) -> dict[str, tuple[bool, bool, float]]:
    """What a repair is sorted by, from all its directions."""
    rows = {name: [one for one in found if one.name == name] for name in {o.name for o in found}}
    return {name: (any(one.is_contrast for one in held), any(one.surely_harms for one in held),
                   -sum(float(one.recall["value"]) for one in held))
            for name, held in rows.items()}  # fmt: skip


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

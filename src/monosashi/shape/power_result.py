"""What ``power.simulate`` returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Finding, Result, Row, Tables, worst_first


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulatedPower(Result):
    """How often the permutation test of F finds groups like those of a pilot.

    Attributes
    ----------
    alpha : float
    simulations, permutations : int
        For every design.
    pilot_groups, pilot_n : int
    kept_between : float
        Share of the pilot's spread of group means that is no mere noise of few members; the
        simulated groups differ by no more than this.
    pilot_group_size : int
        Members of its largest group.
    rows : rows ``groups, group_size, power, low, high, smallest_p, reachable, beyond_pilot``
        ``low`` and ``high`` are Wilson's 95 % interval for the number of simulations; the pilot's
        own uncertainty is not in them. ``reachable``: whether the smallest p that the design
        allows is at most ``alpha``; else its power is 0 whatever the groups are like, and there is
        no interval.
        ``beyond_pilot``: whether it has more groups than the pilot, or larger ones.
    """

    kind: ClassVar[str] = "simulated_power"
    alpha: float
    simulations: int
    permutations: int
    pilot_groups: int
    pilot_n: int
    pilot_group_size: int
    kept_between: float
    rows: tuple[Row, ...]

    def tables(self) -> Tables:
        """``power``: one row a design."""
        return {"power": list(self.rows)}

    def findings(self) -> list[Finding]:
        """What the intervals hold, designs that cannot reach alpha, and those beyond the pilot."""
        found = [Finding("shape.power_pilot", "note", {
            "simulations": self.simulations, "groups": self.pilot_groups, "n": self.pilot_n,
            "kept": self.kept_between})]  # fmt: skip
        if names := self._named(lambda row: not row["reachable"]):
            smallest = max(row["smallest_p"] for row in self.rows)
            found.append(Finding("shape.power_unreachable", "warning", {
                "designs": names, "alpha": self.alpha, "smallest": smallest}))  # fmt: skip
        if names := self._named(lambda row: row["beyond_pilot"]):
            found.append(Finding("shape.power_beyond", "warning", {
                "designs": names, "groups": self.pilot_groups,
                "size": self.pilot_group_size}))  # fmt: skip
        return worst_first(found)

    def _named(self, chosen: Callable[[Row], bool]) -> str:
        return ", ".join(f"{row['groups']} × {row['group_size']}"
                         for row in self.rows if chosen(row))  # fmt: skip

    def __repr__(self) -> str:
        shown = ", ".join(f"{r['groups']}x{r['group_size']}: {r['power']:.2f}" for r in self.rows)
        return f"SimulatedPower({shown})"

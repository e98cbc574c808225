"""Counted scores at every k, with their intervals or why there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COUNTED
from monosashi.fidelity.leaving_out import (
    ALIKE,
    SHARES,
    Spread,
    estimate,
    possible_range,
    spreads,
)
from monosashi.results import Row

if TYPE_CHECKING:
    from monosashi.fidelity.asking import Asked

MOST_PAIRS = 4_000_000  # pairs that are gone through 40 times more for every further k


@dataclass(frozen=True)
class OverK:
    """What was counted, and how the scores at the k asked for spread."""

    asked: Asked
    balls: Balls
    spreads: Mapping[str, Spread]

    def rows(self) -> tuple[list[Row], dict[str, Fault]]:
        """``k, metric, value, low, high``; reasons are named ``sensitivity.<k>.<metric>``."""
        names = [name for name in self.asked.names
                 if name in COUNTED and not name.endswith("_cover")]  # fmt: skip
        rows: list[Row] = []
        reasons: dict[str, Fault] = {}
        for k in sorted(self.asked.ks):
            held = self._spreads(k, names)
            for name in names:
                row, alike = self._row(k, name, held.get(name))
                rows.append(row)
                if row["value"] is not None and row["low"] is None:
                    reasons[f"sensitivity.{k}.{name}"] = self._why(k, name, alike=alike)
        return rows, reasons

    def _spreads(self, k: int, names: Sequence[str]) -> Mapping[str, Spread]:
        if k == self.asked.k:
            return self.spreads
        return self._left_out(k, names) if self._enough(k) and self._few_pairs else {}

    def _left_out(self, k: int, names: Sequence[str]) -> Mapping[str, Spread]:
        n, m = self._sizes
        groups = self.asked.groups(n, 0), self.asked.groups(m, 1)
        return spreads(self.balls, names, k, *groups)

    @property
    def _sizes(self) -> tuple[int, int]:
        return self.balls.real.points.n, self.balls.generated.n

    def _enough(self, k: int) -> bool:
        """Whether reals and generated points are left with a group out."""
        n, m = self._sizes
        return n - -(-n // self.asked.groups(n, 0).count) > k and m > 1

    @property
    def _few_pairs(self) -> bool:
        kept = self.balls.cross.pairs
        return kept is not None and len(kept.values) <= MOST_PAIRS

    def _row(self, k: int, name: str, spread: Spread | None) -> tuple[Row, bool]:
        """And whether nothing changes whatever is left out."""
        row: Row = {"k": k, "metric": name, "value": COUNTED[name](self.balls.counts(k)),
                    "low": None, "high": None}  # fmt: skip
        if spread is None or (self.asked.peer_compat and name == "clipped_coverage"):
            return row, False
        found = estimate(spread, confidence=self.asked.confidence, units=min(self._sizes),
                         possible=possible_range(name), share=name in SHARES)  # fmt: skip
        return {**row, "low": found.low, "high": found.high}, found.method == ALIKE

    def _why(self, k: int, name: str, *, alike: bool) -> Fault:
        n, m = self._sizes
        if alike:
            return fault("fidelity.reasons.interval_alike", metric=name.replace("_", " "))
        if m < 2:
            return fault("fidelity.reasons.one_generated")
        if self.asked.peer_compat and name == "clipped_coverage":
            return fault("fidelity.reasons.interval_peer")
        if self._enough(k) and k == self.asked.k:
            return fault("fidelity.reasons.interval_pairs", metric=name.replace("_", " "))
        if self._enough(k) and k != self.asked.k and not self._few_pairs:
            return fault("fidelity.reasons.interval_other_k", k=k, asked=self.asked.k)
        return fault("fidelity.reasons.interval_few", n=n, m=m, k=k)

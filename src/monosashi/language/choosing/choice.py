"""What comparing repairs of language gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from monosashi.language.choosing.costs import Use
from monosashi.language.choosing.option import Direction, RepairOption
from monosashi.language.choosing.picking import Why
from monosashi.language.choosing.ways import NONE
from monosashi.language.corpus import QueryRole
from monosashi.results import Estimate, Finding, Result, Tables


@dataclass(frozen=True, kw_only=True)
class LanguageRepairChoice(Result):
    """Ways to mend beside each other, and the one to take.

    Attributes
    ----------
    options : mapping of name to RepairOption
        From the simplest to serve to the least simple; "none" first.
    pick : str
        The one to take: of those open to choice that are not surely behind the best, the
        simplest. ``"none"`` where nothing is worth mending.
    why : str
        ``"highest"``, ``"simplest_of_tied"``, ``"not_surely_better"`` (than none),
        ``"not_surely_language"`` (not surely better than one mean removed from all languages
        alike), ``"language_not_shown"`` (taken is a way that knows no languages),
        ``"nothing_to_repair"`` (every direction surely loses less than 0.03 to language), or
        ``"little_found"`` (so it does, but recall@1 alone is below 0.50 in some direction, so that
        there was little to lose).
    best : str
        The highest ``map`` of all that are open.
    drops : mapping of (source, target) to Estimate
        recall@1 that is lost by mixing without any repair: to language, and to more candidates.
    language_drops : mapping of (source, target) to Estimate
        The part that language costs: 0 on average where language plays no part.
    max_same_language_loss : float
    loss_measured : bool
        Whether queries of their own could show what same-language search loses.
    query_role : str
    languages : tuple of str
    n_queries, n_items, folds : int
    confidence : float
    use : Use
        Calls, latency and prices as they were given.
    """

    kind: ClassVar[str] = "language_choice"
    options: Mapping[str, RepairOption]
    pick: str
    why: Why
    best: str
    drops: Mapping[Direction, Estimate]
    language_drops: Mapping[Direction, Estimate]
    max_same_language_loss: float
    loss_measured: bool
    query_role: QueryRole
    languages: tuple[str, ...]
    n_queries: int
    n_items: int
    folds: int
    confidence: float
    use: Use

    @property
    def conditional(self) -> bool:
        """Whether the choice hangs on what was not measured: search inside one language."""
        return self.pick != NONE and not self.loss_measured

    def __getitem__(self, name: str) -> RepairOption:
        return self.options[name]

    def tables(self) -> Tables:
        """``repair_options`` (one row a way) and ``repair_directions`` (one a way, direction)."""
        from monosashi.language.choosing.choice_tables import choice_tables

        return choice_tables(self)

    def findings(self) -> list[Finding]:
        """What to take and why; what could not be shown; what showed signs of gaming."""
        from monosashi.language.choosing.choice_findings import choice_findings

        return choice_findings(self)

    def __repr__(self) -> str:
        lines = [f"  {'> ' if name == self.pick else '  '}{name:24}{_shown(one)}"
                 for name, one in self.options.items()]  # fmt: skip
        head = f"LanguageRepairChoice ({self.query_role}; pick: {self.pick}, {self.why})"
        return "\n".join([head, *lines])


def _shown(one: RepairOption) -> str:
    if one.map is None:
        return "not measured"
    loss = "" if one.loss is None else f"  loss {round(one.loss.value, 3) + 0.0:+.3f}"
    state = "" if one.standing == "eligible" else f"  {one.standing}"
    return f"mAP {one.map.value:.3f}{loss}{state}"

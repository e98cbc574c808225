"""Answers in a row of which none can be used: the run stops before it pays for all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from monosashi.embeddings import ServiceError, fault
from monosashi.models.rewriters.limits import Spent
from monosashi.words import say

SHOWN = 60
Place = tuple[str, int]  # transformation and step


class UnusableRows:
    """Counts, of each step of each transformation, what came in a row and cannot be used.

    Parameters
    ----------
    most : int or None
        Calls in a row from which the run stops; None or 0 for any number.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._reasons: dict[Place, Counter[str]] = defaultdict(Counter)
        self._examples: dict[tuple[Place, str], str] = {}

    @property
    def full(self) -> Place | None:
        """The step of which too many calls in a row were of no use; None if there is none."""
        if not self._most:
            return None
        return next((place for place, held in self._reasons.items()
                     if held.total() >= self._most), None)  # fmt: skip

    def used(self, places: Iterable[Place]) -> None:
        """An answer passed the gate."""
        for place in places:
            self._reasons.pop(place, None)

    def refused(self, places: Iterable[Place], status: str, told: str) -> None:
        """An answer did not pass, or none came: its status, and what was said."""
        for place in places:
            self._reasons[place][status] += 1
            self._examples[place, status] = " ".join(told.split())

    def error(self, place: Place, name: str, spent: Spent, *, open_: int, total: int
              ) -> ServiceError:  # fmt: skip
        """What the run ends with."""
        held = self._reasons[place]
        status, most = held.most_common(1)[0]
        told = self._examples[place, status]
        return ServiceError(fault(
            "rewriting.errors.unusable_row", name=name, transformation=place[0],
            failures=held.total(), why=say(f"rewriting.status.{status}"), most=most,
            example=(told[:SHOWN] + "…" if len(told) > SHOWN else told) or "–",
            calls=spent.calls, open=open_, total=total))  # fmt: skip

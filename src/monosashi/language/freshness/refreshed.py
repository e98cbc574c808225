"""What fitting again gave: the new repair, and how far every mean moved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.language.centroids import Centroids
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.drift import document_spread
from monosashi.results import Result, Tables


@dataclass(frozen=True)
class Move:
    """How far one mean moved.

    Attributes
    ----------
    language, side : str
        ``side`` is "document" or "query".
    before, after : int or None
        Rows behind each mean; None where a language is new, or gone.
    distance : float or None
        Between the old and the new mean.
    error : float or None
        Expected length of the error of the new mean of documents.
    """

    language: str
    side: str
    before: int | None
    after: int | None
    distance: float | None
    error: float | None


@dataclass(frozen=True, kw_only=True)
class RefreshedRepair(Result):
    """A repair fitted anew.

    Attributes
    ----------
    repair : FittedRepair
    method : str
    built_before, built_at : str
        Days of the old and the new fit.
    moves : tuple of Move
    """

    kind: ClassVar[str] = "repair_refresh"
    repair: FittedRepair
    method: str
    built_before: str
    built_at: str
    moves: tuple[Move, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything but the vectors."""
        notes = [{"code": one.code, "text": one.say()} for one in self.provenance.notices]
        return {"kind": self.kind, "method": self.method, "built_before": self.built_before,
                "built_at": self.built_at, "moves": [asdict(one) for one in self.moves],
                "documents": dict(self.repair.documents.counts), "notices": notes}  # fmt: skip

    def tables(self) -> Tables:
        """One row a mean."""
        return {"moves": [asdict(one) for one in self.moves]}


def means_moved(old: FittedRepair, new: FittedRepair) -> list[Move]:
    """One for every mean of documents or queries, before or after."""
    found = []
    for side, before, after in (("document", old.documents, new.documents),
                                ("query", old.queries, new.queries)):  # fmt: skip
        names = dict.fromkeys([*_counts(before), *_counts(after)])
        found += [_move(name, side, before, after, new) for name in names]
    return found


def _counts(held: Centroids | None) -> dict[str, int]:
    return {} if held is None else dict(held.counts)


def _move(
    name: str, side: str, before: Centroids | None, after: Centroids | None, new: FittedRepair
) -> Move:
    then, now = _counts(before).get(name), _counts(after).get(name)
    distance = None
    if before is not None and after is not None and then and now:
        a, b = before.means[name], after.means[name]
        distance = float(np.sqrt(np.add.reduce((b - a) ** 2))) if len(a) == len(b) else None
    error = document_spread(new, name).error ** 0.5 if side == "document" and now else None
    return Move(name, side, then, now, distance, error)

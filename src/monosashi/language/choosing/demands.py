"""What a way is fitted on, and what it keeps and searches, when it is fitted to everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from monosashi.language.choosing.folds import Fold
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.mending import fit, kept_bytes, mended
from monosashi.language.choosing.ways import Way, on_queries
from monosashi.language.repairs import Repair
from monosashi.language.scored import ScoreMethod, Space

FittedOn = Literal["nothing", "documents", "queries", "answers", "translator", "own"]
CALIBRATED = "fused-abstaining"


@dataclass(frozen=True)
class Demands:
    """The part of the costs that no price enters; attributes as in ``Costs``."""

    fitted_on: FittedOn
    n_fitted: int
    searches: int
    memory_bytes: int | None
    query_language: bool


def demands(ground: Ground, way: Way, raw: Space) -> Demands:
    """Fit the way to everything and look."""
    if way.kind == "bridge":
        return Demands("translator", 0, len(ground.languages), 0, query_language=True)
    if way.given is not None:
        return _of_scores(way.given, raw, "own")
    if way.mend is None:
        return _scored(ground, way, raw)
    repair = fit(everything(ground), way.mend)
    if way.kind == "scores":
        return _both(_mended(ground, way, repair), _scored(ground, way, mended(ground, repair)))
    return _mended(ground, way, repair)


def everything(ground: Ground) -> Fold:
    """A fold in which all ask and nothing is left out."""
    return Fold(ground, np.ones(ground.question.n, dtype=bool),
                np.zeros(ground.n_units, dtype=bool))  # fmt: skip


def _mended(ground: Ground, way: Way, repair: Repair) -> Demands:
    language = bool(getattr(repair, "needs_language", True))
    on: FittedOn = "documents"
    if not isinstance(way.mend, str):
        on = "own"
    elif way.tuned or on_queries(way):
        on = "answers" if way.tuned else "queries"
    count = ground.question.n if on in {"answers", "queries"} else ground.documents.n
    return Demands(on, count, 1, kept_bytes(repair), language)


def _scored(ground: Ground, way: Way, whole: Space) -> Demands:
    from monosashi.language.choosing.mending import Seen

    method = way.scoring(Seen(everything(ground), whole))
    on: FittedOn = method.needs(whole).probes if way.name != CALIBRATED else "answers"  # type: ignore[assignment]
    found = _of_scores(method, whole, on)
    if way.name == CALIBRATED:
        return Demands(on, ground.question.n, found.searches, found.memory_bytes,
                       found.query_language)  # fmt: skip
    return found


def _of_scores(method: ScoreMethod, space: Space, on: FittedOn | Literal["none"]) -> Demands:
    needs = method.needs(space)
    fitted_on: FittedOn = "nothing" if on == "none" else on
    return Demands(fitted_on, needs.n_probes, needs.searches, needs.memory_bytes,
                   needs.query_language)  # fmt: skip


def _both(first: Demands, second: Demands) -> Demands:
    memory = (first.memory_bytes or 0) + (second.memory_bytes or 0)
    return Demands(first.fitted_on, first.n_fitted, second.searches, memory,
                   first.query_language or second.query_language)  # fmt: skip

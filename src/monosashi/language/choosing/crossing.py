"""A translation bridge as one of the ways: its scores, and the time it took."""

from __future__ import annotations

from dataclasses import replace

from monosashi.language.bridge import Road, bridge_scores
from monosashi.language.choosing.costs import Use
from monosashi.language.choosing.ground import Ground
from monosashi.language.scored import ScoreMethod


def crossed(
    ground: Ground, use: Use, bridge: ScoreMethod | Road | None
) -> tuple[Use, ScoreMethod | None]:
    """Translate and embed all queries; what a translation took is kept where nothing was told."""
    if not isinstance(bridge, Road):
        return use, bridge
    scores = bridge_scores(ground.held, ground.question, ground.documents, bridge,
                           queries=ground.queries)  # fmt: skip
    return replace(use, prices=replace(use.prices, translation_ms=_time(use, bridge))), scores


def _time(use: Use, road: Road) -> float | None:
    """Milliseconds of a translation with its embedding; None where all came from a store."""
    told, toll = use.prices.translation_ms, road.toll
    if told is not None or not toll.translating.calls or not toll.embedded:
        return told
    translating = toll.translating.seconds_per_text
    if translating is None:
        return None
    return 1000.0 * (translating + toll.embedding_seconds / toll.embedded)

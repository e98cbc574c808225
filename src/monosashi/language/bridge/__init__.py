"""The translation bridge: queries are translated, every language's index is searched alone."""

from monosashi.language.bridge.outcomes import BridgeDirection, BridgeOutcomes, bridge_outcomes
from monosashi.language.bridge.road import Road
from monosashi.language.bridge.scores import BridgeScores
from monosashi.language.bridge.toll import Toll
from monosashi.language.bridge.translated_queries import bridge_scores

__all__ = [
    "BridgeDirection", "BridgeOutcomes", "BridgeScores", "Road", "Toll", "bridge_outcomes",
    "bridge_scores",
]  # fmt: skip

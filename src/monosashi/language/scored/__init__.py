"""Ways to score documents for a query, each fitted, refitted and read in blocks."""

from monosashi.language.scored.blind import BlindScores
from monosashi.language.scored.blocks import Needs, ScoreBlocks, ScoreMethod
from monosashi.language.scored.cosine import CosineScores
from monosashi.language.scored.fused import FusedScores
from monosashi.language.scored.held_out import HeldOutBlocks
from monosashi.language.scored.hubness import CSLSScores, MarginScores
from monosashi.language.scored.offset import OffsetScores
from monosashi.language.scored.other_first import OtherFirstScores
from monosashi.language.scored.space import Space
from monosashi.language.scored.standardised import StandardisedScores
from monosashi.language.scored.tables import csls_scores, margin_scores

__all__ = [
    "BlindScores", "CSLSScores", "CosineScores", "FusedScores", "HeldOutBlocks", "MarginScores",
    "Needs", "OffsetScores", "OtherFirstScores", "ScoreBlocks", "ScoreMethod", "Space",
    "StandardisedScores", "csls_scores", "margin_scores",
]  # fmt: skip

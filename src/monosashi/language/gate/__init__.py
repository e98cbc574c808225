"""A gate before publication: which pages say what a draft says, in any language."""

from monosashi.language.gate.calibrating import calibrate
from monosashi.language.gate.find import find_duplicates
from monosashi.language.gate.known_scores import KnownScores
from monosashi.language.gate.pages import Rows, SitePages
from monosashi.language.gate.results import CheckedDraft, Duplicates, LanguageAnswer, NearPage
from monosashi.language.gate.threshold import Aim, Expected, Threshold

__all__ = [
    "Aim", "CheckedDraft", "Duplicates", "Expected", "KnownScores", "LanguageAnswer", "NearPage",
    "Rows", "SitePages", "Threshold", "calibrate", "find_duplicates",
]  # fmt: skip

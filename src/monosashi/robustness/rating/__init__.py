"""People rate rewritings: blinded sheets, and what comes back."""

from monosashi.robustness.rating.measure import measure_ratings
from monosashi.robustness.rating.result import Ratings
from monosashi.robustness.rating.sheets import Sheets, make_sheets

__all__ = ["Ratings", "Sheets", "make_sheets", "measure_ratings"]

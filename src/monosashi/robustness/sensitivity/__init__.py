"""Whether changes of meaning move the vectors: what robustness needs beside it."""

from monosashi.robustness.sensitivity.changes import Change, meaning_changes
from monosashi.robustness.sensitivity.measure import measure_sensitivity
from monosashi.robustness.sensitivity.result import Sensitivity

__all__ = ["Change", "Sensitivity", "meaning_changes", "measure_sensitivity"]

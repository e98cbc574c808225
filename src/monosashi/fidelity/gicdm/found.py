"""What corrected scores mean, apart from how it is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.fidelity.gicdm.formulas import DEFINED, ROBUST
from monosashi.results import Finding, worst_first

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm.scores import GicdmScores

HIDDEN = 0.2
LOW_RATE = 0.8


def score_findings(scores: GicdmScores) -> list[Finding]:
    """Scaling that hides a shift, many reals refused, measures that are not robust."""
    found = [*_hidden(scores), *_rates(scores)]
    shaky = [name for name, value in scores.corrected.items()
             if name in DEFINED and name not in ROBUST and value is not None]  # fmt: skip
    if shaky:
        found.append(Finding("fidelity.not_robust", "note", {"metrics_text": ", ".join(shaky)}))
    return worst_first(found)


def _hidden(scores: GicdmScores) -> list[Finding]:
    corrected = scores.corrected.get("clipped_density")
    filtered = scores.filtered.get("clipped_density")
    if corrected is None or filtered is None or corrected - filtered <= HIDDEN:
        return []
    numbers = {"corrected": corrected, "filtered": filtered, "difference": corrected - filtered,
               "limit": HIDDEN}  # fmt: skip
    return [Finding("fidelity.scaling_hides", "warning", numbers)]


def _rates(scores: GicdmScores) -> list[Finding]:
    rates = {side: float(scores.parameters[f"pass_rate_{side}"])
             for side in ("fidelity", "coverage")}  # fmt: skip
    if min(rates.values()) >= LOW_RATE:
        return []
    numbers = {**{f"pass_rate_{side}": rate for side, rate in rates.items()}, "limit": LOW_RATE}
    return [Finding("fidelity.low_pass_rate", "warning", numbers)]

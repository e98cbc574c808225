"""What a correction for hubs gives beside the plain scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault
from monosashi.fidelity.leaving_out import Spread
from monosashi.results import Finding


@dataclass(frozen=True)
class Corrected:
    """Scores after the filter, and after filter and scaling.

    Attributes
    ----------
    filtered, corrected : mapping of metric to score or None
    reasons : mapping of ``filtered.<metric>`` and ``corrected.<metric>`` to Fault
        Why a score is None.
    flagged : mapping of "fidelity" and "coverage" to (M,) bool array
        Generated points that the filter sets aside.
    numbers : mapping
        Every parameter, the reals' pass rates, iterations.
    findings : tuple of Finding
    notices : tuple of Fault
        What belongs beside the result: few reals, a scale left out, not converged.
    per_generated, per_real : mapping of name to array
        Further values of every point, e.g. ``corrected``: its share of fidelity or coverage.
    spreads : mapping of ``filtered.<metric>`` and ``corrected.<metric>`` to Spread
        The scores with groups left out, where they were asked for.
    """

    filtered: Mapping[str, float | None]
    corrected: Mapping[str, float | None]
    reasons: Mapping[str, Fault] = field(default_factory=dict)
    flagged: Mapping[str, npt.NDArray[np.bool_]] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    notices: tuple[Fault, ...] = ()
    per_generated: Mapping[str, npt.NDArray[np.generic]] = field(default_factory=dict)
    per_real: Mapping[str, npt.NDArray[np.generic]] = field(default_factory=dict)
    spreads: Mapping[str, Spread] = field(default_factory=dict)

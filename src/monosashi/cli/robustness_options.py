"""Options of the commands about robustness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Group, Parameter
from cyclopts.validators import Number

from monosashi.cli.options import at_least
from monosashi.cli.source_table_options import number

MEASURE = Group("Measure", sort_key=2)
Share = Annotated[float, Parameter(group=MEASURE, converter=number,
                                   validator=Number(gt=0, lt=1))]  # fmt: skip
HtebGenerator = Annotated[list[str] | None, Parameter(group=MEASURE, negative="")]
Seed = Annotated[int, at_least(0, MEASURE)]
USUAL = {"unit": "dataset", "zeros": "drop", "weights": "ordinal", "alpha_level": "ordinal",
         "scale": "1,2,3,4,5", "pairs": 100, "raters": 3, "confidence": 0.95,
         "seed": 0}  # fmt: skip


@Parameter(name="*")
@dataclass(frozen=True)
class StatisticsOptions:
    """How sure, from which random numbers, under which title."""

    confidence: Share = 0.95
    """Of the intervals."""
    seed: Seed = 0
    """Start of the random numbers."""
    title: str = ""
    """Title of the report."""

    def given(self) -> dict[str, Any]:
        """By name, as the next run needs them."""
        return {"confidence": self.confidence, "seed": self.seed, "title": self.title or None}


def unusual(**given: Any) -> dict[str, Any]:
    """The options that differ from the usual ones.

    >>> unusual(unit="model", raters=3)
    {'unit': 'model'}
    """
    return {name: value for name, value in given.items()
            if value is not None and value != USUAL.get(name)}  # fmt: skip

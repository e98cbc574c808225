"""Options of `monosashi shape power`: a correlation by formula, or a pilot by simulation."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.options import at_least
from monosashi.cli.shape_options import MEASURE, Column, Flag, between


@Parameter(name="*")
@dataclass(frozen=True)
class CorrelationOptions:
    """What is asked of a correlation over groups."""

    rho: Annotated[float | None, between(-1, 1)] = None
    """Correlation of one number a group with another that is to be seen."""
    n_groups: Annotated[int | None, at_least(4, MEASURE)] = None
    """Groups at hand: the smallest correlation that they show."""
    reliabilities: Annotated[str, Parameter(group=MEASURE)] = "1,1"
    """Of both numbers, above 0 up to 1, e.g. 0.5,0.5: what is seen is weaker than what is."""
    spearman: Flag = False
    """For ranks."""
    power: Annotated[float, between(0, 1)] = 0.8
    """Chance to see it."""


@Parameter(name="*")
@dataclass(frozen=True)
class PilotOptions:
    """Which designs are simulated from a pilot."""

    groups: Column = None
    """Column of group labels of the pilot."""
    group_counts: Annotated[str, Parameter(group=MEASURE)] = "5,10,20"
    """Comma list of numbers of groups to simulate."""
    group_sizes: Annotated[str, Parameter(group=MEASURE)] = "2,4,8"
    """Comma list of members in each group to simulate."""
    simulations: Annotated[int, at_least(10, MEASURE)] = 200
    """Simulated data sets for each design."""
    permutations: Annotated[int, at_least(1, MEASURE)] = 199
    """Random arrangements in each of them."""


def unusual(options: CorrelationOptions | PilotOptions) -> dict[str, Any]:
    """Options and their values, None for those at their usual value."""
    held = {one.name: (getattr(options, one.name), one.default) for one in fields(options)}
    return {name: None if value == usual else value for name, (value, usual) in held.items()}

"""Options of `monosashi shape --demo-tables`: other numbers than those of the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from cyclopts import CoercionError, Group, Parameter
from cyclopts.validators import Number

from monosashi.cli.options import at_least

DEMO = Group("Tables of the source, with --demo-tables", sort_key=4)
KS = "1,3,5,10"


def number(_kind: Any, tokens: Sequence[Any]) -> float:
    """A number as written."""
    try:
        return float(tokens[0].value)
    except ValueError:
        raise CoercionError(token=tokens[0], target_type=float) from None


ABOVE_ZERO = Parameter(group=DEMO, converter=number, validator=Number(gt=0, lt=float("inf")))


@Parameter(name="*")
@dataclass(frozen=True)
class SourceTableOptions:
    """How the points are made, and what is done to them."""

    demo_groups: Annotated[int, at_least(2, DEMO)] = 20
    """Number of groups."""
    demo_size: Annotated[int, at_least(2, DEMO)] = 4
    """Vectors in every group."""
    demo_dimension: Annotated[int, at_least(2, DEMO)] = 50
    """Numbers in every vector."""
    demo_noise: Annotated[float, ABOVE_ZERO] = 0.6
    """Standard deviation around the centres, which have 1."""
    demo_values: Annotated[str | None, Parameter(group=DEMO)] = None
    """Comma list of strengths c of the common direction; default 0,2,4,8,16."""
    demo_shrink: Annotated[str | None, Parameter(group=DEMO)] = None
    """Comma list of factors s by which groups shrink; default 1,0.7,0.4."""
    demo_direction: Annotated[Literal["random", "between", "mean"], Parameter(group=DEMO)] = (
        "random"
    )
    """The common direction: at random, in which group means differ most, or the mean."""
    demo_relative: Annotated[bool, Parameter(group=DEMO, negative="")] = False
    """Take c as a multiple of the mean length of the vectors."""
    demo_neighbours: Annotated[str, Parameter(group=DEMO)] = KS
    """Comma list of lengths of the lists of neighbours that are compared."""
    demo_seed: Annotated[int, at_least(0, DEMO)] = 1
    """Start of the random numbers."""

    @property
    def changed(self) -> list[str]:
        """Options that were given another value."""
        return [f"--{one.name.replace('_', '-')}" for one in fields(self)
                if getattr(self, one.name) != one.default]  # fmt: skip

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of `source_tables`."""
        from monosashi.cli.comma_lists import listed_counts, listed_numbers

        lists = {"strengths": ("--demo-values", self.demo_values),
                 "factors": ("--demo-shrink", self.demo_shrink)}  # fmt: skip
        given = {name: listed_numbers(option, held) for name, (option, held) in lists.items()
                 if held is not None}  # fmt: skip
        return {
            "groups": self.demo_groups, "size": self.demo_size, "dimension": self.demo_dimension,
            "spread": self.demo_noise, "direction": self.demo_direction,
            "relative": self.demo_relative, "rng": self.demo_seed,
            "ks": listed_counts("--demo-neighbours", self.demo_neighbours), **given,
        }  # fmt: skip

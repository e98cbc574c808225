"""Options that the commands about shape share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import CoercionError, Group, Parameter
from cyclopts.validators import Number

from monosashi.cli.options import at_least

MEASURE = Group("Measure", sort_key=2)
TESTS = Group("Tests", sort_key=2)
PERMUTATIONS, CONFIDENCE = 9999, 0.95


def share(_kind: Any, tokens: Sequence[Any]) -> float:
    """A number between 0 and 1, both excluded."""
    try:
        return float(tokens[0].value)
    except ValueError:
        raise CoercionError(token=tokens[0], target_type=float) from None


def between(low: float, high: float) -> Parameter:
    """An option that takes a number between two others."""
    return Parameter(group=MEASURE, converter=share, validator=Number(gt=low, lt=high))


@Parameter(name="*")
@dataclass(frozen=True)
class ShapeOptions:
    """How vectors are taken before they are measured."""

    no_normalise: Annotated[bool, Parameter(group=MEASURE, negative="")] = False
    """Measure the vectors as they are, not scaled to length 1."""
    as_queries: Annotated[bool, Parameter(group=MEASURE, negative="")] = False
    """Measure the query side of a model that has roles."""
    language: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Column of language codes, for --languages."""
    confidence: Annotated[float, between(0, 1)] = CONFIDENCE
    """Confidence of all intervals."""
    seed: Annotated[int, at_least(0, MEASURE)] = 0
    """Start of all random numbers."""
    title: Annotated[str, Parameter(group=MEASURE)] = ""
    """Title of the report."""


@Parameter(name="*")
@dataclass(frozen=True)
class ShuffleOptions:
    """How labels are shuffled."""

    within: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of blocks: labels change places inside them only."""
    whole: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of units: rows of one unit move together (translations, chunks, sessions)."""
    permutations: Annotated[int, at_least(1, TESTS)] = PERMUTATIONS
    """Random arrangements behind each p; few distinct ones are all listed."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the measures."""
        return {"within": self.within, "whole": self.whole, "permutations": self.permutations}

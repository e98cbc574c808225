"""Options that the commands about shape share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import CoercionError, Group, Parameter
from cyclopts.validators import Number

from monosashi.cli.label_files import LabelOptions
from monosashi.cli.options import NONE, DataOptions, OutputOptions, TextOptions, at_least

MEASURE = Group("Measure", sort_key=2)
TESTS = Group("Tests", sort_key=2)
PERMUTATIONS, CONFIDENCE = 9999, 0.95
Column = Annotated[str | None, Parameter(group=MEASURE)]
Flag = Annotated[bool, Parameter(group=MEASURE, negative="")]


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
class DistanceMeasureOptions(ShapeOptions):
    """How distances are measured: as they are."""

    no_normalise: Annotated[bool, NONE] = False
    as_queries: Annotated[bool, NONE] = False
    language: Annotated[str | None, NONE] = None


@Parameter(name="*")
@dataclass(frozen=True)
class ShuffleOptions:
    """How labels are shuffled."""

    within: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of blocks: labels change places inside them only."""
    whole: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of units: rows of one unit move together (translations, chunks, sessions)."""
    permutations: Annotated[int | None, at_least(1, TESTS)] = None
    """Random arrangements behind each p: 9,999, or 199 for very large data; few distinct ones are
    all listed."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the measures."""
        return {"within": self.within, "whole": self.whole, "permutations": self.permutations}


@Parameter(name="*")
@dataclass(frozen=True)
class OrderOptions(ShuffleOptions):
    """How labels are shuffled, or rotated where objects stand in an order."""

    order: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of times or places: labels only rotate along it, in every block of --within."""

    @property
    def restricted(self) -> bool:
        """Whether anything was asked for that needs groups."""
        return any((self.within, self.whole, self.order))

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the measures."""
        return {**super().arguments(), "order": self.order}


@Parameter(name="*")
@dataclass(frozen=True)
class CommonOptions:
    """What every command about shape takes: how to measure and read, what to embed and write."""

    how: ShapeOptions = ShapeOptions()
    data: DataOptions = DataOptions()
    labels: LabelOptions = LabelOptions()
    texts: TextOptions = TextOptions()
    output: OutputOptions = OutputOptions()

"""The 30 rows: two groups of criteria for each check.

A row is asked of every variant. Fidelity and coverage are asked different things; where a kind
is missing, nothing is asked of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from monosashi.fidelity.benchmark.criteria import (
    Criterion,
    bell,
    converging,
    equals,
    falling,
    falling_by,
    flat,
    low_or_high,
    rising,
    zero_or_one,
)

Kind = Literal["fidelity", "coverage"]
KINDS: tuple[Kind, ...] = ("fidelity", "coverage")
Desideratum = Literal["purpose", "hyperparameters", "data", "bounds", "invariance"]
HALF_WAY = 1_000.0  # the median of the sizes 100..10,000 on their logarithmic axis, from above 885


@dataclass(frozen=True)
class Row:
    """One row.

    Attributes
    ----------
    check : int
    part : "b" or "p"
        Bounds (and size), or property: as in "3b".
    desideratum : str
        The authors' D1b (purpose), D2 (hyperparameters), D3 (data), D4 (bounds), D5 (invariance).
    criteria : mapping of kind to {name: criterion}
    special : mapping of variant to the same, optional
        Where variants are asked different things.
    """

    check: int
    part: Literal["b", "p"]
    desideratum: Desideratum
    criteria: dict[Kind, dict[str, Criterion]]
    special: dict[str, dict[Kind, dict[str, Criterion]]] | None = None

    @property
    def label(self) -> str:
        """As "7b"."""
        return f"{self.check}{self.part}"

    def asked(self, kind: Kind, variant: str) -> dict[str, Criterion]:
        """The criteria for one curve."""
        return (self.special[variant] if self.special else self.criteria)[kind]


def _both(**criteria: Criterion) -> dict[Kind, dict[str, Criterion]]:
    return {"fidelity": dict(criteria), "coverage": dict(criteria)}


def _bounds(middle: float) -> dict[Kind, dict[str, Criterion]]:
    return _both(same=equals(1, middle), first=equals(0, "first"), last=equals(0, "last"))


def _apart() -> dict[Kind, dict[str, Criterion]]:
    return _both(first=equals(0, "first"), last=equals(0, "last"))


def _peak(check: int, middle: float) -> tuple[Row, Row]:
    return (Row(check, "b", "bounds", _bounds(middle)),
            Row(check, "p", "purpose", _both(shape=bell(middle))))  # fmt: skip


def _dropping(check: int, place: float) -> tuple[Row, Row]:
    one = equals(1, "first")
    return (
        Row(check, "b", "bounds", {"fidelity": {"same": one, "last": equals(1, "last")},
                                   "coverage": {"same": one}}),
        Row(check, "p", "purpose", {"fidelity": {"shape": flat},
                                    "coverage": {"shape": falling_by(place)}}),
    )  # fmt: skip


def _widths() -> tuple[Row, Row]:
    one = equals(1, 1.0)
    return (
        Row(3, "b", "bounds", {
            "fidelity": {"same": one, "first": equals(1, "first"), "last": equals(0, "last")},
            "coverage": {"same": one, "first": equals(0, "first"), "last": zero_or_one("last")}}),
        Row(3, "p", "purpose", {"fidelity": {"shape": falling},
                                "coverage": {"shape": low_or_high(bell(1.0), rising)}}),
    )  # fmt: skip


def _invention() -> tuple[Row, Row]:
    one = equals(1, 5.0)
    return (
        Row(6, "b", "bounds", {"fidelity": {"same": one, "first": equals(1, "first")},
                               "coverage": {"same": one, "last": equals(1, "last")}}),
        Row(6, "p", "purpose", {"fidelity": {"shape": falling}, "coverage": {"shape": rising}}),
    )  # fmt: skip


def _sizes() -> tuple[Row, ...]:
    settles, value = _both(shape=converging(HALF_WAY)), _both(last=equals(0.2, "last"))
    return (
        Row(8, "b", "data", settles), Row(8, "p", "purpose", value),
        Row(9, "b", "hyperparameters", settles), Row(9, "p", "purpose", value),
        Row(10, "b", "bounds", _both(last=equals(0, "last"))), Row(10, "p", "purpose", settles),
    )  # fmt: skip


def _collapse() -> tuple[Row, Row]:
    return (
        Row(11, "b", "bounds", _both(same=equals(1, "first"))),
        Row(11, "p", "purpose", {"fidelity": {"shape": falling},
                                 "coverage": {"shape": low_or_high(falling, flat)}}),
    )  # fmt: skip


def _level(check: int, desideratum: Desideratum) -> tuple[Row, Row]:
    return (Row(check, "b", "bounds", _apart()),
            Row(check, "p", desideratum, _both(shape=flat)))  # fmt: skip


def _rounded() -> tuple[Row, Row]:
    zero = {"first": equals(0, "first"), "last": equals(0, "last")}
    one = {"first": equals(1, "first"), "last": equals(1, "last")}
    either = {"first": zero_or_one("first"), "last": zero_or_one("last")}
    special: dict[str, dict[Kind, dict[str, Criterion]]] = {
        "real rounded": {"fidelity": zero, "coverage": either},
        "real continuous": {"fidelity": one, "coverage": zero},
    }
    return (Row(15, "b", "bounds", {}, special),
            Row(15, "p", "purpose", _both(shape=flat)))  # fmt: skip


ROWS: tuple[Row, ...] = (
    *_peak(1, 0.0), *_peak(2, 0.0), *_widths(), *_dropping(4, 47 / 49), *_dropping(5, 4.0),
    *_invention(), *_peak(7, 1.0), *_sizes(), *_collapse(), *_level(12, "invariance"),
    *_peak(13, 0.0), *_level(14, "purpose"), *_rounded(),
)  # fmt: skip

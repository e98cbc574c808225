"""One (check, repeat): every point of its curves, and what the filter saw."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.names import CORRECTED, Judged
from monosashi.fidelity.benchmark.samplers import Floats
from monosashi.fidelity.benchmark.statistics import point_arrays, real_arrays
from monosashi.fidelity.gicdm import GICDM
from monosashi.fidelity.gicdm.counting import count_balls
from monosashi.fidelity.gicdm.formulas import Counted, formula
from monosashi.fidelity.gicdm.scores import asked_balls, with_references
from monosashi.fidelity.plain import plain_scores

Curves = dict[str, dict[str, list[float | None]]]
"""From measure to variant to values."""
Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Evaluated:
    """The values of one (check, repeat), and arrays for other limits."""

    check: int
    repeat: int
    curves: Curves
    arrays: Arrays


def evaluate(
    check: Check,
    repeat: int,
    grid: str,
    judged: tuple[Judged, ...],
    options: Mapping[str, Any],
    *,
    keep: bool,
) -> Evaluated:
    """Draw and measure every point of every variant."""
    curves: Curves = {one.name: {variant: [] for variant in check.variants} for one in judged}
    arrays: Arrays = {}
    for variant in check.variants:
        side: Side | None = None
        for point, real, generated in check.samples(repeat, variant, grid):
            if side is None or side.real is not real:
                side = Side(real, options, check.number)
            place = f"{variant}/{point.index}"
            found = side.measure(judged, generated, arrays if keep else None, place)
            for name, value in found.items():
                curves[name][variant].append(value)
    return Evaluated(check.number, repeat, curves, arrays)


@dataclass
class Side:
    """Reals of mean 0 and deviation 1 in every axis, fitted once when a measure needs it."""

    real: Floats
    options: Mapping[str, Any]
    check: int
    stored: str = field(default="", init=False)

    @cached_property
    def frame(self) -> tuple[Floats, Floats]:
        """Mean and standard deviation of the reals; 1 where there is none."""
        spread = self.real.std(axis=0)
        return self.real.mean(axis=0), np.where(spread > 0, spread, 1.0)

    def standardised(self, rows: Floats) -> Floats:
        """Rows in the frame of the reals."""
        middle, spread = self.frame
        placed: Floats = (rows - middle) / spread
        return placed

    @cached_property
    def rows(self) -> Floats:
        """The reals in their frame."""
        return self.standardised(self.real)

    @cached_property
    def fitted(self) -> GICDM:
        """One fit for each set of reals."""
        return GICDM.fit(self.rows, **self.options, n_jobs=1)

    @cached_property
    def unfiltered(self) -> GICDM:
        """Plain distances without a filter: the plain measures."""
        return GICDM.fit(self.rows, scaling="none", filter_scales=(), calibrate=False, n_jobs=1)

    def measure(
        self, judged: tuple[Judged, ...], generated: Floats, arrays: Arrays | None, place: str
    ) -> dict[str, float | None]:
        """Every measure of one generated set; ``arrays`` takes what the filter saw."""
        rows = self.standardised(generated)
        counted: dict[tuple[int, str], Counted] = {}
        for k in sorted({one.k for one in judged if one.base in CORRECTED}):
            forms = {one.form for one in judged if one.k == k and one.base in CORRECTED}
            counted |= self._counted(k, forms, rows, arrays, place)
        others = self._others(judged, rows)
        return {one.name: self._value(one, rows, counted, others) for one in judged}

    def _others(self, judged: tuple[Judged, ...], rows: Floats) -> dict[tuple[int, str], Any]:
        """Plain measures of other kinds, as ``measure_fidelity`` gives them."""
        found: dict[tuple[int, str], Any] = {}
        other = [one for one in judged if one.function is None and one.base not in CORRECTED]
        for k in sorted({one.k for one in other}):
            names = sorted({one.base for one in other if one.k == k})
            scores = plain_scores(self.rows, rows, k, names, n_jobs=1)
            found |= {(k, name): score for name, score in scores.items()}
        return found

    def _value(
        self,
        one: Judged,
        rows: Floats,
        counted: Mapping[tuple[int, str], Counted],
        others: Mapping[tuple[int, str], Any],
    ) -> float | None:
        if one.function is not None:
            return given_number(one, self.check, one.function(self.rows.copy(), rows.copy()))
        if one.base not in CORRECTED:
            return _number(others[one.k, one.base])
        value = formula(one.base, counted[one.k, one.form])
        return value if value is None or one.base == "density" else min(value, 1.0)

    def _counted(
        self, k: int, forms: set[str], rows: Floats, arrays: Arrays | None, place: str
    ) -> dict[tuple[int, str], Counted]:
        """One scan for all forms."""
        kinds = {"plain": self.unfiltered} if "plain" in forms else {}
        if forms - {"plain"}:
            kinds["filtered"] = self.fitted
        seen = {form: fitted.transform(rows, n_jobs=1) for form, fitted in kinds.items()}
        asked = {form: asked_balls(fitted, seen[form], k, n_jobs=1)
                 for form, fitted in kinds.items()}  # fmt: skip
        keep = arrays is not None and "filtered" in kinds
        found = count_balls(rows, self.rows, [one for each in asked.values() for one in each],
                            pairs=keep, n_jobs=1)  # fmt: skip
        split = {"plain": found[: len(asked.get("plain", []))],
                 "filtered": found[len(asked.get("plain", [])) :]}  # fmt: skip
        out: dict[tuple[int, str], Counted] = {}
        for form, fitted in kinds.items():
            both = with_references(fitted, seen[form], k, split[form])
            if form == "plain":
                out[k, "plain"] = both["filtered"]
            else:
                out |= {(k, name): one for name, one in both.items()}
        if keep and arrays is not None:
            if not self.stored:
                self.stored = place
                arrays.update(real_arrays(self.fitted, k, place))
            arrays.update(point_arrays(seen["filtered"], split["filtered"], self.stored,
                                       f"{place}/k{k}"))  # fmt: skip
        return out


def given_number(one: Judged, check: int, value: Any) -> float | None:
    """What a function of the user gave: a number, or None where it is undefined."""
    try:
        return _number(value)
    except (TypeError, ValueError):
        told = f"{type(value).__name__} {value!r:.60}"
        problem = fault("fidelity.errors.benchmark_no_number", metric=one.name, check=check,
                        given=told)  # fmt: skip
        raise DataError(problem) from None


def _number(value: Any) -> float | None:
    """A finite number, or None."""
    if isinstance(value, str | bytes) or np.ndim(value) or np.iscomplexobj(value):
        raise TypeError
    number = math.nan if value is None else float(value)
    return number if math.isfinite(number) else None

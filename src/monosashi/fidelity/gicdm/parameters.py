"""Everything a correction can be told, and the rule for the second scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.neighbors import Metric

Scaling = Literal["icdm", "none"]
LARGEST_SCALE = 500
SPARE_ROWS = 3
"""A scale K needs K + 3 distinct reals."""


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """The arguments of ``GICDM.fit``, as given.

    Attributes
    ----------
    k : int
        Neighbours of the scaling (K1).
    exponent, tolerance, max_iterations : float, float, int
        Of the iteration.
    metric : "euclidean" or "cosine"
    scaling : "icdm" or "none"
        Whether corrected scores use scaled distances; "none" leaves the filter alone.
    filter_scales : "auto" or tuple of int
        Empty is no filter.
    far, near_fidelity, near_coverage : float or None
        Limits in spreads; None is no limit.
    calibrate : bool
        Divide out what the filter takes from the reals themselves.
    """

    k: int = 10
    exponent: float = 0.5
    tolerance: float = 1e-3
    max_iterations: int = 100
    metric: Metric = "euclidean"
    scaling: Scaling = "icdm"
    filter_scales: Literal["auto"] | tuple[int, ...] = "auto"
    far: float | None = 2.5
    near_fidelity: float | None = 7.0
    near_coverage: float | None = 4.0
    calibrate: bool = True

    def __post_init__(self) -> None:
        if faults := list(_faults(self)):
            raise DataError(*faults)

    def scales(self, n: int) -> tuple[int, ...]:
        """The scales asked for, n reals: k and about a tenth of them, or as given."""
        if self.filter_scales == "auto":
            return (self.k, second_scale(n, self.k))
        return tuple(dict.fromkeys(self.filter_scales))

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def second_scale(n: int, k: int = 10) -> int:
    """K2: a tenth of the reals, at least 100 (or a quarter of them), at most 500; at least 2 k.

    >>> [second_scale(n) for n in (40, 200, 1_000, 5_000, 50_000)]
    [20, 50, 100, 500, 500]
    """
    return max(2 * k, min(LARGEST_SCALE, max(n // 10, min(100, n // 4))))


def listed(scales: Any) -> Any:
    """A sequence as a tuple; anything else as it is, to be refused by name."""
    if isinstance(scales, str) or not isinstance(scales, Sequence | np.ndarray):
        return scales
    return tuple(int(k) if isinstance(k, np.integer) else k for k in scales)


def _faults(given: Parameters) -> list[Fault]:
    """All that cannot be meant."""
    expected: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "k": ("k ≥ 1", _whole),
        "max_iterations": ("max_iterations ≥ 1", _whole),
        "exponent": ("0 < exponent ≤ 1", lambda value: _positive(value) and value <= 1),
        "tolerance": ("tolerance > 0", _positive),
        "scaling": ("icdm, none", lambda value: value in {"icdm", "none"}),
        "filter_scales": ("auto, k ≥ 1", _scales_fit),
    }
    for name in ("far", "near_fidelity", "near_coverage"):
        expected[name] = (f"{name} > 0", lambda value: value is None or _positive(value))
    wrong = {name: text for name, (text, fine) in expected.items()
             if not fine(getattr(given, name))}  # fmt: skip
    return [fault("hubs.errors.option", name=name, given=getattr(given, name), expected=text)
            for name, text in wrong.items()]  # fmt: skip


def _positive(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and bool(value > 0)


def _whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and bool(value >= 1)


def _scales_fit(scales: Any) -> bool:
    if isinstance(scales, str):
        return scales == "auto"
    return isinstance(scales, tuple) and all(_whole(k) for k in scales)

"""Numbers as a reader wants them: three decimals, a true minus sign, intervals beside values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from monosashi.results.coherent import belonging, left_out
from monosashi.words import filling

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
LEAST_OF_THREE = 0.001  # what three decimals can show

percent = filling.percent


def number(value: float) -> str:
    """A count with separators, or a real number to three decimals (two digits when tiny).

    >>> number(12345), number(0.73249), number(-0.0000421), number(1234.5)
    ('12,345', '0.732', '−0.000042', '1,234')
    """
    if isinstance(value, int):
        return f"{value:,}".replace("-", MINUS)
    size = abs(value)
    if size >= 1e12:
        text = f"{value:.3g}"
    elif size >= 100:
        text = f"{value:,.0f}" if size >= 1000 else f"{value:.1f}"
    elif size >= LEAST_OF_THREE or value == 0:
        text = f"{value + 0.0:.3f}"
    else:
        text = f"{value:.2g}" if size < 1e-6 else f"{value:.6f}"
    return text.replace("-", MINUS)


def span(low: int | None, high: int | None) -> str:
    """Whole numbers from low to high; one number where both are the same.

    >>> span(2, 5), span(2, 2), span(None, None)
    ('2–5', '2', '–')
    """
    if low is None or high is None:
        return DASH
    return number(low) if low == high else f"{number(low)}{DASH}{number(high)}"


def interval(low: float | None, high: float | None) -> str:
    """``[0.697, 0.766]``, or nothing when there is no interval.

    Both ends have the decimals of the larger one, as the value between them has, unless one
    would round to nothing and hide on which side of 0 it lies.

    >>> interval(0.6971, 0.7664), interval(0.000485, 0.031)
    ('[0.697, 0.766]', '[0.0005, 0.031]')
    >>> interval(-0.0004, 0.02), interval(0.0, 0.02)
    ('[−0.0004, 0.020]', '[0.000, 0.020]')
    """
    if low is None or high is None:
        return ""
    if max(abs(low), abs(high)) < LEAST_OF_THREE or isinstance(low, int):
        return f"[{number(low)}, {number(high)}]"
    shown = [filling.end(one) if abs(one) < LEAST_OF_THREE else number(one) for one in (low, high)]
    return f"[{', '.join(shown)}]"


def percent_interval(low: float | None, high: float | None) -> str:
    """An interval of shares, in per cent like the share itself.

    >>> percent_interval(0.841, 0.8544)
    '[84%, 85%]'
    """
    return "" if low is None or high is None else f"[{percent(low)}, {percent(high)}]"


def is_estimate(value: Any) -> bool:
    """Whether a value of a document is an Estimate."""
    return isinstance(value, Mapping) and {"value", "low", "high", "method"} <= value.keys()


def value_of(quantity: Any) -> float | None:
    """The number itself, of an estimate or of a plain number."""
    return cast("float | None", quantity["value"] if is_estimate(quantity) else quantity)


def ends(quantity: Any) -> tuple[float | None, float | None]:
    """Both ends of the interval, None where there is none."""
    return (quantity["low"], quantity["high"]) if is_estimate(quantity) else (None, None)


def share_estimate(row: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """R² or partial R² of a row of a partition as an estimate."""
    held = {"value": "r_squared", "low": "low", "high": "high", "bias_corrected": "bias_corrected"}
    named = {name: row.get(f"{prefix}{key}") for name, key in held.items()}
    return {"method": "", **named}


def placed(quantity: Any) -> float | None:
    """The number, or the corrected one where the interval leaves that of the sample out."""
    value = value_of(quantity)
    if value is None or not is_estimate(quantity):
        return value
    return belonging(value, *ends(quantity), quantity.get("bias_corrected"))


def sample_beside(quantity: Any) -> float | None:
    """The value of the sample where ``placed`` is another one, else None."""
    value = value_of(quantity)
    beside = value is not None and left_out(value, *ends(quantity)) and placed(quantity) != value
    return value if beside else None


def written(quantity: Any) -> str:
    """A number with its interval, ``0.732 [0.697, 0.766]``; the number belongs to the interval."""
    value = placed(quantity)
    if value is None:
        return DASH
    return f"{number(value)} {interval(*ends(quantity))}".rstrip()

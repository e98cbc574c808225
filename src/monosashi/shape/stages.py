"""The stage of every object, weakest first: numerals by size, else as told or as it happens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.embeddings.checks import as_labels
from monosashi.shape.asked import is_number

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, eq=False)
class Stages:
    """Stages in order.

    Attributes
    ----------
    names : tuple of str
        Weakest first.
    codes : (n,) whole numbers
        Place in ``names``; -1 for objects of stages that the order leaves out.
    assumed : bool
        Whether the order is that of the alphabet, since nothing said which stage is stronger.
    left_out : tuple of str
        Stages that the order does not name.
    """

    names: tuple[str, ...]
    codes: npt.NDArray[np.int64]
    assumed: bool
    left_out: tuple[str, ...]


def read_stages(data: EmbeddingSet, column: Column, order: Sequence[Any] | None) -> Stages:
    """Stages by number where all are numerals (0.5, -1, 1e3), else by ``order`` or the alphabet.

    Numerals of one size are one stage, named by the shortest of them.
    """
    labels = as_labels([_text(value) for value in data.values(column, "stage")], "stage")
    sizes = {label: numeral(label) for label in set(labels)}
    numeric = None not in sizes.values()
    names = _by_size(sizes) if numeric else {label: label for label in sizes}
    known = sorted(set(names.values()),
                   key=lambda name: (sizes[name] is None, sizes[name] or 0.0, name))  # fmt: skip
    told = known if order is None else _told(order, known, numeric=numeric)
    place = {name: at for at, name in enumerate(told)}
    codes = np.array([place.get(names[label], -1) for label in labels], dtype=np.int64)
    return Stages(tuple(told), codes, order is None and not numeric,
                  tuple(name for name in known if name not in place))  # fmt: skip


def numeral(text: str) -> float | None:
    """The number that a text writes, None for any other text.

    >>> numeral("-1.5"), numeral("10"), numeral("ten"), numeral("nan")
    (-1.5, 10.0, None, None)
    """
    try:
        found = float(text.replace(MINUS, "-"))
    except ValueError:
        return None
    return found if math.isfinite(found) and "_" not in text else None


def _text(value: Any) -> Any:
    """Numbers as short as they can be written: 1.0 is stage 1."""
    if not is_number(value) or not math.isfinite(value):
        return value
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def _by_size(sizes: dict[str, float | None]) -> dict[str, str]:
    """Label to the shortest label of the same size."""
    shortest: dict[float | None, str] = {}
    for label in sorted(sizes, key=lambda name: (len(name), name)):
        shortest.setdefault(sizes[label], label)
    return {label: shortest[size] for label, size in sizes.items()}


def _told(order: Sequence[Any], known: list[str], *, numeric: bool) -> list[str]:
    """The order asked for: stages that exist, each once; others are left out."""
    given = [str(_text(name)) for name in order]
    if numeric:
        by_size = {numeral(name): name for name in known}
        given = [by_size.get(numeral(name), name) for name in given]
    if len(set(given)) < len(given) or not set(given) <= set(known):
        raise DataError(fault("shape.errors.stage_order", given=", ".join(given),
                              found=", ".join(known)))  # fmt: skip
    return given

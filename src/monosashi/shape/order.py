"""The place of every object in an order, such as time, checked once."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.embeddings.checks import is_missing
from monosashi.shape.sums import IntArray

ISO = re.compile(
    r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?|-?W\d\d(-?\d)?)?"
)


def told_of_text(data: EmbeddingSet, order: Column | None) -> EmbeddingSet:
    """The data with a notice where the order is text that is neither number nor ISO date."""
    if order is None:
        return data
    values = [value for value in data.values(order, "order").tolist() if isinstance(value, str)]
    odd = [value for value in values if _number(value) is None and not ISO.fullmatch(value.strip())]
    if not odd:
        return data
    return replace(data, notices=(*data.notices, fault("shape.notices.order_text",
                                                       example=odd[0])))  # fmt: skip


def read_order(data: EmbeddingSet, order: Column, blocks: IntArray | None) -> IntArray:
    """(n,) places from 0: numbers by size, dates by time, other text letter by letter.

    Gaps, numbers among other text, and objects of one block at the same place are refused by id.
    """
    raw = data.values(order, "order")
    gaps = [row for row, value in enumerate(raw.tolist()) if _is_gap(value)]
    if raw.dtype.kind in "mM":
        gaps = np.flatnonzero(np.isnat(raw)).tolist()
    if gaps:
        raise DataError(fault("shape.errors.order_gaps", gaps, list(data.ids[gaps])))
    keys = raw.tolist() if raw.dtype.kind in "biufmM" else _comparable(raw.tolist(), data)
    place = {key: at for at, key in enumerate(sorted(set(keys)))}
    places = np.array([place[key] for key in keys], dtype=np.int64)
    seen = list(zip(np.zeros_like(places) if blocks is None else blocks, places, strict=True))
    many = Counter(seen)
    if ties := [row for row, held in enumerate(seen) if many[held] > 1]:
        raise DataError(fault("shape.errors.order_ties", ties, list(data.ids[ties])))
    return places


def _is_gap(value: Any) -> bool:
    """A missing value, or one with no place among the others."""
    return is_missing(value) or (isinstance(value, float) and not math.isfinite(value))


def _comparable(values: list[Any], data: EmbeddingSet) -> list[Any]:
    """Numbers where all are; else their text, which sorts dates as ISO 8601 writes them."""
    numbers = [_number(value) for value in values]
    if None not in numbers:
        return numbers
    texts = [str(value).strip() for value in values]
    rows = [row for row, number in enumerate(numbers) if number is None]
    if len(rows) < len(values) and not all(map(ISO.fullmatch, texts)):
        raise DataError(fault("shape.errors.order_mixed", rows, list(data.ids[rows]),
                              example=texts[rows[0]]))  # fmt: skip
    return texts


def _number(value: Any) -> int | float | None:
    if isinstance(value, str) and "_" in value:
        return None  # Python's own way of writing 1000, in no file of numbers
    for kind in (int, float):
        try:
            found = kind(value)
        except (TypeError, ValueError):
            continue
        if math.isfinite(found) and (kind is float or isinstance(value, str) or found == value):
            return found
    return None

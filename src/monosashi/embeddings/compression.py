"""Shorter and coarser vectors: the first numbers only, 8 bits or one bit for each.

The vectors given back are those that the compressed index compares, as floats, so that every
measure says what the index would do. None of this is the space of the model: the card says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.checks import blocks_of, zero_rows
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.lengths import row_lengths, unit_rows
from monosashi.embeddings.sets import EmbeddingSet

Quantisation = Literal["int8", "binary"]
KINDS = get_args(Quantisation)
LEVELS = 127
UNIT = 1e-3  # float16 on disk moves a length of 1 by up to half of this
SMALLEST = float(np.finfo(np.float32).tiny) * LEVELS


def cut(data: EmbeddingSet, dimension: int) -> EmbeddingSet:
    """Keep the first ``dimension`` numbers; see ``EmbeddingSet.cut``."""
    _check_dimension(dimension, data.dimension)
    if dimension == data.dimension:
        return data
    unit = data.model.normalised is True or has_unit_length(data.vectors)
    card = replace(_marked(data.model, f"cut {int(dimension)}"), dimension=int(dimension))
    return _changed(data, card, lambda matrix: _shortened(matrix, int(dimension), unit=unit))


def quantised(data: EmbeddingSet, kind: Quantisation, scale: float | None = None) -> EmbeddingSet:
    """Vectors as an index of 8 bits or one bit compares them; see ``EmbeddingSet.quantised``.

    ``scale`` is that of the index (default: the one of these documents).
    """
    check_choice("quantise", kind, KINDS)
    if set((data.model.compression or "").split(", ")) & set(KINDS):
        raise DataError(fault("embeddings.errors.quantised_twice",
                              compression=data.model.compression))  # fmt: skip
    card = _marked(data.model, kind)
    card = replace(card, normalised=False if card.normalised else card.normalised)
    if kind == "binary":
        return _changed(data, card, lambda matrix: _signs(matrix, data))
    step = int8_scale(data.vectors) if scale is None else scale
    return _changed(data, card, lambda matrix: _rounded(matrix, step))


def compressed(
    data: EmbeddingSet,
    dimension: int | None = None,
    kind: Quantisation | None = None,
    *,
    index: EmbeddingSet | None = None,
) -> EmbeddingSet:
    """Cut and quantise a set as an index of ``index`` (default: of itself) holds it.

    Queries are compressed in the same way, on the steps of 8 bits that the index has.
    """
    short = data if dimension is None else cut(data, dimension)
    if kind is None:
        return short
    if kind != "int8" or index is None:
        return quantised(short, kind)
    held = index if dimension is None else cut(index, dimension)
    return quantised(short, kind, int8_scale(held.vectors))


def int8_scale(vectors: FloatArray) -> float:
    """Width of one of the 2 · 127 + 1 steps: the largest absolute number over 127."""
    top = max(max(float(block.max()), -float(block.min())) for _, block in blocks_of(vectors))
    if top < SMALLEST:
        raise DataError(fault("embeddings.errors.too_small", least=f"{SMALLEST:.0e}"))
    return top / LEVELS


def int8_codes(vectors: FloatArray, scale: float) -> npt.NDArray[np.int8]:
    """(n, d) whole numbers from -127 to 127: the nearest step, cut at the ends."""
    codes = np.empty(vectors.shape, dtype=np.int8)
    for start, block in blocks_of(vectors):
        steps = np.rint(block.astype(np.float64) / scale)
        codes[start : start + len(block)] = np.clip(steps, -LEVELS, LEVELS)
    return codes


def bytes_of(dimension: int, kind: Quantisation | None, item: int) -> int:
    """Bytes that one vector takes; ``item`` are those of one number that is not quantised."""
    if kind is None:
        return dimension * item
    return dimension if kind == "int8" else -(-dimension // 8)


def has_unit_length(vectors: FloatArray) -> bool:
    """Whether all vectors with a direction have length 1, up to rounding to float16."""
    lengths = row_lengths(vectors)
    held = lengths[lengths > 0]
    return bool(len(held)) and bool((np.abs(held - 1) <= UNIT).all())


def _changed(
    data: EmbeddingSet, card: ModelCard, change: Callable[[FloatArray], FloatArray]
) -> EmbeddingSet:
    """Both roles changed; vectors that lost everything are legal, but never silent."""
    queries = None if data.query_vectors is None else change(data.query_vectors)
    made = replace(data, vectors=change(data.vectors), query_vectors=queries, model=card)
    rows = sorted(set(made.zero_rows) - set(data.zero_rows))
    if not rows:
        return made
    note = fault("embeddings.notices.lost_vectors", rows, list(made.ids[rows]))
    return replace(made, notices=(*made.notices, note))


def _check_dimension(given: Any, most: int) -> None:
    whole = isinstance(given, int | np.integer) and not isinstance(given, bool)
    if not whole or not 1 <= given <= most:
        raise DataError(fault("embeddings.errors.cut_dimension", given=given, dimension=most))


def _shortened(matrix: FloatArray, dimension: int, *, unit: bool) -> FloatArray:
    kept: FloatArray = np.ascontiguousarray(matrix[:, :dimension])
    if not unit:
        return kept
    out = np.zeros_like(kept)
    held = np.setdiff1d(np.arange(len(kept)), zero_rows(kept))
    out[held] = unit_rows(kept[held])
    return out


def _rounded(matrix: FloatArray, scale: float) -> FloatArray:
    """The values of the steps, in the dtype of ``matrix``."""
    out: FloatArray = int8_codes(matrix, scale).astype(matrix.dtype)
    out *= scale
    return out


def _signs(matrix: FloatArray, data: EmbeddingSet) -> FloatArray:
    """+1 above 0, else -1, as packed bits are unpacked at the door; zero vectors have no signs."""
    if rows := zero_rows(matrix):
        raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
    out: FloatArray = np.where(matrix > 0, np.float32(1), np.float32(-1))
    return out


def _marked(card: ModelCard, step: str) -> ModelCard:
    """Another space, whose canaries are no longer what the model answers."""
    steps = [card.compression] if card.compression else []
    return replace(card, compression=", ".join([*steps, step]), canaries={})

"""What a service answered, held only if it is one finite vector for every text."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import ServiceError, fault
from monosashi.models.embedder import Vectors


class AnsweredVectors:
    """Checks the answers of one service, and that it stays the same model all the time.

    Parameters
    ----------
    name : str
        How messages call the service.
    dimension : int or None
        Numbers of a vector, where they were asked for; else those of the first answer.
    """

    def __init__(self, name: str, dimension: int | None = None) -> None:
        self.name, self._asked, self._seen = name, dimension, dimension
        self._model: str | None = None

    def same_model(self, model: Any) -> None:
        """Refuse an answer of another model than the first one; silence is no change."""
        if not isinstance(model, str) or not model:
            return
        if self._model is None:
            self._model = model
        elif model != self._model:
            raise self._wrong("service_model", before=self._model, now=model)

    def checked(self, answered: Sequence[Any], *, n: int, first: int = 0) -> Vectors:
        """(n, d) float32 of n answered vectors; ``first`` is the row of the first text.

        A vector is a list of numbers, the same in one list more (llama.cpp), or base64 of
        little-endian float32. ``null`` stands for NaN in some servers.

        Raises
        ------
        ServiceError
            Too few or too many vectors, something else than numbers, NaN or infinity, or another
            dimension than before. Nothing of the answer is kept.
        """
        if len(answered) != n:
            raise self._wrong("service_count", given=len(answered), n=n)
        rows = [_numbers(values) for values in answered]
        if bad := [first + row for row, values in enumerate(rows) if values is None]:
            raise self._wrong("service_no_vector", bad)
        found = [values for values in rows if values is not None]
        dimension = self._one_dimension([len(values) for values in found])
        with np.errstate(over="ignore"):
            made: Vectors = np.stack(found).astype(np.float32)
        if gaps := (np.flatnonzero(~np.isfinite(made).all(axis=1)) + first).tolist():
            raise self._wrong("service_non_finite", gaps)
        self._seen = dimension
        return made

    def _one_dimension(self, lengths: list[int]) -> int:
        expected = self._seen or lengths[0]
        other = next((length for length in lengths if length != expected), None)
        if other is not None:
            code = "service_dimension_ignored" if self._asked else "service_dimension"
            raise self._wrong(code, expected=expected, given=other)
        return expected

    def _wrong(self, code: str, rows: Sequence[int] = (), **values: Any) -> ServiceError:
        return ServiceError(fault(f"models.errors.{code}", rows, service=self.name, **values))


def _numbers(values: Any) -> npt.NDArray[np.float64] | None:
    """One vector in float64, or None if it is none."""
    if isinstance(values, str):
        return _from_base64(values)
    if not isinstance(values, list):
        return None
    if len(values) == 1 and isinstance(values[0], list):
        values = values[0]
    usable = all(value is None or type(value) in {int, float} for value in values)
    if not values or not usable:
        return None
    try:
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    except OverflowError:
        return None


def _from_base64(text: str) -> npt.NDArray[np.float64] | None:
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    if not raw or len(raw) % 4:
        return None
    return np.frombuffer(raw, dtype="<f4").astype(np.float64)

"""How near two answers on a scale are to each other."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault

FloatArray = npt.NDArray[np.float64]
Weights = Literal["ordinal", "quadratic", "linear", "identity"]
KNOWN: tuple[Weights, ...] = ("ordinal", "quadratic", "linear", "identity")


def agreement_weights(places: int, kind: Weights) -> FloatArray:
    """(q, q) weights: 1 for the same answer, less the further apart two answers are.

    ``ordinal``: 1 - C(|k - l| + 1, 2) / C(q, 2). ``quadratic``: 1 - ((k - l)/(q - 1))².
    ``linear``: 1 - |k - l|/(q - 1). ``identity``: only the same answer counts (AC1).

    >>> agreement_weights(3, "quadratic").tolist()
    [[1.0, 0.75, 0.0], [0.75, 1.0, 0.75], [0.0, 0.75, 1.0]]
    """
    if kind not in KNOWN:
        known = ", ".join(KNOWN)
        raise DataError(fault("statistics.errors.weights", given=repr(kind), known=known))
    apart = np.abs(np.subtract.outer(np.arange(places), np.arange(places))).astype(np.float64)
    if kind == "identity":
        return np.eye(places)
    if kind == "ordinal":
        return 1 - apart * (apart + 1) / (places * (places - 1))
    share = apart / (places - 1)
    return 1 - (share**2 if kind == "quadratic" else share)

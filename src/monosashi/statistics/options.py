"""Options that several statistics share."""

from __future__ import annotations

from monosashi.embeddings import DataError, fault


def check_confidence(confidence: float) -> None:
    """Refuse what is no level.

    >>> check_confidence(0.95)
    """
    if not 0 < confidence < 1:
        raise DataError(fault("statistics.errors.confidence", given=confidence))

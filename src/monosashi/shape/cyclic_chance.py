"""What R² is by chance where labels rotate along an order."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.shape.configuration import Array


def against_rotations(null: Array) -> tuple[dict[str, Any], dict[str, Fault]]:
    """``expected_r_squared``: the mean over all rotations, or over those drawn of very many.

    (Rotations that give the same partition stand for equally many, so each counts once.)
    """
    names = ("expected_r_squared", "standardised_effect")
    reasons = {names[1]: fault("shape.reasons.restricted")}
    return {names[0]: float(null.mean()), names[1]: None}, reasons

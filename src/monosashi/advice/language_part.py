"""The language part of an audit: measure, mend in several ways, measure again."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import EmbeddingSet
from monosashi.language import (
    LanguageBias,
    RepairEffect,
    language_findings,
    measure_language_bias,
    measure_repair_effect,
)
from monosashi.results import Finding


def measure_language_part(
    data: EmbeddingSet, *, key: str, language: str, **rest: Any
) -> tuple[LanguageBias, RepairEffect, list[Finding]]:
    """Bias, effect of the repairs, and the findings that join them."""
    bias = measure_language_bias(data, key=key, language=language, **rest)
    effect = measure_repair_effect(data, key=key, language=language, before=bias, **rest)
    return bias, effect, language_findings(bias, effect)

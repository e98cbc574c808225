"""The language part of an audit: measure, mend in several ways, measure again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from monosashi.embeddings import DataError, EmbeddingSet, Fault
from monosashi.language import (
    LanguageBias,
    RepairEffect,
    language_findings,
    measure_language_bias,
    measure_repair_effect,
)
from monosashi.results import Finding


@dataclass(frozen=True)
class LanguagePart:
    """Bias, effect of the repairs (or why there is none), and the findings that join them."""

    bias: LanguageBias | None = None
    repairs: RepairEffect | None = None
    why_no_repairs: Fault | None = None
    findings: list[Finding] = field(default_factory=list)


def measure_language_part(
    data: EmbeddingSet,
    *,
    key: str,
    language: str,
    queries: EmbeddingSet | None = None,
    **rest: Any,
) -> LanguagePart:
    """Measure, mend in the ways that exist, measure again.

    With ``queries`` (that have both columns) these ask, else the documents for their translations.
    Too few documents of a language forbid its mean; the bias is then measured all the same.
    """
    asked: dict[str, Any] = {"key": key, "language": language, "queries": queries, **rest}
    bias = measure_language_bias(data, **asked)
    try:
        effect = measure_repair_effect(data, before=bias, **asked)
    except DataError as error:
        return LanguagePart(bias, None, error.faults[0], language_findings(bias))
    return LanguagePart(bias, effect, None, language_findings(bias, effect))


def may_be_mended(findings: Sequence[Finding]) -> bool:
    """Whether mixing languages costs something, or may: then repairs are worth comparing."""
    return any(one.code.startswith("language.drop") and one.level != "good" for one in findings)

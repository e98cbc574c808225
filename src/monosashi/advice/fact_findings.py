"""Which plain facts are worth a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.results import Finding

if TYPE_CHECKING:
    from monosashi.advice.facts import Facts


def fact_findings(facts: Facts) -> list[Finding]:
    """Findings of the plain facts, worst first; none where nothing stands out."""
    makers = (_zero, _cut, _copies, _lengths, _dominant)
    return [finding for maker in makers if (finding := maker(facts)) is not None]


def _zero(facts: Facts) -> Finding | None:
    if not facts.zero_vectors:
        return None
    total = facts.n + facts.zero_vectors
    numbers = {"count": facts.zero_vectors, "total": total}
    return Finding("advice.zero_vectors", "warning", numbers)


def _cut(facts: Facts) -> Finding | None:
    groups = facts.identical_with_other_text
    if not groups:
        return None
    numbers = {"groups": len(groups), "rows": sum(len(g["ids"]) for g in groups),
               "example": " = ".join(groups[0]["ids"][:3])}  # fmt: skip
    smaller = facts.provenance.model.compression is not None
    name = "identical_compressed" if smaller else "identical_vectors"
    return Finding(f"advice.{name}", "warning", numbers)


def _copies(facts: Facts) -> Finding | None:
    if not facts.near_duplicate_pairs:
        return None
    first = facts.near_duplicates[0]
    numbers = {"pairs": facts.near_duplicate_pairs, "n": facts.n,
               "example": f"{first['id_a']} = {first['id_b']}"}  # fmt: skip
    return Finding("advice.near_duplicates", "note", numbers)


def _lengths(facts: Facts) -> Finding | None:
    """Lengths of the model's vectors; those of compressed ones are a matter of how it is done."""
    if facts.unit_norm or facts.provenance.model.compression is not None:
        return None
    numbers = {"mean": facts.norm_mean, "low": facts.norm_low, "high": facts.norm_high}
    return Finding("advice.norms", "note", numbers)


def _dominant(facts: Facts) -> Finding | None:
    if not facts.dominant_dimensions:
        return None
    top = facts.dominant_dimensions[0]
    numbers = {"count": len(facts.dominant_dimensions), "even": 1 / facts.dimension, **top}
    numbers["centred_share"] = numbers["centred_share"] or 0.0
    return Finding("advice.dominant_dimensions", "note", numbers)

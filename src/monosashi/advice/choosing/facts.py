"""What is counted and not sampled: texts cut, size of a vector, speed of the embedder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monosashi.advice.choosing.criterion import Criterion, exact_rows
from monosashi.advice.choosing.scales import BYTES, SHARE_LOST, SPEED, Scale
from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Estimate

CUT, WINDOWS = "models.notices.truncated", "models.notices.windowed"


@dataclass(frozen=True)
class EmbedderFacts:
    """What is known of a model beside its vectors; None means not known.

    Attributes
    ----------
    texts_per_second : float or None
        Measured where it embedded; it holds for that machine and these texts.
    share_cut : float or None
        Share of the texts that are longer than the model reads.
    model_bytes : int or None
        Size of the file of weights.
    """

    texts_per_second: float | None = None
    share_cut: float | None = None
    model_bytes: int | None = None


def fact_criteria(panel: Panel, known: Mapping[str, EmbedderFacts]) -> list[Criterion]:
    """Texts cut, bytes of a vector, speed."""
    facts = {name: known.get(name, EmbedderFacts()) for name in panel.names}
    cut = {name: _share_cut(one, facts[name]) for name, one in panel}
    size = {name: vector_bytes(one) for name, one in panel}
    speed = {name: one.texts_per_second for name, one in facts.items()}
    return [
        _counted("truncation", SHARE_LOST, cut, fault("choosing.reasons.no_tokens"), panel.n),
        _counted("size", BYTES, size, fault("choosing.reasons.no_size"), panel.n),
        _counted("speed", SPEED, speed, fault("choosing.reasons.no_speed"), panel.n),
    ]


def _counted(
    name: str, scale: Scale, values: Mapping[str, float | None], why: Fault, n: int
) -> Criterion:
    held = {model: value for model, value in values.items() if value is not None}
    levels = {model: Estimate(value, None, None, None, "counted", n)
              for model, value in held.items()}  # fmt: skip
    holes = {model: why for model in values if model not in held}
    return Criterion(name, name, scale, "", levels, {}, exact_rows(held), holes)


def vector_bytes(data: EmbeddingSet) -> float:
    """Bytes of one vector as float32, or as compression made it.

    >>> vector_bytes(EmbeddingSet.from_arrays([[1.0, 0.0]]))
    8.0
    """
    told = data.model.compression or ""
    if "binary" in told:
        return float(-(-data.dimension // 8))
    return float(data.dimension) * (1 if "int8" in told else 2 if "float16" in told else 4)


def _share_cut(data: EmbeddingSet, facts: EmbedderFacts) -> float | None:
    """As given, else as the embedder said beside its vectors."""
    if facts.share_cut is not None:
        return facts.share_cut
    for note in data.notices:
        if note.code == CUT:
            return len(note.rows) / int(note.values["n"])
        if note.code == WINDOWS:
            return 0.0
    return None

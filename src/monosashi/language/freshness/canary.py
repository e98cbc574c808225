"""Fixed texts whose vectors the repair keeps: whether they still come out the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

import numpy as np

from monosashi.embeddings import ModelCard
from monosashi.models.canaries import SAME

if TYPE_CHECKING:
    from monosashi.models import Embedder
    from monosashi.models.embedder import Role

Held = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Canary:
    """The fixed text that moved most.

    Attributes
    ----------
    texts : int
        How many were compared.
    cosine : float
        The smallest cosine of a text's vector then and now; 0 for another dimension.
    text : str
        Which text that is.
    source : "embedder", "sample" or "index"
        Where today's vectors come from: embedded now, or kept with the vectors of today.
    """

    texts: int
    cosine: float
    text: str
    source: Literal["embedder", "sample", "index"]

    @property
    def changed(self) -> bool:
        """Whether it is below 0.999."""
        return self.cosine < SAME


def compare_canaries(
    fitted: ModelCard, sample: ModelCard, index: ModelCard | None, embedder: Embedder | None
) -> Canary | None:
    """Every source that shares a text with the repair; the worst of them, None without any."""
    found = []
    if embedder is not None and fitted.canaries:
        found.append(_worst(fitted.canaries, _embedded(fitted, embedder), "embedder"))
    found.append(_worst(fitted.canaries, sample.canaries, "sample"))
    if index is not None:
        found.append(_worst(fitted.canaries, index.canaries, "index"))
    return min((one for one in found if one is not None), key=lambda one: one.cosine, default=None)


def _embedded(fitted: ModelCard, embedder: Embedder) -> Held:
    from monosashi.models.canaries import embed_canaries

    texts = list(fitted.canaries)
    role = cast("Role", fitted.role if fitted.role in ("query", "passage") else "passage")
    vectors = embed_canaries(embedder, role, texts)
    return {text: tuple(map(float, row)) for text, row in zip(texts, vectors, strict=True)}


def _worst(then: Held, now: Held, source: Literal["embedder", "sample", "index"]) -> Canary | None:
    shared = [text for text in then if text in now]
    if not shared:
        return None
    cosines = {text: _cosine(then[text], now[text]) for text in shared}
    text = min(shared, key=cosines.__getitem__)
    return Canary(len(shared), cosines[text], text, source)


def _cosine(then: Sequence[float], now: Sequence[float]) -> float:
    if len(then) != len(now):
        return 0.0
    a, b = np.array(then, dtype=np.float64), np.array(now, dtype=np.float64)
    lengths = np.sqrt(np.add.reduce(a * a)) * np.sqrt(np.add.reduce(b * b))
    if lengths == 0:
        return 1.0 if np.array_equal(a, b) else 0.0
    return float(np.clip(np.add.reduce(a * b) / lengths, -1.0, 1.0))

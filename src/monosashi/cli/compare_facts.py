"""What is known of the models that embedded in this run: speed, texts cut, size of the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.advice.choosing import EmbedderFacts
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder

ENOUGH = 50  # texts: fewer say little about a speed


@dataclass
class Stopwatch:
    """Texts that a model embeds and the seconds it takes, without the call that loads it."""

    texts: int = 0
    seconds: float = 0.0
    loaded: bool = False

    @classmethod
    def on(cls, embedder: Embedder) -> Stopwatch:
        """Time every later call of this object's ``embed``; other objects are left alone."""
        watch, embed = cls(), embedder.embed

        def timed(texts: Sequence[str], *rest: Any, **options: Any) -> Any:
            start = perf_counter()
            made = embed(texts, *rest, **options)
            if watch.loaded:
                watch.texts += len(texts)
                watch.seconds += perf_counter() - start
            watch.loaded = True
            return made

        object.__setattr__(embedder, "embed", timed)  # frozen ones, too
        return watch

    @property
    def speed(self) -> float | None:
        """Texts a second; None of too few texts."""
        if self.texts < ENOUGH or self.seconds <= 0:
            return None
        return self.texts / self.seconds


def facts_of(embedder: Embedder, watch: Stopwatch, made: EmbeddingSet) -> EmbedderFacts:
    """Facts of one model; texts cut are known where its tokenizer is."""
    from monosashi.advice.choosing import EmbedderFacts

    known = made.model.token_limit is not None
    noted = any(note.code.startswith("models.notices.truncated") for note in made.notices)
    return EmbedderFacts(watch.speed, 0.0 if known and not noted else None, _weights(embedder))


def _weights(embedder: Embedder) -> int | None:
    """Bytes of the file of weights, where the model keeps one."""
    path = getattr(getattr(embedder, "_files", None), "weights", None)
    return path.stat().st_size if isinstance(path, Path) and path.is_file() else None

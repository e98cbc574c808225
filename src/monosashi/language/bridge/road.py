"""From a text in one language to a vector in the index of another, and what that takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, TextSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.language.bridge.toll import Toll
from monosashi.language.freshness.canary import compare_canaries
from monosashi.language.same_model import model_faults
from monosashi.models import Embedder, Role, embed, embedder
from monosashi.models.translators import Translator, translate, translator

Translators = Translator | str | Sequence[Translator | str]
BoolArray = npt.NDArray[np.bool_]


@dataclass(eq=False)
class Road:
    """Translators and the embedder of the index.

    Attributes
    ----------
    translators : tuple of Translator
        The first that knows two languages is asked.
    embedder : Embedder
    store : path, False or None
        Where translations and vectors are kept; None is the default place.
    invalid : "error" or "drop"
        Whether a text without a translation stops everything, or is left out and counted.
    toll : Toll
    announce : callable, optional
        Told (translator, texts, source, target) before texts are translated.
    """

    translators: tuple[Translator, ...]
    embedder: Embedder
    store: str | Path | bool | None = None
    invalid: str = "error"
    toll: Toll = field(default_factory=Toll)
    announce: Callable[[str, int, str, str], None] | None = None

    @classmethod
    def of(
        cls,
        translators: Translators,
        embedded_by: Embedder | str,
        *,
        store: str | Path | bool | None = None,
        invalid: str = "error",
    ) -> Road:
        """Make what is named by a line."""
        single = isinstance(translators, str) or not isinstance(translators, Sequence)
        given = [translators] if single else list(translators)  # type: ignore[arg-type]
        made = [translator(one) if isinstance(one, str) else one for one in given]
        model = embedder(embedded_by) if isinstance(embedded_by, str) else embedded_by
        return cls(tuple(made), model, store, invalid)  # type: ignore[arg-type]

    def leads(self, source: str, target: str) -> bool:
        """Whether any translator knows the two languages."""
        return any(one.knows(source, target) for one in self.translators)

    def vectors(
        self, texts: TextSet, source: str, target: str, *, role: Role = "passage",
        like: EmbeddingSet,
    ) -> tuple[FloatArray, BoolArray]:  # fmt: skip
        """(n, d) vectors of the translations, and which rows have one (others are zeros).

        Raises
        ------
        DataError
            No translator knows the languages; the embedder is not the model of ``like``; texts
            without a translation, unless they may be dropped.
        ServiceError
            A translator or an embedder failed; what it had answered is kept.
        """
        asked = next((one for one in self.translators if one.knows(source, target)), None)
        if asked is None:
            names = ", ".join(one.name for one in self.translators)
            raise DataError(fault("language.errors.no_road", source=source, target=target,
                                  names=names))  # fmt: skip
        keys = [
            None if key is None else str(key) for key in texts.columns.get("key", [None] * texts.n)
        ]
        if self.announce is not None:
            self.announce(asked.name, texts.n, source, target)
        made = translate(list(texts.texts), asked, source, target, keys=keys, store=self.store,
                         ids=list(texts.ids), invalid=self.invalid)  # fmt: skip
        self.toll.translating = self.toll.translating.plus(made.cost)
        if made.missing:
            self.toll.missing[source, target] = [str(texts.ids[row]) for row in made.missing]
        rows = [row for row, text in enumerate(made.texts) if text is not None]
        out: FloatArray = np.zeros((texts.n, like.dimension), dtype=np.float32)
        if rows:
            out[rows] = self._embedded([str(made.texts[row]) for row in rows], role, like)
        there = np.zeros(texts.n, dtype=bool)
        there[rows] = True
        return out, there

    def _embedded(self, texts: list[str], role: Role, like: EmbeddingSet) -> FloatArray:
        began = time.perf_counter()
        made = embed(texts, self.embedder, role=role, store=self.store)
        self.toll.embedding_seconds += time.perf_counter() - began
        self.toll.embedded += len(texts)
        faults: list[Fault] = model_faults(like, made, sides=("index", "translations"), roles=False)
        worst = compare_canaries(like.model, made.model, None, None)
        if worst is not None and worst.changed:
            faults.append(fault("language.errors.gate_canary", cosine=worst.cosine))
        if faults:
            raise DataError(*faults)
        return made.vectors

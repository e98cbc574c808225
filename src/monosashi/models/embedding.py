"""`embed`: texts to a set of vectors, each different text sent once and never again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet, TextSet
from monosashi.models.answering import Answering
from monosashi.models.embedder import Embedder, Vectors
from monosashi.models.filling import fill
from monosashi.models.job import Job, Progress, Roles, Store, prepared
from monosashi.models.keeping import telling_what_is_kept, total_counts
from monosashi.models.notices import notices_of


def embed(
    texts: TextSet | Sequence[str],
    embedder: Embedder | str,
    *,
    role: Roles = "both",
    max_chars: int | None = None,
    store: Store = None,
    progress: Progress | None = None,
) -> EmbeddingSet:
    """Embed texts; what a model has answered before comes from the store of answers.

    The set says which model made it and when, how far texts were read, and how the model embeds a
    few fixed texts (``model.canaries``). When the model behind a name is another one than at the
    stored answers, or changes while it answers, nothing is mixed: one error says so. It cannot
    notice a change that leaves the fixed texts as they were (cosine 0.999 or more).

    Parameters
    ----------
    texts : TextSet or sequence of n texts
        Ids, columns and notices are kept; the text becomes the column ``text``.
    embedder : Embedder or str
        A name is looked up as ``embedder(name)`` does. One that must be fitted is fitted to these
        texts.
    role : "both", "query" or "passage"
        ``"both"``: passages in ``vectors``, and for models with roles the same texts as queries
        in ``query_vectors``. Otherwise ``vectors`` has that role.
    max_chars : int, optional
        Characters of every text that are sent; what was cut is counted in the notices.
    store : AnswerStore, path, False or None
        None is the default place (``AnswerStore``), False keeps nothing. Models that embed faster
        than a store reads never use one.
    progress : function of (vectors made, vectors in all), optional

    Returns
    -------
    EmbeddingSet
        n rows in the order of the texts, float32. Identical texts have identical vectors.

    Raises
    ------
    DataError
        Texts that cannot be embedded (all rows are named), a model that returned something else
        than one finite vector for every text, or a model that has changed.
    ServiceError
        An outside service failed. What it had answered is kept, and the same call goes on there.

    Examples
    --------
    >>> made = embed(["good morning", "good night", "good morning"], "hashing?dimension=64")
    >>> made.n, made.dimension, len(made.model.canaries)
    (3, 64, 5)
    >>> bool((made.vectors[0] == made.vectors[2]).all())
    True
    """
    with prepared(texts, embedder, role=role, max_chars=max_chars, store=store,
                  progress=progress) as job:  # fmt: skip
        sides = [job.answering(one) for one in job.roles]
        with telling_what_is_kept(job, sides, None):
            arrays = [_filled(job, side) for side in sides]
            return _set_of(job, sides, arrays)


def _filled(job: Job, side: Answering) -> Vectors:
    rows: Vectors = np.empty((job.texts.n, side.dimension), dtype=np.float32)
    fill(rows, job.sending, side)
    return rows


def _set_of(job: Job, sides: list[Answering], arrays: list[Any]) -> EmbeddingSet:
    made = EmbeddingSet.from_arrays(
        arrays[0],
        ids=job.texts.ids,
        columns=job.columns(),
        model=job.card(sides[0].watch),
        query_vectors=arrays[1] if len(arrays) > 1 else None,
    )
    damaged = total_counts(sides).damaged
    return replace(made, notices=(*job.texts.notices, *notices_of(job, damaged), *made.notices))

"""The two shipped sets of real texts, with the vectors of two models.

Attribution and licences stand in DATA-LICENSES.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.demo.shipped import shipped_arrays, shipped_card, shipped_rows
from monosashi.embeddings import DataError, EmbeddingSet, fault

MODELS = ("use-multilingual", "multilingual-e5-small")
LANGUAGES = ("ja", "en")
TATOEBA_TEXTS = "tatoeba.jsonl"
BANKING_TEXTS = "banking77.jsonl"


def tatoeba(model: str) -> EmbeddingSet:
    """300 everyday sentences in Japanese and English (human translations from Tatoeba).

    Parameters
    ----------
    model : "use-multilingual" or "multilingual-e5-small"

    Returns
    -------
    EmbeddingSet
        600 rows: all Japanese ones, then all English ones in the same order. Ids are
        ``"tat-0700/ja"``; columns ``key`` (the pair), ``language`` and ``text``. Only
        multilingual-e5-small has ``query_vectors``: the other model has no roles.

    Raises
    ------
    DataError
        There is no such model, or a shipped file is damaged.

    Examples
    --------
    >>> pairs = tatoeba("use-multilingual")
    >>> pairs.n, pairs.dimension, str(pairs.ids[0])
    (600, 512, 'tat-0700/ja')
    """
    rows, file = shipped_rows(TATOEBA_TEXTS), vector_file("tatoeba", model)
    arrays = _aligned(file, [row["id"] for row in rows])
    columns = {
        "key": [row["id"] for _ in LANGUAGES for row in rows],
        "language": [language for language in LANGUAGES for _ in rows],
        "text": [row["text"][language] for language in LANGUAGES for row in rows],
    }
    ids = [f"{key}/{lang}" for key, lang in zip(columns["key"], columns["language"], strict=True)]
    documents, queries = _stacked(arrays, "passage"), _stacked(arrays, "query")
    return EmbeddingSet.from_arrays(
        documents, ids=ids, columns=columns, model=shipped_card(file), query_vectors=queries
    )


def banking(model: str) -> EmbeddingSet:
    """300 questions of bank customers: 10 intents of Banking77, 30 test questions each.

    The first 10 intents by name (capitals first) and the first 30 questions of each in the test
    split; passage role. For ``model``, errors and checks see ``tatoeba``.

    Returns
    -------
    EmbeddingSet
        300 rows; columns ``intent`` and ``text``.

    Examples
    --------
    >>> questions = banking("multilingual-e5-small")
    >>> questions.n, questions.dimension, len(set(questions.columns["intent"]))
    (300, 384, 10)
    """
    rows, file = shipped_rows(BANKING_TEXTS), vector_file("banking77", model)
    ids = [row["id"] for row in rows]
    columns = {name: [row[name] for row in rows] for name in ("intent", "text")}
    vectors = _aligned(file, ids)["vectors"]
    return EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns, model=shipped_card(file))


def vector_file(dataset: str, model: str) -> str:
    """Name of the npz with the vectors of one data set by one model."""
    if model not in MODELS:
        choices = ", ".join(MODELS)
        raise DataError(
            fault("embeddings.errors.bad_choice", name="model", given=model, choices=choices)
        )
    return f"{dataset}.{model}.npz"


def _aligned(file: str, ids: list[str]) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a file, whose own ids must be those of the texts in the same order."""
    arrays = shipped_arrays(file)
    if arrays["ids"].tolist() != ids:
        raise DataError(fault("demo.errors.other_ids", name=file))
    return arrays


def _stacked(arrays: dict[str, npt.NDArray[Any]], role: str) -> npt.NDArray[Any] | None:
    """Both languages below each other; arrays without a role serve as passages."""
    names = [f"{language}_{role}" for language in LANGUAGES]
    if names[0] not in arrays and role == "passage":
        names = list(LANGUAGES)
    return np.concatenate([arrays[name] for name in names]) if names[0] in arrays else None

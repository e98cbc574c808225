"""One document of every kind that a page is made of."""

from functools import partial

import numpy as np
from report.documents import audit, demo
from report.robustness_documents import DOCUMENTS as ROBUSTNESS

import monosashi as ms
from monosashi.advice.embedding_map import measure_map
from monosashi.advice.fidelity_document import FidelityDocument
from monosashi.advice.map_document import map_document
from monosashi.advice.robustness_document import robustness_document
from monosashi.embeddings import EmbeddingSet
from monosashi.language import measure_language_bias
from monosashi.retrieval import compare_retrieval, measure_retrieval
from monosashi.shape import compare_shapes, measure_shape


def cloud(n, d=6, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d)) + 0.5


def named(n=60, seed=0):
    columns = {"topic": [f"話題 {i % 5}" for i in range(n)], "text": [f"文 {i}" for i in range(n)]}
    return EmbeddingSet.from_arrays(cloud(n, seed=seed), columns=columns)


def pages(keys=40):
    topics = cloud(keys)
    tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], keys, axis=0)
    vectors = np.hstack([np.vstack([topics, topics + 0.1 * cloud(keys, seed=1)]), tongue])
    columns = {"slug": [*range(keys)] * 2, "lang": ["ja"] * keys + ["en"] * keys}
    return EmbeddingSet.from_arrays(vectors, columns=columns)


def mapped(projection="pca"):
    return map_document(measure_map(named(), labels="topic", projection=projection), title="地図")


def real_audit():
    return ms.audit(pages(), key="slug", language="lang", title="実測", permutations=19)


def shape():
    return measure_shape(named(), "topic", permutations=19)


def compared():
    return compare_shapes(ms.Panel.of(named(seed=0), named(seed=1)), "topic")


def language():
    return measure_language_bias(pages(), key="slug", language="lang")


def repairs():
    return ms.compare_language_repairs(pages(60), key="slug", language="lang")


def hubs():
    return ms.measure_hubs(cloud(80), rng=0)


def reductions():
    return ms.compare_reductions(cloud(80), k=5)


def searched(seed=0):
    held = named(seed=seed)
    gold = dict(zip(map(str, held.ids), map(str, held.ids), strict=True))
    return measure_retrieval(held, held, gold=gold, name=f"m{seed}", rng=0)


def searches():
    both = [searched(0), searched(1)]
    return [*both, compare_retrieval(both, rng=0)]


def fidelity():
    found = ms.measure_fidelity(cloud(80), cloud(80, seed=1), metrics=("recall", "density"))
    return FidelityDocument(provenance=found.provenance, part=found, title="t")


def generators():
    return ms.compare_generators(cloud(80), cloud(60, seed=1), cloud(60, seed=2))


def robustness(kind):
    return robustness_document(ROBUSTNESS[kind](), {"rng": 0}, title=kind)


MEASURED = (mapped, real_audit, shape, compared, language, repairs, hubs, reductions, searches,
            fidelity, generators)  # fmt: skip
KINDS = {
    "audit": audit,
    "demo": demo,
    **{make.__name__: make for make in MEASURED},
    **{f"robustness {kind}": partial(robustness, kind) for kind in ROBUSTNESS},
}

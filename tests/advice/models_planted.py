"""Models with planted strengths: whose pages in two languages, queries and scores are known."""

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.panel import Panel

N, D = 60, 16
IDS = [f"k{i}-{language}" for language in ("en", "ja") for i in range(N)]
COLUMNS = {"key": [f"k{i}" for i in range(N)] * 2, "language": ["en"] * N + ["ja"] * N,
           "topic": [f"t{i % 12}" for i in range(2 * N)]}  # fmt: skip
GOLD = {f"q{i}": f"k{i}-en" for i in range(N)}


def pages(seed=0, offset=0.0, noise=0.3):
    """Pages whose translations lie ``offset`` aside."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(N, D))
    vectors = np.concatenate([base, base]) + noise * rng.normal(size=(2 * N, D))
    vectors[N:, 0] += offset
    return EmbeddingSet.from_arrays(vectors, ids=IDS, columns=COLUMNS)


def queries(documents, noise=0.8, seed=9):
    """Queries near the English pages."""
    moved = noise * np.random.default_rng(seed).normal(size=(N, D))
    return EmbeddingSet.from_arrays(documents.vectors[:N] + moved, ids=list(GOLD))


def panel_of(*sets):
    return Panel.of(*sets, names=[f"m{i}" for i in range(len(sets))])


def cube(losses, datasets=8, seed=0):
    """Scores of models that lose exactly so many points on average, with noise of one point."""
    noise = np.random.default_rng(seed).normal(size=(len(losses), datasets))
    noise -= noise.mean(axis=1, keepdims=True)
    return [{"model": f"m{m}", "dataset": f"d{d}", "transformation": "typos", "axis": "surface",
             "generator": "rules", "original": 80.0, "transformed": float(80 - loss - noise[m, d])}
            for m, loss in enumerate(losses) for d in range(datasets)]  # fmt: skip

"""Pages whose versions are cut into different numbers of chunks, and nothing else."""

import numpy as np

from monosashi.embeddings import EmbeddingSet


def without_language(rng, chunks, n=150, noise=0.9):
    """Topics, and chunks around them that are alike in all languages but for their number."""
    topics, rows, columns = rng.normal(size=(n, 10)), [], {"key": [], "lang": []}
    for name, many in chunks.items():
        rows.append(np.repeat(topics, many, axis=0) + noise * rng.normal(size=(n * many, 10)))
        columns["key"] += np.repeat(np.arange(n), many).tolist()
        columns["lang"] += [name] * (n * many)
    return EmbeddingSet.from_arrays(np.concatenate(rows), columns=columns)

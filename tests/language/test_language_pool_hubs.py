"""Hubs of a mixed pool with independent queries, as many as documents."""

from monosashi.embeddings import EmbeddingSet
from monosashi.language import measure_language_bias

COLUMNS = {"key": "key", "language": "lang"}


def test_as_many_queries_as_documents_that_all_find_their_own_row(made_set):
    pages = made_set(40, 0.5, noise=0.1)
    asked = EmbeddingSet.from_arrays(
        pages.vectors, ids=[f"q{name}" for name in pages.ids], columns=dict(pages.columns)
    )
    straight = measure_language_bias(pages, queries=asked, **COLUMNS)
    turned = measure_language_bias(pages, queries=asked.take([*range(1, 80), 0]), **COLUMNS)
    assert straight.hubs is not None
    assert straight.hubs == turned.hubs

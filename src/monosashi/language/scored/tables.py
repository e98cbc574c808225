"""CSLS and margin as whole tables of scores, for vectors at hand."""

from __future__ import annotations

from monosashi.embeddings.sets import Column
from monosashi.language.scored.blocks import Float64Array
from monosashi.language.scored.hubness import CSLSBlocks, MarginBlocks
from monosashi.language.scored.table_inputs import TableAsked, Vectors


def csls_scores(
    queries: Vectors,
    documents: Vectors,
    *,
    language: Column | None = None,
    query_language: Column | None = None,
    probes: Vectors | None = None,
    k: int = 10,
) -> Float64Array:
    """Score queries with documents by cosine, less what crowds around both (CSLS).

    A document that is near to everything gains least. With ``language`` the crowd is that of the
    query's own language, which lifts foreign documents to where they belong; on raw vectors this
    mends most of what language does to a mixed pool. Scores order the documents of one query;
    they are no cosines, and thresholds for cosines do not fit them.

    Parameters
    ----------
    queries : EmbeddingSet or (n, d) array
    documents : EmbeddingSet or (m, d) array
    language : column name or (m,) values, optional
        Language of every document. The documents in a query's language are then its probes; none
        counts itself.
    query_language : column name or (n,) values, optional
        Language of every query; default the name given as ``language``.
    probes : EmbeddingSet or (p, d) array, optional
        Other rows to measure the crowd around documents with. Without ``language`` and
        ``probes`` the queries are used.
    k : int
        Neighbours that make a crowd.

    Returns
    -------
    (n, m) float64 array
        The whole table: n x m x 8 bytes.

    Raises
    ------
    DataError
        Both ``language`` and ``probes``; a k below 1, or more than there are documents or probes;
        queries in a language without documents; zero vectors; different dimensions or models.

    Notes
    -----
    2 cos(q, d) - r(q) - r(d), where r(q) is the mean cosine of q with the k nearest documents and
    r(d) that of d with the k nearest probes (Conneau et al. 2018, arXiv 1710.04087).

    Examples
    --------
    >>> scores = csls_scores([[1, 0], [0, 1]], [[1, 0], [1, 1]], k=1)
    >>> scores[0].round(3).tolist()
    [0.0, -0.293]
    """
    asked = TableAsked.of(queries, documents, language=language,
                      query_language=query_language, probes=probes, k=k)  # fmt: skip
    return asked.table(CSLSBlocks)


def margin_scores(
    queries: Vectors,
    documents: Vectors,
    *,
    language: Column | None = None,
    query_language: Column | None = None,
    probes: Vectors | None = None,
    k: int = 4,
) -> Float64Array:
    """Score queries with documents by cosine, over the mean of what crowds around both.

    As ``csls_scores``, as a ratio: 1 says that a document is as near as the neighbours of both
    are on average. It needs crowds with positive cosines.

    Parameters
    ----------
    queries, documents, language, query_language, probes, k : as in ``csls_scores``

    Returns
    -------
    (n, m) float64 array

    Raises
    ------
    DataError
        As ``csls_scores``; and queries (by row) around which the mean cosine is not above 0, where
        a ratio has no meaning.

    Notes
    -----
    cos(q, d) / ((r(q) + r(d)) / 2) (Artetxe and Schwenk 2019, arXiv 1811.01136).

    Examples
    --------
    >>> margin_scores([[1, 0], [0, 1]], [[1, 0], [1, 1]], k=1).round(3).tolist()
    [[1.0, 0.828], [0.0, 1.0]]
    """
    asked = TableAsked.of(queries, documents, language=language,
                      query_language=query_language, probes=probes, k=k)  # fmt: skip
    return asked.table(MarginBlocks)

"""``measure_retrieval``: queries with known answers, searched among documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.results import Provenance
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.assembling import metric_fields
from monosashi.retrieval.design import design_notices
from monosashi.retrieval.exclusion import Exclude
from monosashi.retrieval.options import Seed, Settings
from monosashi.retrieval.passing import misses_of, score_pass, search, table_of
from monosashi.retrieval.results import Retrieval
from monosashi.retrieval.why_none import vector_reasons


def measure_retrieval(
    queries: EmbeddingSet | Any,
    documents: EmbeddingSet | Any,
    *,
    gold: Any,
    document: Any = None,
    ks: tuple[int, ...] = (1, 5, 10),
    ndcg_ks: tuple[int, ...] = (10,),
    exclude: Exclude = None,
    groups: Any = None,
    name: str | None = None,
    confidence: float = 0.95,
    rng: Seed = None,
    n_jobs: int | None = None,
) -> Retrieval:
    """Measure how well the known answers of queries are found by cosine, exactly.

    Recall@k, hits@k, nDCG@k, MRR and MAP, averaged over all judged queries, with intervals for
    other queries of the same kind on the same documents. They say nothing about answers that
    nobody judged: a right document without a grade counts as wrong. Ties (cosines within 1e-9)
    count against the system; ``optimistic`` has them in its favour.

    Parameters
    ----------
    queries, documents : EmbeddingSet or (n, d) array
        Queries use ``query_vectors`` where the set has them. Both must be of one model; role,
        prefix and task may differ.
    gold : Gold, mapping, column
        What ``Gold.of`` takes (query id to document id, ids, or ``{id: grade}``), or a column of
        the queries with the document id, or a list of ids, in every row.
    document : column of ``documents``, optional
        The document each row (chunk) belongs to. A document scores by its best chunk; gold ids
        are then ids of documents.
    ks, ndcg_ks : whole numbers from 1
    exclude : "id" or column names, optional
        Hide from a query the document with its own id, or those equal to it in all the named
        columns (``"id"`` may be one); ids equal in two languages need ``("language", "key")``.
    groups : column of ``queries``, optional
        Queries of one group are not independent (paraphrases, questions on one page): intervals
        are over whole groups.
    name : str, optional
        Default: the model's name.
    confidence : float
    rng : int or Generator, optional
        For the standard errors, which resample units; None is seed 0.
    n_jobs : int, optional
        Threads; default every core.

    Returns
    -------
    Retrieval

    Raises
    ------
    DataError
        Another dimension or model on the two sides, zero vectors (by id), gold that names no
        query or no document here, a gold document hidden by ``exclude``; all are listed.

    References
    ----------
    Definitions of recall, nDCG (Järvelin & Kekäläinen 2002, as in trec_eval: gain = grade), MRR
    and MAP are those of trec_eval; a missing query counts as 0. Intervals: Korn & Graubard 1998
    over units, Clopper-Pearson for plain hits and misses (``mean_interval``).

    Examples
    --------
    >>> documents = [[1, 0], [0, 1], [0.8, 0.6]]
    >>> found = measure_retrieval([[1, 0.1], [0.9, 0.7]], documents, gold={"0": "0", "1": "1"})
    >>> found.recall[1].value, found.ranks.pessimistic.tolist()
    (0.5, [1.0, 3.0])
    """
    settings = Settings.of(ks, ndcg_ks, confidence, rng)
    asking = Asking.of(queries, documents, gold=gold, document=document, exclude=exclude,
                       groups=groups)  # fmt: skip
    found, margins = search(asking, n_jobs)
    scored = score_pass(asking, found, settings)
    table = table_of(asking, found, scored, margins)
    card = asking.library.set.model
    provenance = Provenance.of(
        asking.library.set, queries=fingerprint(asking.queries), exclude=exclude,
        grouped=groups is not None, chunked=document is not None, rng=settings.seed,
    )  # fmt: skip
    notices = (*asking.notices,
               *design_notices(table, asking.units.n, grouped=groups is not None))  # fmt: skip
    return Retrieval(
        provenance=replace(provenance, notices=notices),
        reasons=vector_reasons(table),
        name=(card.name or "") if name is None else name,
        n_documents=asking.library.n,
        n_unjudged=asking.judgement.n_unjudged,
        golds_absent=asking.absent,
        n_excluded=len(asking.task.hidden.documents),
        depth=None,
        misses=misses_of(asking, table, found, scored),
        **metric_fields(table, asking.units, settings),
    )

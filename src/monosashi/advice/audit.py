"""The main job: everything that one set of vectors can say about itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.advice.audit_columns import names_of_columns, with_columns
from monosashi.advice.audit_result import Audit
from monosashi.advice.auditor import Auditor, Progress
from monosashi.advice.compression_part import Compressing, measure_compression_part
from monosashi.advice.facts import without_zero_rows
from monosashi.advice.search_asked import search_asked
from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.compression import Quantisation
from monosashi.embeddings.errors import Faults
from monosashi.results import Provenance

__all__ = ["Audit", "audit"]


def audit(
    data: EmbeddingSet | Any,
    *,
    groups: Column | None = None,
    key: Column | None = None,
    language: Column | None = None,
    queries: EmbeddingSet | Any | None = None,
    gold: Any = None,
    query_groups: Column | None = None,
    document: Column | None = None,
    exclude: Any = None,
    cut: int | None = None,
    quantise: Quantisation | None = None,
    k: int = 10,
    permutations: int = 999,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    title: str = "",
    source: str | None = None,
    command: str | None = None,
    progress: Progress = lambda _: None,
) -> Audit:
    """Measure what the columns allow, try the repairs that exist, and measure again.

    Facts and hubs are always measured (by cosine); shape needs ``groups``; language needs ``key``
    and ``language``; search needs ``queries`` and ``gold``. Without queries whose answers are known
    nothing here says how good a search is: hubs and shape describe the space, language measures one
    fault of mixed search. With them the ranks say it, for queries like these, and four layers show
    what they rest on.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        Rows without a direction (all zeros) are counted and left out.
    groups, key, language : column name or (n,) values
        ``key`` names what is said, ``language`` in which language: rows that share a key are
        translations of each other.
    queries : EmbeddingSet or (n, d) array, optional
        Queries in the same space, in the query role where the model has one.
    gold : Gold, or mapping of query id to a document id, several, or ``{id: grade}``, optional
    query_groups : column name of ``queries``, (n,) values, or a mapping of id to value, optional
        Equal labels mark wordings of one question: they stand or fall together in intervals, and
        show how far a query moves with its wording.
    document : column name or (n,) values, optional
        Name of the document each row belongs to, where documents are chunks.
    exclude : optional
        What a query never sees; as in ``measure_retrieval``.
    cut : whole number from 1 to d, optional
    quantise : "int8" or "binary", optional
        Give ``data`` and ``queries`` as the model gave them: what compression loses is measured
        on them, and everything else on the vectors that a compressed index would hold.
    k : int
        Neighbours per list for hubs and compression.
    permutations, confidence, rng
        Settings of the tests and intervals; ``rng=None`` means seed 0.
    title, source, command : text for the report
    progress : callable
        Told the name of each part as it starts.

    Raises
    ------
    DataError
        Missing columns, missing labels, fewer than two rows that have a direction, queries without
        gold or gold without queries, a cut of more numbers than there are, vectors quantised
        already, and all that ``measure_retrieval`` refuses.

    Examples
    --------
    >>> import numpy as np
    >>> vectors = np.random.default_rng(0).normal(size=(60, 8))
    >>> audit(vectors, groups=["a", "b", "c"] * 20, permutations=99).shape.n_groups
    3
    """
    seed = _seed(rng)
    _check_whole(k=(k, 1), rng=(seed, 0))
    whole = as_set(data)
    columns = {"groups": groups, "key": key, "language": language, "document": document}
    faults = Faults()
    search = faults.attempt(search_asked, queries, gold, query_groups, exclude)
    joined = faults.attempt(with_columns, whole, columns)
    faults.raise_any()
    whole = whole if joined is None else joined
    _with_direction(whole)
    named = {name: f"__{name}__" if given is not None else None for name, given in columns.items()}
    settings = {"k": k, "permutations": permutations, "confidence": confidence, "rng": seed}
    given = _chosen(exclude=exclude, cut=cut, quantise=quantise)
    asked = None if search is None else replace(search, document=named["document"],
                                                      name=whole.model.name or title)  # fmt: skip
    how = Compressing(cut, quantise)
    if how.changes(whole):
        progress("compression")
    smaller = measure_compression_part(whole, asked, how, k=k, confidence=confidence, rng=seed)
    kept = _with_direction(smaller.whole)
    given |= names_of_columns({**columns, "query_groups": query_groups})
    provenance = Provenance.of(smaller.whole, **settings, **given)
    about = {"title": title, "source": source, "command": command, "provenance": provenance}
    return Auditor(kept, named, settings, progress, smaller, dict(columns)).run(about)


def _with_direction(whole: EmbeddingSet) -> EmbeddingSet:
    """The rows that can be measured, of which there must be two."""
    kept = without_zero_rows(whole)
    if kept.n < 2:
        raise DataError(fault("advice.errors.too_few", n=kept.n, zeros=len(whole.zero_rows)))
    return kept


def _check_whole(**given: tuple[Any, int]) -> None:
    """Settings that are whole numbers, each with its least value."""
    odd = [fault("advice.errors.at_least", name=name, given=value, least=least)
           for name, (value, least) in given.items() if not _is_whole(value, least)]  # fmt: skip
    if odd:
        raise DataError(*odd)


def _is_whole(value: Any, least: int) -> bool:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return whole and bool(value >= least)


def _chosen(**options: Any) -> dict[str, Any]:
    """Options that were given, for the record."""
    return {name: value for name, value in options.items() if value is not None}


def _seed(rng: int | np.random.Generator | None) -> int:
    """One number from which every part draws its own generator."""
    return int(rng.integers(2**31)) if isinstance(rng, np.random.Generator) else rng or 0

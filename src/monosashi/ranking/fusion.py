"""Reciprocal rank fusion of ranked lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import fsum, isfinite
from typing import Any, Literal

from monosashi.embeddings import DataError, Fault, Rankings, fault

Missing = Literal["error", "empty"]


def reciprocal_rank_fusion(
    rankings: Mapping[str, Any] | Iterable[Any],
    *,
    k: float = 60,
    missing: Missing = "error",
) -> Rankings:
    """Fuse the lists of several systems, or of several indexes, by rank alone.

    Scores of different systems, models or languages need not be comparable. But where lists share
    no document, as with one index a language, all heads tie, and all seconds: which of them is
    shown first is chance. The fused scores keep those ties, so ``measure_rankings`` gives the
    interval (pessimistic, optimistic) and no order of ids or lists can move a number. Nor can the
    fusion tell that a list holds nothing relevant: every list fills its share of the page.

    Parameters
    ----------
    rankings : Rankings (or what ``Rankings.of`` takes), several of them
        In a sequence, or a mapping of name to list.
    k : float
        Above 0; the larger, the less the first places count.
    missing : "error" or "empty"
        What to do with a query that some list lacks: refuse, or fuse the others' lists.

    Returns
    -------
    Rankings
        Documents by falling fused score; equal scores in the order of their ids.

    Raises
    ------
    DataError
        Fewer than two rankings, a k that is not above 0, queries that some ranking lacks
        (all named), scores that rise within a list, and all that ``Rankings.of`` refuses.

    Notes
    -----
    score(d) = sum over lists of 1 / (k + rank of d), ranks from 1; a list without d adds nothing
    (Cormack, Clarke and Buettcher 2009). Documents with equal scores in a list share the mean of
    the ranks they hold. The sum is correctly rounded, so equal documents get equal scores.

    Examples
    --------
    >>> fused = reciprocal_rank_fusion([{"q": ["a", "b"]}, {"q": ["b", "c"]}])
    >>> fused.documents["q"]
    ('b', 'a', 'c')
    >>> heads = reciprocal_rank_fusion([{"q": ["ja1", "ja2"]}, {"q": ["en1", "en2"]}])
    >>> heads.tied("q")
    2
    """
    named = _named(rankings)
    faults = _faults(named, k, missing)
    if faults:
        raise DataError(*faults)
    documents, scores = {}, {}
    for query in dict.fromkeys(q for one in named for q in one.documents):
        parts: defaultdict[str, list[float]] = defaultdict(list)
        for one in named:
            for document, rank in _ranks(one, query):
                parts[document].append(1.0 / (k + rank))
        fused = sorted(((fsum(held), name) for name, held in parts.items()),
                       key=lambda pair: (-pair[0], pair[1]))  # fmt: skip
        documents[query] = tuple(name for _, name in fused)
        scores[query] = tuple(score for score, _ in fused)
    title = f"rrf({', '.join(one.name for one in named)})"
    return Rankings(documents, scores, title, title)


def _named(rankings: Mapping[str, Any] | Iterable[Any]) -> list[Rankings]:
    if isinstance(rankings, Rankings):
        return [rankings]
    pairs = rankings.items() if isinstance(rankings, Mapping) else enumerate(rankings, start=1)
    held = []
    for name, given in pairs:
        one = Rankings.of(given, source=f"rankings {name}")
        own = str(name) if isinstance(rankings, Mapping) else one.name or str(name)
        held.append(replace(one, name=own))
    return held


def _ranks(one: Rankings, query: str) -> list[tuple[str, float]]:
    """Documents of a list with their ranks; equal scores share the mean rank."""
    listed = one.documents.get(query, ())
    held = one.scores.get(query)
    levels: Sequence[float] = range(len(listed)) if held is None else held
    ranks, first = [], 1
    for _, group in groupby(range(len(listed)), key=lambda place: levels[place]):
        size = len(list(group))
        ranks += [first + (size - 1) / 2] * size
        first += size
    return list(zip(listed, ranks, strict=True))


def _faults(named: list[Rankings], k: object, missing: str) -> list[Fault]:
    faults = []
    if len(named) < 2:
        faults.append(fault("ranking.errors.one_list", n=len(named)))
    if isinstance(k, bool) or not (isinstance(k, int | float) and isfinite(k) and k > 0):
        faults.append(fault("ranking.errors.bad_k", given=k))
    if missing not in {"error", "empty"}:
        faults.append(fault("embeddings.errors.bad_choice", name="missing", given=missing,
                            choices="error, empty"))  # fmt: skip
    for one in named:
        rising = [query for query, held in one.scores.items() if held is not None
                  and any(b > a for a, b in pairwise(held))]  # fmt: skip
        if rising:
            faults.append(fault("ranking.errors.rising", ids=rising, name=one.name))
        everything = dict.fromkeys(q for other in named for q in other.documents)
        lacks = [query for query in everything if query not in one.documents]
        if lacks and missing == "error":
            faults.append(fault("ranking.errors.lacks", ids=lacks, name=one.name))
    return faults

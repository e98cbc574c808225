"""``compare_lists``: two systems by their lists alone, where no answers are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.embeddings import DataError, Fault, Rankings, fault
from monosashi.embeddings.errors import Faults, distinct
from monosashi.results import Provenance
from monosashi.retrieval.list_agreement import Lists, agreement, shares
from monosashi.retrieval.listed import digest_of
from monosashi.retrieval.options import Seed, confidence_faults, seed_name
from monosashi.retrieval.results import LISTED
from monosashi.retrieval.switch import Switch
from monosashi.retrieval.switch_rows import changed_rows
from monosashi.retrieval.switching import NEEDS_GOLD, K, list_reasons
from monosashi.retrieval.units import Units, labels_of_mapping
from monosashi.statistics.generators import as_generator


def compare_lists(
    old: Rankings | Mapping[str, Any],
    new: Rankings | Mapping[str, Any],
    *,
    names: tuple[str, str] | None = None,
    groups: Mapping[str, Any] | None = None,
    query_texts: Mapping[str, str] | None = None,
    document_texts: Mapping[str, str] | None = None,
    confidence: float = 0.95,
    rng: Seed = None,
) -> Switch:
    """Compare the first 10 documents of two systems for the same queries, without gold.

    Says how much of the lists stays. It does not say which system is better: both lists may be
    right, or wrong.

    Parameters
    ----------
    old, new : Rankings, or what ``Rankings.of`` takes
        The same queries in both.
    names : two str, optional
        Default: the names of the rankings, else "old" and "new".
    groups : mapping of query id to label, optional
        Queries of one group are not independent: intervals are over whole groups.
    query_texts, document_texts : mapping of id to text, optional
        To show beside the queries whose lists changed most.
    confidence : float
    rng : int or Generator, optional

    Raises
    ------
    DataError
        Queries that one of the two lacks (by id), equal names, queries without a group; and all
        that ``Rankings.of`` refuses.

    Examples
    --------
    >>> found = compare_lists({"q1": ["a", "b"], "q2": ["c"]}, {"q1": ["b", "x"], "q2": ["c"]})
    >>> found.overlap.value, found.same_first.value, found.lost
    (0.75, 0.5, None)
    """
    (before, after), called = _checked(old, new, names, confidence)
    ids = tuple(before.documents)
    units = Units.of(ids, labels_of_mapping(groups, ids))
    lists = _first(before, ids), _first(after, ids)
    seed = int(as_generator(rng).integers(2**62))  # as with gold: the same lists, the same numbers
    found = shares(agreement(*lists), units, confidence=confidence, rng=seed)
    needs_gold = dict.fromkeys(NEEDS_GOLD, fault("retrieval.reasons.no_gold"))
    return Switch(
        provenance=_provenance(before, after, rng, grouped=groups is not None),
        reasons={**list_reasons(found), **needs_gold},
        old=called[0],
        new=called[1],
        k=K,
        listed=LISTED,
        n_queries=len(ids),
        n_groups=units.n,
        confidence=confidence,
        overlap=found.get("overlap"),
        same_first=found.get("same_first"),
        changed_queries=changed_rows(ids, lists, query_texts or {}, document_texts or {}),
    )


def _checked(
    old: Any, new: Any, names: tuple[str, str] | None, confidence: float
) -> tuple[tuple[Rankings, Rankings], tuple[str, str]]:
    faults = Faults()
    sides = [faults.attempt(Rankings.of, given) for given in (old, new)]
    faults.found += confidence_faults(confidence)
    before, after = sides
    if before is None or after is None:
        raise DataError(*faults.found)
    called = names or (before.name or "old", after.name or "new")
    if called[0] == called[1]:
        faults.found.append(fault("retrieval.errors.same_names", ids=called))
    faults.found += [*_lacking(before, after, called), *_lacking(after, before, called[::-1])]
    faults.raise_any()
    return (before, after), called


def _first(side: Rankings, ids: tuple[str, ...]) -> Lists:
    return tuple(side.documents[query][:LISTED] for query in ids)


def _lacking(one: Rankings, other: Rankings, names: tuple[str, str]) -> list[Fault]:
    only = [query for query in one.documents if query not in other.documents]
    if not only:
        return []
    return [fault("retrieval.errors.lists_differ", ids=only, has=names[0], lacks=names[1])]


def _provenance(old: Rankings, new: Rankings, rng: Seed, *, grouped: bool) -> Provenance:
    settings = {"sources": [old.source, new.source], "grouped": grouped, "rng": seed_name(rng)}
    notices = distinct((*old.notices, *new.notices))
    return Provenance(len(old.documents), 0, f"{digest_of(old)}+{digest_of(new)}",
                      settings=settings, notices=notices)  # fmt: skip

"""Hubs: the answer is found once the documents that crowd many lists are taken out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.blocks import stand_by_keys
from monosashi.advice.explaining.moving import unit_of
from monosashi.advice.explaining.search import FAR, LEAST_UNITS, Rows, Search
from monosashi.advice.explaining.trial import Tested, removal_trial
from monosashi.embeddings import DataError, Fault, fault
from monosashi.hubs import CSLS
from monosashi.retrieval.asking import asked_vectors

LAYER, WITHOUT, LOCAL = "hub", "without_hubs", "csls"
LISTED, SHARE = 10, 0.01  # lists, and the share of the documents in them that may be hubs
FEWEST, TIMES, OF_POOL = 5, 4.0, 20


@dataclass(frozen=True, eq=False)
class Hubs:
    """Documents that stand wrongly in the lists of many.

    Attributes
    ----------
    lists : (documents,) int
        Independent units (queries, or groups of them) in whose first documents each one stands
        without answering.
    documents : (h,) int
        The hubs.
    length : int
        Of a list.
    least : int
        Lists from which on a document is one.
    """

    lists: Rows
    documents: Rows
    length: int
    least: int


def find_hubs(search: Search, top: Rows) -> Hubs:
    """Who stands wrongly in many lists.

    A hub stands in the lists of at least 5 other units, and in at least 4 times as many as the
    documents in any list do on average, and is among the busiest hundredth of these (one at least).
    Lists have 10 places, fewer among less than 200 documents. What does not answer counts as wrong.

    Parameters
    ----------
    top : (n, 10) int
        First documents of every query, -1 where there are fewer.
    """
    n = search.candidates.n
    length = max(1, min(LISTED, n // OF_POOL))
    query, place = np.nonzero(top[:, :length] >= 0)
    documents = top[query, place]
    asked, right = search.task.golds.of(slice(0, search.n))
    wrong = ~np.isin(query * n + documents, asked * n + right)
    units = search.asking.units.codes[query[wrong]]
    once = np.unique(np.stack([units, documents[wrong]], axis=1), axis=0)
    lists = np.bincount(once[:, 1], minlength=n).astype(np.intp)
    listed = lists[lists > 0]
    if not len(listed):
        return Hubs(lists, np.empty(0, dtype=np.intp), length, FEWEST + 1)
    least = 1 + max(FEWEST, int(np.ceil(TIMES * listed.mean())))  # one list is the query's own
    most = int(np.ceil(SHARE * len(listed)))
    busiest = np.argsort(-lists, kind="stable")[:most]
    return Hubs(lists, np.sort(busiest[lists[busiest] >= least]), length, least)


def try_hub(search: Search, hubs: Hubs) -> Tested:
    """Take the hubs out of the collection, also from queries that they answer.

    The control takes out as many documents at random.
    """
    after_csls = _csls(search)
    mends = {} if isinstance(after_csls, Fault) else {LOCAL: after_csls}
    missing = {LOCAL: after_csls} if isinstance(after_csls, Fault) else {}
    if not len(hubs.documents):
        why = fault("misses.reasons.no_hubs", least=hubs.least, length=hubs.length)
        return Tested(LAYER, mends=mends, reason=why, missing=missing)
    everyone, rows = np.arange(search.n), search.missed
    task = search.hiding(everyone, [hubs.documents] * search.n)
    after = search.stand(search.queries, task=task)
    removed = np.diff(task.hidden.starts) - np.diff(search.task.hidden.starts)
    trial = removal_trial(WITHOUT, search, after[rows], removed[rows], search.generator(6))
    return Tested(LAYER, (trial,), {WITHOUT: _lost(search, hubs, after), **mends}, missing=missing)


def _lost(search: Search, hubs: Hubs, after: Rows) -> Rows:
    """With hubs gone, queries that only they answer find nothing."""
    asked, right = search.task.golds.of(slice(0, search.n))
    stays = np.bincount(asked[~np.isin(right, hubs.documents)], minlength=search.n) > 0
    return np.where(stays, after, FAR)


def _csls(search: Search) -> Rows | Fault:
    """Where answers stand by CSLS: twice the cosine, less how near a document lies to queries.

    That is the mean cosine with its 10 nearest queries of the *other* half of the units.
    """
    library, half = search.asking.library, search.half
    if half is None:
        return fault("misses.reasons.few_units", least=LEAST_UNITS)
    unit = unit_of(asked_vectors(search.asking.queries), search.asking.rows)
    after = np.empty(search.n, dtype=np.intp)
    for part in (half, ~half):
        try:
            fitted = CSLS.fit(library.set, k=LISTED, metric="cosine", queries=unit[~part],
                              n_jobs=search.n_jobs)  # fmt: skip
        except DataError as error:
            return error.faults[0]
        asked = np.flatnonzero(part)
        after[asked] = stand_by_keys(search, fitted.mean_cosines[library.order], asked)
    return after

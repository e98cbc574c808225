"""Why translations are missed: what came first instead, and what is odd about the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.translations import shared_characters
from monosashi.language.asking import Asking, Pair
from monosashi.language.first_wrong import first_wrong
from monosashi.language.layout import IntArray
from monosashi.language.miss_texts import MissTexts
from monosashi.results import Estimate
from monosashi.statistics.mean_interval import mean_interval

BoolArray = npt.NDArray[np.bool_]
CAME_FIRST = ("own_language", "target_language", "third_language")
BESIDES = ("near_duplicate", "untranslated", "hub_page", "short_text")
KINDS = (*CAME_FIRST, *BESIDES)
DUPLICATE, UNTRANSLATED, SHORT = 0.9, 0.5, 10
FEWEST_WINS, SHARE_OF_WINS = 5, 0.01


@dataclass(frozen=True)
class MissKind:
    """One kind of miss: how many, and their share of the misses of the direction."""

    kind: str
    count: int
    share: Estimate


@dataclass(frozen=True, eq=False)
class Missed:
    """Queries of one direction whose translation did not come first.

    Attributes
    ----------
    queries : (n,) int
    first : (n,) int
        Document that came first instead.
    kinds : mapping of kind to (n,) bool
        The first three exclude each other (language of what came first); the others may hold
        beside them.
    """

    queries: IntArray
    first: IntArray
    kinds: Mapping[str, BoolArray]

    def of(self, place: int) -> tuple[str, ...]:
        """Kinds of one miss."""
        return tuple(kind for kind in KINDS if self.kinds[kind][place])


def classify_misses(asking: Asking, pair: Pair) -> Missed:
    """Look at every query of a direction with a mixed rank above 1.

    ``own_language``, ``target_language``, ``third_language``
        In which language the page that came first is.
    ``near_duplicate``
        What came first shares over 90 % of its runs of three characters with the translation or
        with the query.
    ``untranslated``
        The translation shares over half of them with the query.
    ``hub_page``
        The page that came first did so wrongly for at least 5 queries and 1 % of the direction's.
    ``short_text``
        The query or the translation has fewer than 10 characters.
    """
    rows = asking.rows(pair)
    mixed = asking.ranks.ranks("mixed")[rows, pair[1]]
    queries, first = first_wrong(asking, rows[mixed > 1])
    spoken = np.searchsorted(asking.corpus.layout.pools, first, side="right") - 1
    gold = asking.corpus.task.gold[queries, pair[1]]
    texts = MissTexts(asking.corpus)
    return Missed(queries, first, {
        "own_language": spoken == pair[0],
        "target_language": spoken == pair[1],
        "third_language": (spoken != pair[0]) & (spoken != pair[1]),
        "hub_page": _wins(first) >= max(FEWEST_WINS, SHARE_OF_WINS * len(rows)),
        **_of_texts(texts, queries, gold, first),
    })  # fmt: skip


def _wins(first: IntArray) -> IntArray:
    _, place, count = np.unique(first, return_inverse=True, return_counts=True)
    wins: IntArray = count[place]
    return wins


def _of_texts(
    texts: MissTexts, queries: IntArray, gold: IntArray, first: IntArray
) -> dict[str, BoolArray]:
    """All False when the set has no texts: then nothing can be said."""
    found = {name: np.zeros(len(queries), dtype=bool)
             for name in ("near_duplicate", "untranslated", "short_text")}  # fmt: skip
    for place, (query, right, wrong) in enumerate(zip(queries, gold, first, strict=True)):
        asked, known, came = texts.query(query), texts.document(right), texts.document(wrong)
        if asked is None or known is None or came is None:
            continue
        found["short_text"][place] = min(len(asked), len(known)) < SHORT
        found["untranslated"][place] = shared_characters(asked, known) > UNTRANSLATED
        alike = max(shared_characters(came, text, at_least=DUPLICATE) for text in (asked, known))
        found["near_duplicate"][place] = alike > DUPLICATE or came in {asked, known}
    return found


def miss_shares(asking: Asking, missed: Missed, confidence: float) -> tuple[MissKind, ...]:
    """Count of every kind that occurs, with the interval of its share over keys."""
    if not len(missed.queries):
        return ()
    units, n_units = asking.corpus.units()
    unit = units[missed.queries]
    counts = np.bincount(unit, minlength=n_units).astype(np.float64)
    return tuple(MissKind(kind, int(held.sum()), _share(unit, counts, held, confidence))
                 for kind, held in missed.kinds.items() if held.any())  # fmt: skip


def _share(
    unit: IntArray, counts: npt.NDArray[np.float64], held: BoolArray, confidence: float
) -> Estimate:
    sums = np.bincount(unit, weights=held, minlength=len(counts)).astype(np.float64)
    ends = mean_interval(sums, counts, confidence=confidence)
    n = int(np.count_nonzero(counts))
    return Estimate(float(held.mean()), ends.low, ends.high, None,
                    ends.method.replace("units", "keys"), n)  # fmt: skip

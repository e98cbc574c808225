"""Whether the index has grown or shrunk since the repair was fitted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monosashi.language.centroids import Centroids
from monosashi.language.freshness.index_card import IndexCard

MOST_GROWTH = 0.25  # share of the documents by which their number may change


@dataclass(frozen=True)
class Growth:
    """Documents of one language then and now.

    Attributes
    ----------
    language : str or None
        None for all languages together.
    fitted, now : int
    growth : float
        (now - fitted) / fitted.
    at_least : bool
        Whether ``now`` are the documents of the sample: the index holds these, and maybe more.
    """

    language: str | None
    fitted: int
    now: int
    growth: float
    at_least: bool = False

    @property
    def much(self) -> bool:
        """Whether that is more than 25 % up or down."""
        return abs(self.growth) > MOST_GROWTH


def growth(fitted: Centroids, index: IndexCard | None) -> tuple[Growth, ...]:
    """All together, and each language that both sides know by name."""
    if index is None or index.n_docs is None:
        return ()
    found = [_growth(None, fitted.n, index.n_docs)]
    if set(index.languages) & set(fitted.counts):
        found += [_growth(name, n, index.languages.get(name, 0))
                  for name, n in fitted.counts.items()]  # fmt: skip
    return tuple(found)


def without_mean(fitted: Centroids, index: IndexCard | None) -> dict[str, int]:
    """Documents of the index in languages that were not fitted, where it names any that were."""
    if index is None or not set(index.languages) & set(fitted.counts):
        return {}
    return {name: n for name, n in index.languages.items() if n and name not in fitted.counts}


def outgrown(fitted: Centroids, sample: Mapping[str, int]) -> tuple[Growth, ...]:
    """What the sample alone shows: an index that it is of cannot hold fewer documents."""
    found = [_growth(name, n, sample[name], at_least=True)
             for name, n in fitted.counts.items() if sample.get(name, 0) > n]  # fmt: skip
    if not any(one.much for one in found):
        return ()
    return (_growth(None, fitted.n, sum(sample.values()), at_least=True), *found)


def _growth(language: str | None, fitted: int, now: int, *, at_least: bool = False) -> Growth:
    return Growth(language, fitted, now, (now - fitted) / fitted, at_least)
